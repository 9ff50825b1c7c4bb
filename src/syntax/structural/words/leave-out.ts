import type { StructuralQuery } from "../compile-query.ts";
import { findMetavariables } from "../ladder/metavariables.ts";
import { filesLackingWords, type Word } from "./files-with-words.ts";
import type { SearchedFiles, SearchedTree } from "./searched-files.ts";

/** A command line holds little more on Windows. */
const MAX_NAMES_BYTES = process.platform === "win32" ? 16 * 1024 : 256 * 1024;
/** Of an argument beside the name in it. */
const ARGUMENT_BYTES = 24;
/** From a disk that has nothing in memory, reading one by one would take as long as the search itself. */
const MAX_READING_MS = 300;
const QUOTE = /["'`]/;
const NAMES = /[a-z_]\w+|@/gi;

export interface SearchedFolders extends SearchedTree {
  /** Relative to the root, or absolute. */
  readonly paths: readonly string[];
}

/** What will have to stand in each match as far as the text of a query shows, told before it is compiled. */
export function guessWords(query: StructuralQuery): readonly Word[] {
  if ("rule" in query || query.pattern === undefined || QUOTE.test(query.pattern)) return [];
  let fixed = query.pattern;
  for (const { start, end } of findMetavariables(fixed)) {
    fixed = fixed.slice(0, start) + " ".repeat(end - start) + fixed.slice(end);
  }
  return [...new Set(fixed.match(NAMES))].map((text) => ({ text, isWhole: text !== "@" }));
}

/**
 * Files without one of the words, which stand in every match, relative to the root: they are read here, which takes a
 * fraction of the time in which they are parsed, and count as searched. The largest when their names are too many for a command line.
 */
export async function filesToLeaveOut(
  searched: SearchedFiles,
  { language, root, paths }: SearchedFolders,
  words: readonly Word[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (words.length === 0) return [];
  const files = await searched.below({ language, root }, paths);
  const lacking = await filesLackingWords({ words, root, files, maxMs: MAX_READING_MS }, signal);
  let room = MAX_NAMES_BYTES;
  return lacking
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ path }) => path)
    .filter((path) => (room -= Buffer.byteLength(path) + ARGUMENT_BYTES) >= 0);
}
