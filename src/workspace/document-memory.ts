import type { SourceDocument } from "./document.ts";
import { readBytes, readBytesNow, toDocument } from "./read-document.ts";

/** Bytes that are kept together; the files that were longest unused go first. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Larger files are read in pieces of the event loop's time, each time. */
const MAX_FILE_BYTES = 512 * 1024;

interface Known {
  readonly bytes: Buffer;
  readonly document: SourceDocument;
}

/**
 * Reads files, and knows those again that were read lately: what the disk holds is read each time and compared
 * byte by byte, but decoded and hashed only when it is something else. Such a file is in the system's memory as
 * well, so it is read at once: by way of the thread pool that would take ten times as long.
 */
export class DocumentMemory {
  /** Longest unused first. */
  readonly #known = new Map<string, Known>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** As `readDocument`. */
  async read(path: string, subject: string): Promise<SourceDocument> {
    if (this.#known.has(path)) return this.readNow(path, subject);
    const bytes = await readBytes(path, subject);
    const document = toDocument(path, subject, bytes);
    this.#keep(path, { bytes, document });
    return document;
  }

  /** As `readDocumentNow`: for a file that somebody has just read. */
  readNow(path: string, subject: string): SourceDocument {
    const known = this.#take(path);
    const bytes = readBytesNow(path, subject);
    const document = known?.bytes.equals(bytes) === true ? known.document : toDocument(path, subject, bytes);
    this.#keep(path, { bytes, document });
    return document;
  }

  /** Off the list until it is known what the disk holds. */
  #take(path: string): Known | undefined {
    const known = this.#known.get(path);
    if (known === undefined) return undefined;
    this.#known.delete(path);
    this.#bytes -= known.bytes.length;
    return known;
  }

  #keep(path: string, known: Known): void {
    // Another call may have read it meanwhile.
    this.#take(path);
    if (known.bytes.length > MAX_FILE_BYTES) return;
    this.#known.set(path, known);
    this.#bytes += known.bytes.length;
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#take(oldest);
    }
  }
}
