import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { LineSplice, SeenLines } from "../../../workspace/reads/file-reads.ts";
import { hashLine, packHashes, unpackHashes } from "../../../workspace/reads/line-hashes.ts";
import { ReadCoverage, type ReadLines } from "../../../workspace/reads/read-coverage.ts";
import { type Branch, entriesOf } from "../session-entries.ts";

const ENTRY_TYPE = "reticle-read";

/** Neighbouring lines in a session entry. */
interface StoredLines {
  readonly startLine: number;
  readonly hashes: string;
}
interface StoredSplice {
  readonly head: number;
  readonly removed: number;
  readonly inserted: number;
}
/** What became known of a file: lines that were shown, or those of a change that the agent made. */
interface StoredRead {
  /** Canonical absolute path. */
  readonly path: string;
  /** Lines are seen after the change. */
  readonly splice?: StoredSplice;
  readonly seen: readonly StoredLines[];
}

/** The lines that this branch of the session knows, kept in the session itself. */
export class ReadMemory {
  readonly #pi: ExtensionAPI;
  #coverage = new ReadCoverage();

  constructor(pi: ExtensionAPI) {
    this.#pi = pi;
  }

  /** Throws when pi does not take the entry. */
  record(read: ReadLines): void {
    this.recordAll([read]);
  }

  /** One entry for each file. Throws when pi does not take one. */
  recordAll(reads: readonly ReadLines[]): void {
    const news = reads.filter((read) => read.lines.length > 0 && !this.#coverage.covers(read));
    for (const [path, lines] of Map.groupBy(news, (read) => read.path)) {
      const seen = lines.map(({ startLine, lines: texts }) => ({ startLine, hashes: texts.map(hashLine) }));
      this.#keep({ path, seen: seen.map(stored) });
      for (const one of seen) this.#coverage.add(path, one);
    }
  }

  /** The agent changed the file. Throws when pi does not take the entry. */
  follow(path: string, splice: LineSplice): void {
    const { head, removed, inserted, known } = splice;
    this.#keep({ path, splice: { head, removed, inserted }, seen: known.map(stored) });
    this.#coverage.change(path, (reads) => reads.splice(splice));
  }

  restore(branch: Branch): void {
    this.#coverage = new ReadCoverage();
    for (const data of entriesOf(branch, ENTRY_TYPE)) this.#replay(data);
  }

  get coverage(): ReadCoverage {
    return this.#coverage;
  }

  #keep(entry: StoredRead): void {
    this.#pi.appendEntry<StoredRead>(ENTRY_TYPE, entry);
  }

  /** Whoever edited the session file may have put anything there: what does not fit is left out. */
  #replay({ path, splice, seen }: Readonly<Record<string, unknown>>): void {
    if (typeof path !== "string" || !Array.isArray(seen)) return;
    const known = seen.flatMap(seenIn);
    if (isSplice(splice)) this.#coverage.change(path, (reads) => reads.splice({ ...splice, known }));
    else for (const lines of known) this.#coverage.add(path, lines);
  }
}

function stored({ startLine, hashes }: SeenLines): StoredLines {
  return { startLine, hashes: packHashes(hashes) };
}

function seenIn(value: unknown): SeenLines[] {
  if (typeof value !== "object" || value === null) return [];
  const { startLine, hashes } = value as Partial<StoredLines>;
  const unpacked = typeof hashes === "string" ? unpackHashes(hashes) : undefined;
  return isCount(startLine) && startLine > 0 && unpacked !== undefined ? [{ startLine, hashes: unpacked }] : [];
}

function isSplice(value: unknown): value is StoredSplice {
  if (typeof value !== "object" || value === null) return false;
  const { head, removed, inserted } = value as Partial<StoredSplice>;
  return isCount(head) && isCount(removed) && isCount(inserted);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
