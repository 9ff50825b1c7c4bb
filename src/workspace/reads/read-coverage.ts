import { FileReads, type SeenLines } from "./file-reads.ts";
import { hashLine } from "./line-hashes.ts";

/** Whole lines of a file that a reader was given. */
export interface ReadLines {
  /** Canonical absolute path. */
  readonly path: string;
  /** 1-based. */
  readonly startLine: number;
  /** Without their ends. */
  readonly lines: readonly string[];
}

/** Beyond these the file that was touched longest ago is forgotten. */
const MAX_FILES = 256;
const MAX_LINES_IN_ALL = 200_000;

/** What one agent has read of files, line by line with their content. */
export class ReadCoverage {
  /** Longest untouched first. */
  readonly #files = new Map<string, FileReads>();
  #lineCount = 0;

  record({ path, startLine, lines }: ReadLines): void {
    this.add(path, { startLine, hashes: lines.map(hashLine) });
  }

  add(path: string, seen: SeenLines): void {
    this.change(path, (reads) => reads.add(seen));
  }

  /** Runs with what is known of the file, which is nothing at first, and keeps the bounds. */
  change(path: string, work: (reads: FileReads) => void): void {
    const reads = this.#files.get(path) ?? new FileReads();
    const before = reads.lineCount;
    work(reads);
    this.#lineCount += reads.lineCount - before;
    this.#files.delete(path);
    this.#files.set(path, reads);
    for (const [oldest, { lineCount }] of this.#files) {
      if (oldest === path || (this.#files.size <= MAX_FILES && this.#lineCount <= MAX_LINES_IN_ALL)) break;
      this.#files.delete(oldest);
      this.#lineCount -= lineCount;
    }
  }

  /** Nothing is known of the file any more. */
  forget(path: string): void {
    this.#lineCount -= this.#files.get(path)?.lineCount ?? 0;
    this.#files.delete(path);
  }

  /** Undefined: nothing of it was read. */
  of(path: string): FileReads | undefined {
    return this.#files.get(path);
  }

  /** Whether all of these lines were read with exactly this content. */
  covers({ path, startLine, lines }: ReadLines): boolean {
    const reads = this.#files.get(path);
    return reads !== undefined && lines.every((line, at) => reads.hashAt(startLine + at) === hashLine(line));
  }

  get fileCount(): number {
    return this.#files.size;
  }
}
