const RECORD_SEPARATOR = 0x1e;
const LINE_FEED = 0x0a;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;
const MAX_JUNK_CHARACTERS = 200;

/** One JSON text sequence element (RFC 7464): neither delimiter can occur inside JSON, so junk around it does no harm. */
export function encodeFrame(value: unknown): string {
  return `\u001e${JSON.stringify(value)}\n`;
}

export interface FrameEvents {
  readonly onFrame: (value: unknown) => void;
  /** Text on the stream that is no frame, its first characters. */
  readonly onJunk: (text: string) => void;
}

/** Takes a byte stream apart into frames; every byte is looked at once, however small the chunks. */
export class FrameReader {
  readonly #events: FrameEvents;
  readonly #maxFrameBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** A line beyond `maxFrameBytes` is given up as junk. */
  constructor(events: FrameEvents, maxFrameBytes = MAX_FRAME_BYTES) {
    this.#events = events;
    this.#maxFrameBytes = maxFrameBytes;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      this.#takeLine();
      start = end + 1;
    }
    if (start === chunk.length) return;
    this.#chunks.push(chunk.subarray(start));
    this.#bytes += chunk.length - start;
    if (this.#bytes > this.#maxFrameBytes) this.#takeLine();
  }

  #takeLine(): void {
    const [only = Buffer.alloc(0)] = this.#chunks;
    const line = this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#bytes = 0;
    const separator = line.lastIndexOf(RECORD_SEPARATOR);
    if (separator !== 0) this.#junk(line.subarray(0, separator === -1 ? line.length : separator));
    if (separator === -1) return;
    let value: unknown;
    try {
      value = JSON.parse(line.toString("utf8", separator + 1));
    } catch {
      // Cut off or interleaved with other output.
      this.#junk(line.subarray(separator + 1));
      return;
    }
    this.#events.onFrame(value);
  }

  #junk(bytes: Buffer): void {
    const text = bytes.toString("utf8", 0, MAX_JUNK_CHARACTERS * 4).slice(0, MAX_JUNK_CHARACTERS);
    if (text.trim() !== "") this.#events.onJunk(text);
  }
}
