import type { DatabaseReader } from "../store/database-reader.ts";
import { type BestLine, createLineFinder } from "./best-line.ts";
import type { FilteredRow, IsWanted } from "./candidates.ts";
import { languageIds, parseQuery } from "./parse-query.ts";
import { createRowFilter } from "./row-filter.ts";
import { isKeptOfText } from "../words/split-identifier.ts";
import { type SearchHits, searchSymbols } from "./search-symbols.ts";

export interface SearchRequest {
  readonly query: string;
  /** A name of a language, as `lang:` in the query. */
  readonly lang?: string | undefined;
}

/** A query that was understood; needs no index yet. */
export interface SearchPlan {
  /** What the reader should know about how the query was taken. */
  readonly notes: readonly string[];
  /** Filters, excluded words or the language leave something out. */
  readonly isNarrowed: boolean;
  /** Words of the query that no text is searched for: keywords, numbers, single characters. */
  readonly notInTexts: readonly string[];
  /** `isInScope` is of a path relative to the root. */
  readonly run: (database: DatabaseReader, isInScope?: (path: string) => boolean) => SearchHits;
  /** Whether the filters and the scope let any file through. */
  readonly hasFiles: (database: DatabaseReader, isInScope?: (path: string) => boolean) => boolean;
  /** The line of a text that has most of the query's words; undefined where none has any. */
  readonly bestLine: (text: string) => BestLine | undefined;
}

/** Throws `invalid_input`: no word to look for, or a language that does not exist. */
export function planSearch({ query, lang }: SearchRequest): SearchPlan {
  const languages = lang === undefined ? {} : { languages: languageIds(lang, "lang") };
  const parsed = parseQuery(query);
  const filterFor = (isInScope?: (path: string) => boolean): IsWanted | undefined =>
    createRowFilter(parsed, { ...languages, ...(isInScope === undefined ? {} : { isInScope }) });
  return {
    notes: parsed.notes,
    isNarrowed: lang !== undefined || parsed.filters.length + parsed.excluded.length > 0,
    notInTexts: parsed.words.flatMap(({ text }) => (isKeptOfText(text) ? [] : [text])),
    run: (database, isInScope) => searchSymbols(database, parsed, filterFor(isInScope)),
    hasFiles: (database, isInScope) => {
      const isWanted = filterFor(isInScope) ?? (() => true);
      return database.all<FilteredRow>("SELECT path, language FROM files").some((row) => isWanted(row));
    },
    bestLine: createLineFinder(parsed.words),
  };
}
