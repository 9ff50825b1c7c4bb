import type { DatabaseReader } from "../store/database-reader.ts";
import { Candidates, type FileRow, type IsWanted, type SymbolRow } from "./candidates.ts";
import { gather } from "./gather.ts";
import type { SearchQuery } from "./parse-query.ts";
import { prepareQuery, tellingWords } from "./prepared-query.ts";
import { type RankedSymbol, rankSymbols } from "./rank.ts";

export interface SymbolHit {
  readonly kind: "symbol";
  readonly row: SymbolRow;
  readonly score: number;
}
/** A file whose path or text has the words, where no symbol has them all. */
export interface FileHit {
  readonly kind: "file";
  readonly row: FileRow;
}

/** Hits that have less of the query than this share of what the best one has are left out. */
const COVERAGE_SHARE = 0.6;
const SCORE_SHARE = 0.12;
/** Where the best symbol has less of the query, local symbols and files are looked at too. */
const ENOUGH_COVERAGE = 0.75;
/** Files, which have all words, come before symbols that have no more of the query than this. */
const FILES_FIRST_COVERAGE = 0.5;
const MAX_FILES = 5;

export interface SearchHits {
  /** Symbols, best first, and files where symbols say too little. */
  readonly hits: readonly (SymbolHit | FileHit)[];
  /** Filters leave most out, and some of what they let through may not have been looked at. */
  readonly isCut: boolean;
}

/** All reads see one state of the index. */
export function searchSymbols(database: DatabaseReader, query: SearchQuery, isWanted?: IsWanted): SearchHits {
  return database.snapshot(() => search(new Candidates(database, isWanted), query));
}

function search(candidates: Candidates, query: SearchQuery): SearchHits {
  const prepared = prepareQuery(query);
  const gathered = gather(candidates, prepared, "name");
  const isCut = candidates.isFiltered && gathered.isCut;
  const named = rankSymbols(gathered, prepared);
  const isEnough = (named[0]?.coverage ?? 0) >= ENOUGH_COVERAGE;
  const locals = isEnough ? [] : rankSymbols(gather(candidates, prepared, "local"), prepared);
  const ranked = [...named, ...locals].sort((a, b) => b.score - a.score);
  const symbols = withoutOverloads(cut(ranked)).map(({ row, score }): SymbolHit => ({ kind: "symbol", row, score }));
  if (isEnough) return { hits: symbols, isCut };
  const telling = tellingWords(prepared).map(({ forms }) => forms);
  const shown = new Set(symbols.map(({ row }) => row.path));
  const found = candidates.files(telling, MAX_FILES);
  const files = found.rows.filter(({ path }) => !shown.has(path)).map((row): FileHit => ({ kind: "file", row }));
  const isFilesFirst = (named[0]?.coverage ?? 0) < FILES_FIRST_COVERAGE;
  return { hits: isFilesFirst ? [...files, ...symbols] : [...symbols, ...files], isCut: isCut || found.isCut };
}

/** Of several declarations of one name and kind in one file, the one with the body. */
function withoutOverloads(ranked: readonly RankedSymbol[]): RankedSymbol[] {
  const longest = new Map<string, SymbolRow>();
  const keyOf = (row: SymbolRow): string => `${row.file} ${row.kind} ${row.full_name}`;
  const lines = (row: SymbolRow): number => row.end_line - row.start_line;
  for (const { row } of ranked) {
    const known = longest.get(keyOf(row));
    if (known === undefined || lines(row) > lines(known)) longest.set(keyOf(row), row);
  }
  return ranked.filter(({ row }) => longest.get(keyOf(row)) === row);
}

function cut(ranked: readonly RankedSymbol[]): RankedSymbol[] {
  const [first] = ranked;
  if (first === undefined) return [];
  const coverage = Math.max(...ranked.slice(0, 20).map((one) => one.coverage));
  return ranked.filter(
    (one) => one === first || (one.coverage >= coverage * COVERAGE_SHARE && one.score >= first.score * SCORE_SHARE),
  );
}
