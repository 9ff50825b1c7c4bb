import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long the loop is kept at a time. */
const SLICE_MS = 5;
const FIRST_BUFFER_BYTES = 256 * 1024;
/** The engine looks at larger ones in a way of its own. */
const MAX_BYTES = 3_000_000;
/** A file that has become a pipe is not waited for; Windows knows no such flag. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Of a tree, a search looks into no file through a link; Windows does not know this one either. */
const NOT_THROUGH_LINKS = constants.O_NOFOLLOW ?? 0;

export interface Word {
  readonly text: string;
  /** A name or keyword that is never a part of a longer one. */
  readonly isWhole: boolean;
}
/** What the text of such a one looks like. */
export const WHOLE_WORD = /^[a-z_]\w*$/i;

export interface WordSearch {
  readonly words: readonly Word[];
  readonly root: string;
  /** Relative to the root, or absolute. */
  readonly files: readonly string[];
  /** After it no further file is looked into; not given: all are. */
  readonly maxMs?: number;
}

export interface LackingFile {
  /** As it was given. */
  readonly path: string;
  readonly bytes: number;
}

/** The files that hold all of the words somewhere, in their given order; also those that cannot be read or are very large. */
export async function filesWithWords(search: WordSearch, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  await lookInto(search, { signal, flags: READ_AT_ONCE }, (file, content, holdsAll) => {
    if (content === undefined || holdsAll) found.push(file);
  });
  return found;
}

/** The text files that surely lack one of the words, in their given order; none behind a link. */
export async function filesLackingWords(search: WordSearch, signal: AbortSignal): Promise<LackingFile[]> {
  const found: LackingFile[] = [];
  await lookInto(search, { signal, flags: READ_AT_ONCE | NOT_THROUGH_LINKS }, (path, content, holdsAll) => {
    if (content !== undefined && !holdsAll && isUtf8(content)) found.push({ path, bytes: content.length });
  });
  return found;
}

/** `content` is undefined where the file cannot be read, and valid until the next file. */
type OnFile = (file: string, content: Buffer | undefined, holdsAll: boolean) => void;

/**
 * For files that were read a moment ago: from the system's cache the direct way is ten times as fast as the
 * one by way of other threads.
 */
async function lookInto(
  search: WordSearch,
  { signal, flags }: { readonly signal: AbortSignal; readonly flags: number },
  onFile: OnFile,
): Promise<void> {
  const { words, root, files, maxMs = Number.POSITIVE_INFINITY } = search;
  // A long word is found in few files, so most are done with after it.
  const needles = words
    .toSorted((a, b) => b.text.length - a.text.length)
    .map(({ text, isWhole }) => ({ bytes: Buffer.from(text), isWhole }));
  const reader = new FileReader();
  const startedAt = performance.now();
  let sliceEnd = startedAt + SLICE_MS;
  for (const file of files) {
    if (performance.now() > sliceEnd) {
      if (performance.now() - startedAt > maxMs) return;
      await nextTurn();
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    const content = reader.read(resolve(root, file), flags);
    onFile(file, content, content !== undefined && needles.every((needle) => holds(content, needle)));
  }
}

function holds(content: Buffer, { bytes, isWhole }: { readonly bytes: Buffer; readonly isWhole: boolean }): boolean {
  let at = content.indexOf(bytes);
  while (isWhole && at >= 0 && isInLonger(content, at, at + bytes.length)) at = content.indexOf(bytes, at + 1);
  return at >= 0;
}

/** What is not ASCII may be no letter. */
function isInLonger(content: Buffer, start: number, end: number): boolean {
  const after = content[end] ?? 0;
  return isLetter(after) || isDigit(after) || (isLetter(content[start - 1] ?? 0) && !isBehindLiteral(content, start));
}

const BACKSLASH = 0x5c;
const QUESTION_MARK = 0x3f;

/** A number, an escape or a character may end in letters, and a keyword may stand directly behind it: `0xfor`, `1Lin`, `?aif`. */
function isBehindLiteral(content: Buffer, at: number): boolean {
  let start = at;
  while (isLetter(content[start - 1] ?? 0) || isDigit(content[start - 1] ?? 0)) start -= 1;
  const before = content[start - 1];
  return isDigit(content[start] ?? 0) || before === BACKSLASH || before === QUESTION_MARK;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte < 0x80 && lower >= 0x61 && lower <= 0x7a) || byte === 0x5f;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Reads one file after the other into the same memory. */
class FileReader {
  #buffer = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);

  /** Valid until the next read; undefined when it cannot be read, is no file, or is very large. */
  read(path: string, flags: number): Buffer | undefined {
    try {
      const file = openSync(path, flags);
      try {
        const stat = fstatSync(file);
        if (!stat.isFile() || stat.size > MAX_BYTES) return undefined;
        let length = readSync(file, this.#buffer, 0, this.#buffer.length, 0);
        if (length === this.#buffer.length) {
          this.#buffer = Buffer.allocUnsafe(MAX_BYTES + 1);
          length = readSync(file, this.#buffer, 0, this.#buffer.length, 0);
        }
        return length > MAX_BYTES ? undefined : this.#buffer.subarray(0, length);
      } finally {
        closeSync(file);
      }
    } catch {
      return undefined;
    }
  }
}
