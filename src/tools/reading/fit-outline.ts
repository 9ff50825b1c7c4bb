import type { SymbolFact } from "../../syntax/facts.ts";
import { outlineMembers } from "./outline-entry.ts";

export interface FitOptions {
  readonly budgetBytes: number;
  /** False: top-level symbols only; what is left out is not counted as omitted. */
  readonly hasMembers: boolean;
  /** UTF-8 size of a symbol's own entry at this depth, members not included. */
  readonly costBytes: (symbol: SymbolFact, depth: number) => number;
  /** Members of one owner that are listed without being asked for; default: all. */
  readonly maxMembers?: number;
  /** Symbols to list before all others. */
  readonly isWanted: (symbol: SymbolFact) => boolean;
}

export interface Fitted {
  readonly api: readonly SymbolFact[];
  readonly internal: readonly SymbolFact[];
  /** Members to list of a listed symbol, in source order. */
  readonly membersOf: (symbol: SymbolFact) => readonly SymbolFact[];
  readonly omitted: Omitted;
}
export interface Omitted {
  readonly api: number;
  readonly internal: number;
  readonly members: number;
}

interface Candidate {
  readonly symbol: SymbolFact;
  readonly depth: number;
  readonly parent: Candidate | undefined;
  readonly isApi: boolean;
  /** Not among the first members of its owner, or in one that is not. */
  readonly isBeyond: boolean;
}

/** Members of one owner that a report of a data file lists. */
export const MAX_DATA_MEMBERS = 60;

const RANKS = 5;

/**
 * Chooses the symbols a report lists when not all of them fit: wanted ones, then exported ones, then
 * what exported ones show, then internal ones, then the rest; of two alike, the outer one. An entry
 * brings its owners along.
 * Entries are costed only until the budget is used up, so a huge file costs no more than a large one.
 */
export function fitOutline(symbols: readonly SymbolFact[], options: FitOptions): Fitted {
  const ranked: Candidate[][] = Array.from({ length: RANKS }, () => []);
  const total = { api: 0, internal: 0, members: 0 };
  collect(symbols, options, (candidate) => {
    total[sectionOf(candidate)] += 1;
    if (!candidate.isBeyond || options.isWanted(candidate.symbol)) ranked[rank(candidate, options)]?.push(candidate);
  });

  const kept = new Set<SymbolFact>();
  const listed = { api: 0, internal: 0, members: 0 };
  let left = options.budgetBytes;
  choosing: for (const candidates of ranked) {
    for (const candidate of candidates.toSorted((a, b) => a.depth - b.depth)) {
      const chain = ownersFirst(candidate).filter(({ symbol }) => !kept.has(symbol));
      const cost = chain.reduce((sum, { symbol, depth }) => sum + options.costBytes(symbol, depth), 0);
      if (cost > left) break choosing;
      left -= cost;
      for (const link of chain) {
        kept.add(link.symbol);
        listed[sectionOf(link)] += 1;
      }
    }
  }

  const topLevel = symbols.filter((symbol) => kept.has(symbol));
  return {
    api: topLevel.filter(isApi),
    internal: topLevel.filter((symbol) => !isApi(symbol)),
    membersOf: (symbol) => outlineMembers(symbol).filter((member) => kept.has(member)),
    omitted: {
      api: total.api - listed.api,
      internal: total.internal - listed.internal,
      members: total.members - listed.members,
    },
  };
}

/** Part of what the file offers to others: exported itself, or the owner of something exported. */
export function isApi(symbol: SymbolFact): boolean {
  return symbol.exported || (symbol.kind === "impl" && symbol.members.some((member) => member.exported));
}

function collect(symbols: readonly SymbolFact[], options: FitOptions, found: (candidate: Candidate) => void): void {
  const { hasMembers, maxMembers = Number.POSITIVE_INFINITY } = options;
  const visit = (symbol: SymbolFact, index: number, parent: Candidate | undefined): void => {
    const candidate = {
      symbol,
      depth: parent === undefined ? 0 : parent.depth + 1,
      parent,
      isApi: parent?.isApi ?? isApi(symbol),
      isBeyond: parent !== undefined && (parent.isBeyond || index >= maxMembers),
    };
    found(candidate);
    if (hasMembers) for (const [at, member] of outlineMembers(symbol).entries()) visit(member, at, candidate);
  };
  for (const symbol of symbols) visit(symbol, 0, undefined);
}

function sectionOf({ depth, isApi: inApi }: Candidate): keyof Omitted {
  if (depth > 0) return "members";
  return inApi ? "api" : "internal";
}

function rank({ symbol, depth, isApi: inApi }: Candidate, options: FitOptions): number {
  if (options.isWanted(symbol)) return 0;
  if (depth === 0) return inApi ? 1 : 3;
  return inApi && symbol.visibility === undefined ? 2 : 4;
}

function ownersFirst(candidate: Candidate): Candidate[] {
  const chain = [candidate];
  for (let owner = candidate.parent; owner !== undefined; owner = owner.parent) chain.unshift(owner);
  return chain;
}
