import { readFile } from "node:fs/promises";
import { parsePatterns, type Pattern } from "./extract/pattern.ts";
import type { LanguageDefinition } from "./language-definition.ts";

export interface PatternsOptions {
  /** False: those are left out that only tell function literals apart. */
  readonly findsCallbacks: boolean;
}

const CALLBACK_QUERY = /^callbacks-/;

/** The patterns of a language, as its queries say them. */
export async function readPatterns(
  { queries }: LanguageDefinition,
  { findsCallbacks }: PatternsOptions,
): Promise<readonly Pattern[]> {
  const names = findsCallbacks ? queries : queries.filter((name) => !CALLBACK_QUERY.test(name));
  // It names this folder: the build joins this code into a file of another folder as well.
  const folder = new URL("../syntax/queries/", import.meta.url);
  const parts = await Promise.all(names.map((name) => readFile(new URL(`${name}.scm`, folder), "utf8")));
  return parsePatterns(parts.join("\n"));
}
