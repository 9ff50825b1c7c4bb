import { editDistance } from "../../base/edit-distance.ts";
import type { FileFacts, SymbolFact } from "../../syntax/facts.ts";
import { isInsideBody } from "./outline-entry.ts";
import type { Span } from "./verbatim.ts";

/** A symbol or callback with its place; the lines include an attached doc comment. */
export interface Found extends Span {
  /** Dotted through its owners: "Server.listen"; a callback's handle. */
  readonly name: string;
  readonly kind: string;
  /** Declared inside the body of another symbol. */
  readonly isLocal: boolean;
}

/** Where exactly it stands; offsets in the text, end exclusive. */
export interface Place extends Found {
  /** Without a doc comment before it. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart?: number | undefined;
  readonly bodyEnd?: number | undefined;
  readonly isCallback: boolean;
}

/** Names at least this similar to a missed one are worth suggesting. */
const MIN_SIMILARITY = 0.45;
const MAX_NEAREST = 3;

/** Every symbol of the file, owners before members, with those that are local marked. */
export function allSymbols(symbols: readonly SymbolFact[]): Place[] {
  const found: Place[] = [];
  const visit = (symbol: SymbolFact, owner: string, isLocal: boolean): void => {
    const name = owner + symbol.name;
    const { kind, docStartLine: startLine, endLine, start, end, bodyStart, bodyEnd } = symbol;
    found.push({ name, kind, startLine, endLine, isLocal, start, end, bodyStart, bodyEnd, isCallback: false });
    for (const member of symbol.members) visit(member, `${name}.`, isLocal || isInsideBody(member, symbol));
  };
  for (const symbol of symbols) visit(symbol, "", false);
  return found;
}

export function allCallbacks({ callbacks }: FileFacts): Place[] {
  return callbacks.map(({ handle, kind, startLine, endLine, start, end }) => ({
    name: handle,
    kind,
    startLine,
    endLine,
    start,
    end,
    isLocal: false,
    isCallback: true,
  }));
}

/**
 * What a name stands for, in source order: a callback's handle, the exact name, else the end of a
 * dotted name ("format" for "res.format", "Scope.crawl" for "ns.Scope.crawl"). Symbols declared
 * inside the body of another count only when nothing else has the name.
 */
export function findSymbols(facts: FileFacts, name: string, kind?: string): Place[] {
  const wanted = dotted(name);
  const all = [...allSymbols(facts.symbols), ...allCallbacks(facts)].filter(
    (found) => kind === undefined || found.kind === kind,
  );
  const exact = all.filter((found) => dotted(found.name) === wanted);
  const byEnd = all.filter((found) => dotted(found.name).endsWith(`.${wanted}`));
  const open = [...exact, ...byEnd].filter(({ isLocal }) => !isLocal);
  const matches = open.length > 0 ? open : [...exact, ...byEnd];
  return joinOverloads(matches.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine));
}

/** Declarations of one name right below each other (overloads and what implements them) are read as one. */
function joinOverloads(matches: readonly Place[]): Place[] {
  const joined: Place[] = [];
  for (const found of matches) {
    const last = joined.at(-1);
    const isNext = last?.name === found.name && last.kind === found.kind && found.startLine === last.endLine + 1;
    if (isNext) joined[joined.length - 1] = { ...found, startLine: last.startLine, start: last.start };
    else joined.push(found);
  }
  return joined;
}

/** Up to three symbols whose names are nearest to one that is missing, nearest first. */
export function nearestSymbols(facts: FileFacts, name: string): Found[] {
  const wanted = dotted(name).toLowerCase();
  const scored = [...allSymbols(facts.symbols), ...allCallbacks(facts)]
    .map((found) => ({ found, score: nameSimilarity(wanted, dotted(found.name).toLowerCase()) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .toSorted((a, b) => b.score - a.score);
  const names = new Set<string>();
  return scored
    .map(({ found }) => found)
    .filter(({ name: one }) => !names.has(one) && names.add(one))
    .slice(0, MAX_NEAREST);
}

/** Rust's and Java's separators between owner and member read as the dot, and so does JavaScript's prototype. */
function dotted(name: string): string {
  return name
    .replaceAll("::", ".")
    .replaceAll("#", ".")
    .replaceAll(".prototype.", ".")
    .replace(/^[.\s]+/, "")
    .trimEnd();
}

function nameSimilarity(wanted: string, name: string): number {
  const last = lastPart(name);
  const wantedLast = lastPart(wanted);
  const byLast = similarity(wantedLast, last);
  return last === name && wantedLast === wanted ? byLast : Math.max(byLast, similarity(wanted, name));
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** The share of characters that need no edit: 1 for equal, 0 for nothing in common. */
export function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  // The lengths alone already rule it out: most names of a large file end here.
  if (Math.min(a.length, b.length) / longest < MIN_SIMILARITY) return 0;
  return (longest - editDistance(a, b)) / longest;
}

/** "method Server.listen 20-40". */
export function placeText({ kind, name, startLine, endLine }: Found): string {
  return `${kind} ${name} ${startLine}-${endLine}`;
}
