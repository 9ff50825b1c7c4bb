import { readFileSync } from "node:fs";

/** A query as an agent would type it, and the definition that a maintainer would expect first. */
export interface KnownSearch {
  readonly query: string;
  /** Relative to the root. */
  readonly file: string;
  /** 1-based, of the name. */
  readonly line: number;
  readonly symbol: string;
}
export interface KnownSearches {
  readonly repository: string;
  readonly commit: string;
  readonly searches: readonly KnownSearch[];
}

export function readSearches(file: string): KnownSearches {
  return JSON.parse(readFileSync(file, "utf8")) as KnownSearches;
}
