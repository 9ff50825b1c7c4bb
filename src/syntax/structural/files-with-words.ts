import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long the loop is kept at a time. */
const SLICE_MS = 5;
const FIRST_BUFFER_BYTES = 256 * 1024;

export interface WordSearch {
  readonly words: readonly string[];
  readonly root: string;
  /** Relative to the root, or absolute. */
  readonly files: readonly string[];
}

/**
 * The files that hold all of the words somewhere, in their given order; also those that cannot be
 * read. For files that were read a moment ago: from the system's cache the direct way is ten times as fast as the
 * one by way of other threads.
 */
export async function filesWithWords({ words, root, files }: WordSearch, signal: AbortSignal): Promise<string[]> {
  // A long word is found in few files, so most are done with after it.
  const needles = words.toSorted((a, b) => b.length - a.length).map((word) => Buffer.from(word));
  const reader = new FileReader();
  const found: string[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const file of files) {
    if (performance.now() > sliceEnd) {
      await nextTurn();
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    const content = reader.read(resolve(root, file));
    if (content === undefined || needles.every((needle) => content.includes(needle))) found.push(file);
  }
  return found;
}

/** Reads one file after the other into the same memory. */
class FileReader {
  #buffer = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);

  /** Valid until the next read; undefined when the file cannot be read. */
  read(path: string): Buffer | undefined {
    try {
      const file = openSync(path, "r");
      try {
        let length = readSync(file, this.#buffer, 0, this.#buffer.length, 0);
        if (length === this.#buffer.length) {
          this.#buffer = Buffer.allocUnsafe(fstatSync(file).size + 1);
          length = readSync(file, this.#buffer, 0, this.#buffer.length, 0);
        }
        return this.#buffer.subarray(0, length);
      } finally {
        closeSync(file);
      }
    } catch {
      return undefined;
    }
  }
}
