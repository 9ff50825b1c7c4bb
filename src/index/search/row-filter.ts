import { splitIdentifier } from "../words/split-identifier.ts";
import type { IsWanted } from "./candidates.ts";
import type { QueryFilter, SearchQuery } from "./parse-query.ts";

export interface RowFilterOptions {
  /** Ids of languages; absent: any. */
  readonly languages?: readonly string[];
  /** Of a path relative to the root; absent: all. */
  readonly isInScope?: (path: string) => boolean;
}

/**
 * What the filters and excluded words of a query let through, with what the caller narrows it to: filters of one key
 * are alternatives, those of different keys hold together. Undefined: everything.
 */
export function createRowFilter(
  query: SearchQuery,
  { languages, isInScope }: RowFilterOptions = {},
): IsWanted | undefined {
  const checks: IsWanted[] = [];
  for (const key of ["lang", "file", "ext"] as const) {
    const own = query.filters.filter((filter) => filter.key === key);
    const [included, excluded] = [false, true].map((isExcluding) =>
      own.filter((filter) => filter.isExcluding === isExcluding).flatMap(({ values }) => values),
    );
    if (included !== undefined && included.length > 0)
      checks.push((row) => included.some((value) => fits(key, value, row)));
    if (excluded !== undefined && excluded.length > 0)
      checks.push((row) => !excluded.some((value) => fits(key, value, row)));
  }
  if (languages !== undefined) checks.push(({ language }) => language !== null && languages.includes(language));
  if (isInScope !== undefined) checks.push(({ path }) => isInScope(path));
  const { excluded } = query;
  if (excluded.length > 0) {
    checks.push(({ path, full_name: name = "" }) => {
      const words = new Set([...splitIdentifier(name), ...splitIdentifier(path)]);
      return !excluded.some((word) => words.has(word));
    });
  }
  return checks.length === 0 ? undefined : (row) => checks.every((check) => check(row));
}

function fits(key: QueryFilter["key"], value: string, { path, language }: Parameters<IsWanted>[0]): boolean {
  switch (key) {
    case "lang":
      return language === value;
    case "file":
      return path.toLowerCase().includes(value);
    case "ext":
      return path.toLowerCase().endsWith(`.${value}`);
  }
}
