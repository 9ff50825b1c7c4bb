import { complete, coverageLine, emptyText } from "../../base/coverage.ts";
import type { ModuleUsage } from "../../index/graph/module-usage.ts";
import type { CallbackFact, ExportFact, FileFacts, SymbolFact } from "../../syntax/facts.ts";
import { outlineMembers } from "./outline-entry.ts";
import { isApi } from "./fit-outline.ts";
import type { RecommendedRead } from "./recommended-reads.ts";
import { unparsedTexts } from "./source-file.ts";

/** Everything a report tells, before a view picks and cuts. */
export interface ModuleReport {
  readonly path: string;
  /** Canonical absolute path, for hosts. */
  readonly absolute: string;
  readonly facts: FileFacts;
  readonly counts: ReportCounts;
  readonly imports: { readonly external: readonly string[]; readonly internal: readonly string[] };
  /** Names that leave the module without being a listed symbol's own: re-exports, renamed locals. */
  readonly moreExports: readonly ExportGroup[];
  readonly callbacks: readonly CallbackFact[];
  readonly warnings: readonly string[];
  readonly recommendedReads: readonly RecommendedRead[];
  /** The words that asked for particular symbols; those are listed first. */
  readonly wanted: ReadonlySet<SymbolFact>;
  /** Who uses what; undefined: not asked for, or data. */
  readonly usage: ModuleUsage | undefined;
  /** The absolute path of a file that `usage` names. */
  readonly absoluteOf: (file: string) => string;
  /** Why there is nothing to list, when there is nothing and the whole file was read. */
  readonly emptiness: string | undefined;
}

export interface ReportCounts {
  readonly imports: number;
  readonly exports: number;
  readonly symbols: number;
}

/** "1 symbol", "12 symbols". */
export function symbolCount({ symbols }: ReportCounts): string {
  return `${symbols} ${symbols === 1 ? "symbol" : "symbols"}`;
}

export interface ExportGroup {
  readonly from?: string;
  /** "A", "*", or "local as A". */
  readonly names: readonly string[];
}

const MAX_CALLBACKS = 25;
const PROPERTY_KIND = "object_property_callback";
/** Stands where callbacks would, when the language has no rules to find them by. */
export function callbacksLine(language: string): string {
  const remedy = `no callback rules for ${language} in this version, ast_grep_search finds function expressions`;
  return coverageLine({ state: "unavailable", what: "callbacks", remedy }) ?? "";
}

export interface ReportSource {
  readonly shown: string;
  readonly absolute: string;
  readonly facts: FileFacts;
  readonly isBlank: boolean;
  readonly usage?: ModuleUsage;
  /** Default: the index's own paths. */
  readonly absoluteOf?: (file: string) => string;
}

export function buildReport(
  { shown, absolute, facts, isBlank, usage, absoluteOf = (file) => file }: ReportSource,
  recommendedReads: readonly RecommendedRead[],
  wanted: ReadonlySet<SymbolFact>,
): ModuleReport {
  const moreExports = exportsBeyondSymbols(facts);
  const ownNames = new Set(facts.symbols.filter(isExportedName).map(({ name }) => name)).size;
  const callbacks = mostTelling(facts.callbacks, MAX_CALLBACKS);
  return {
    path: shown,
    absolute,
    facts,
    counts: {
      imports: new Set(facts.imports.map(({ source }) => source)).size,
      exports: ownNames + moreExports.reduce((sum, { names }) => sum + names.length, 0),
      symbols: countSymbols(facts.symbols),
    },
    imports: { external: sources(facts, false), internal: sources(facts, true) },
    moreExports,
    callbacks,
    warnings:
      callbacks.length < facts.callbacks.length
        ? [...facts.warnings, omittedCallbacks(callbacks.length, facts.callbacks.length)]
        : facts.warnings,
    recommendedReads,
    wanted,
    usage,
    absoluteOf,
    emptiness: emptinessOf(facts, isBlank),
  };
}

/**
 * At most `max` callbacks in source order: those that something runs at its own time before those that are
 * properties of an object, then the first ones.
 */
function mostTelling(callbacks: readonly CallbackFact[], max: number): readonly CallbackFact[] {
  if (callbacks.length <= max) return callbacks;
  const isProperty = ({ kind }: CallbackFact): boolean => kind === PROPERTY_KIND;
  const chosen = new Set(
    [...callbacks.filter((one) => !isProperty(one)), ...callbacks.filter(isProperty)].slice(0, max),
  );
  return callbacks.filter((callback) => chosen.has(callback));
}

function omittedCallbacks(listed: number, all: number): string {
  return `callbacks: ${listed} of ${all} are listed, properties of objects last; read_enclosing finds the others by line`;
}

/** An implementation block belongs to a type that has the name. */
function isExportedName({ exported, kind }: SymbolFact): boolean {
  return exported && kind !== "impl";
}

function countSymbols(symbols: readonly SymbolFact[]): number {
  let count = 0;
  for (const symbol of symbols) count += 1 + countSymbols(outlineMembers(symbol));
  return count;
}

function sources(facts: FileFacts, isInternal: boolean): string[] {
  return [...new Set(facts.imports.filter((i) => i.isInternal === isInternal).map(({ source }) => source))];
}

function exportsBeyondSymbols(facts: FileFacts): ExportGroup[] {
  const carried = new Set<string>();
  for (const symbol of facts.symbols) {
    if (!symbol.exported && !isApi(symbol)) continue;
    carried.add(symbol.name);
    for (const name of symbol.exportedAs ?? []) carried.add(name);
  }
  const groups = new Map<string | undefined, string[]>();
  for (const fact of facts.exports) {
    if (fact.from === undefined && carried.has(fact.name)) continue;
    const names = groups.get(fact.from) ?? [];
    groups.set(fact.from, names);
    names.push(exportText(fact));
  }
  return [...groups].map(([from, names]) => (from === undefined ? { names } : { from, names }));
}

function exportText({ name, local }: ExportFact): string {
  return local === undefined || local === name ? name : `${local} as ${name}`;
}

function emptinessOf(facts: FileFacts, isBlank: boolean): string | undefined {
  const { symbols, imports, exports, callbacks } = facts;
  if (unparsedTexts(facts).length > 0 || symbols.length + imports.length + exports.length + callbacks.length > 0)
    return undefined;
  if (facts.lineCount === 0) return emptyText(complete, "the file is empty");
  if (isBlank) return emptyText(complete, "the file holds blank lines only");
  return emptyText(complete, "the file declares, imports and exports nothing: comments or plain statements only");
}
