import { FILE_ROLE } from "../store/schema.ts";
import { splitIdentifier } from "../words/split-identifier.ts";
import type { SymbolRow } from "./candidates.ts";
import type { Gathered } from "./gather.ts";
import { matchName } from "./match-name.ts";
import type { PreparedQuery } from "./prepared-query.ts";

export interface RankedSymbol {
  readonly row: SymbolRow;
  readonly score: number;
  readonly coverage: number;
}

const COVERAGE_EXPONENT = 1.6;
/** What a name keeps of its score when nothing but one of its many words was asked for. */
const DENSITY_FLOOR = 0.55;
const EXACT_NAME = 1.3;
const AS_WRITTEN = 1.1;
const IN_ORDER = 1.06;
const EXPORTED = 1.08;
const LOCAL = 0.5;
const MEMBER = 0.96;

const rolePriors: Readonly<Record<number, number>> = {
  [FILE_ROLE.source]: 1,
  [FILE_ROLE.test]: 0.3,
  [FILE_ROLE.secondary]: 0.3,
  [FILE_ROLE.document]: 0.5,
};
/** How likely a kind of symbol is what is looked for; kinds that are not here: 1. */
const kindPriors: ReadonlyMap<string, number> = new Map([
  ["type", 0.92],
  ["interface", 0.95],
  ["impl", 0.8],
  ["constant", 0.85],
  ["variable", 0.8],
  ["field", 0.7],
  ["property", 0.7],
  ["enum member", 0.75],
  ["module", 0.8],
  ["namespace", 0.8],
  ["key", 0.4],
  ["item", 0.4],
  ["heading", 0.5],
  ["element", 0.4],
  ["rule", 0.5],
]);

/** The place of a file's role in a ranking: 1 is a source. */
function rolePrior(role: number): number {
  return rolePriors[role] ?? 1;
}

/** How well each symbol answers the query, best first. */
export function rankSymbols({ rows, weights, about }: Gathered, query: PreparedQuery): RankedSymbol[] {
  const paths = new Map<string, readonly string[]>();
  const wordsOfPath = (path: string): readonly string[] => {
    const known = paths.get(path) ?? splitIdentifier(path);
    paths.set(path, known);
    return known;
  };
  return rows
    .map((row) => {
      const name = partsOf(row.name);
      const candidate = {
        name,
        owner: () => ownerWords(row),
        path: () => wordsOfPath(row.path),
        about: about.get(row.id) ?? 0,
      };
      const { coverage, density, isInOrder } = matchName(query, weights, candidate);
      const isExact = query.exactNames.has(name.join("")) || query.exactNames.has(plain(row.full_name));
      const score =
        coverage ** COVERAGE_EXPONENT *
        (DENSITY_FLOOR + (1 - DENSITY_FLOOR) * density) *
        (isExact ? EXACT_NAME : 1) *
        (query.terms.has(row.name) || query.terms.has(row.full_name) ? AS_WRITTEN : 1) *
        (isInOrder ? IN_ORDER : 1) *
        priorOf(row);
      return { row, score, coverage };
    })
    .sort(byScore);
}

function priorOf(row: SymbolRow): number {
  return (
    rolePrior(row.role) *
    (kindPriors.get(row.kind) ?? 1) *
    (row.exported === 1 ? EXPORTED : 1) *
    (row.is_local === 1 ? LOCAL : 1) *
    (row.full_name === row.name ? 1 : MEMBER) *
    centralityPrior(row.importers)
  );
}

function ownerWords({ name, full_name: full }: SymbolRow): readonly string[] {
  return full.length > name.length && full.endsWith(name) ? splitIdentifier(full.slice(0, -name.length)) : [];
}

function partsOf(name: string): readonly string[] {
  const [whole = "", ...parts] = splitIdentifier(name);
  return parts.length === 0 ? [whole] : parts;
}

/** As `SearchQuery.identifiers` are. */
function plain(name: string): string {
  return name.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase();
}

function byScore(a: RankedSymbol, b: RankedSymbol): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.row.path !== b.row.path) return a.row.path < b.row.path ? -1 : 1;
  return a.row.start_line - b.row.start_line;
}

/** What many files import is more often meant: 1 for none, 1.25 for the most. */
function centralityPrior(importers: number): number {
  return 1 + Math.log(1 + importers) / 20;
}
