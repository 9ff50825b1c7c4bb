import type { CallbackFact, FileFacts, SymbolFact } from "../../syntax/facts.ts";
import type { SymbolUsage } from "../../index/graph/module-usage.ts";
import { HIGH_COMPLEXITY, outlineMembers, symbolFlags } from "./outline-entry.ts";
import { sureUsers } from "./usage/usage-entry.ts";

export interface RecommendedRead {
  readonly reason: string;
  readonly symbol: string;
  readonly startLine: number;
  readonly endLine: number;
}

const MAX_READS = 3;
const MAX_FOCUS_TOKENS = 8;
const MIN_TOKEN_LENGTH = 3;
const FOCUS_WEIGHT = 6;
const EXPORTED_WEIGHT = 2;
const HIGH_COMPLEXITY_WEIGHT = 3;
const USED_BY_WEIGHT = 2;
/** More users than these do not make a symbol worth more. */
const MAX_COUNTED_USERS = 10;

/** What a callback's flags and kind are worth; several add up. */
const CALLBACK_WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["captures UI context", 8],
  ["captures context", 5],
  ["detached timer", 4],
  ["lifecycle", 3],
  ["object_property_callback", 2],
  ["assigned_callback", 1],
]);

export interface Focus {
  readonly tokens: readonly string[];
  /** Usable words beyond the bound, which do not count. */
  readonly ignored: readonly string[];
}

export function parseFocus(text: string | undefined): Focus {
  const words = (text ?? "").toLowerCase().split(/[^a-z0-9_.]+/);
  const usable = [...new Set(words.filter((word) => word.length >= MIN_TOKEN_LENGTH))];
  return { tokens: usable.slice(0, MAX_FOCUS_TOKENS), ignored: usable.slice(MAX_FOCUS_TOKENS) };
}

/** Says when words of a focus had no effect. */
export function focusNotes(text: string | undefined, focus: Focus): string[] {
  if (text === undefined || text.trim() === "") return [];
  if (focus.tokens.length === 0) return [`focus has no word of ${MIN_TOKEN_LENGTH} or more ASCII letters: no effect`];
  if (focus.ignored.length === 0) return [];
  return [`focus: the first ${MAX_FOCUS_TOKENS} words count, left out: ${focus.ignored.join(", ").slice(0, 200)}`];
}

/** The focus words that a symbol's name, kind, signature or flags contain. */
export function focusHits(symbol: SymbolFact, { tokens }: Focus): string[] {
  if (tokens.length === 0) return [];
  const haystack = [symbol.name, symbol.kind, symbol.signature ?? "", ...symbolFlags(symbol)].join("\n").toLowerCase();
  return tokens.filter((token) => haystack.includes(token));
}

interface Scored extends Omit<RecommendedRead, "reason"> {
  readonly score: number;
  /** Asked for the few that are best. */
  readonly reason: () => string;
}

/** The symbols and callbacks most worth reading next, best first; ties stand in source order. */
export function recommendReads(
  facts: FileFacts,
  focus: Focus,
  usage: ReadonlyMap<SymbolFact, SymbolUsage> = new Map(),
): RecommendedRead[] {
  const best: Scored[] = [];
  const offer = (candidate: Scored): void => {
    if (candidate.score <= 0) return;
    const at = best.findIndex((other) => isBefore(candidate, other));
    best.splice(at === -1 ? best.length : at, 0, candidate);
    if (best.length > MAX_READS) best.pop();
  };
  const visit = (symbols: readonly SymbolFact[], owner: string): void => {
    for (const symbol of symbols) {
      const name = owner + symbol.name;
      offer(scoreSymbol(symbol, name, { focus, usage: usage.get(symbol) }));
      visit(outlineMembers(symbol), `${name}.`);
    }
  };
  visit(facts.symbols, "");
  for (const callback of facts.callbacks) offer(scoreCallback(callback, focus));
  return best.map(({ reason, symbol, startLine, endLine }) => ({ reason: reason(), symbol, startLine, endLine }));
}

function isBefore(a: Scored, b: Scored): boolean {
  return a.score > b.score || (a.score === b.score && a.startLine < b.startLine);
}

function scoreSymbol(
  symbol: SymbolFact,
  name: string,
  { focus, usage }: { readonly focus: Focus; readonly usage: SymbolUsage | undefined },
): Scored {
  const users = usage === undefined ? 0 : sureUsers(usage);
  const complexity = symbol.complexity ?? 0;
  const isComplex = complexity >= HIGH_COMPLEXITY;
  const hits = focusHits(symbol, focus);
  const reasons = (): (string | false)[] => [
    hits.length > 0 && `matches focus: ${hits.join(", ")}`,
    users > 0 && `used by ${users}`,
    complexity > 0 && `${isComplex ? "high complexity" : "complexity"} ${complexity}`,
    symbol.exported && "exported",
  ];
  return {
    score:
      Math.min(users, MAX_COUNTED_USERS) * USED_BY_WEIGHT +
      complexity +
      (symbol.exported ? EXPORTED_WEIGHT : 0) +
      (isComplex ? HIGH_COMPLEXITY_WEIGHT : 0) +
      hits.length * FOCUS_WEIGHT,
    reason: () =>
      reasons()
        .filter((reason) => reason !== false)
        .join(", "),
    symbol: name,
    startLine: symbol.startLine,
    endLine: symbol.endLine,
  };
}

function scoreCallback(callback: CallbackFact, { tokens }: Focus): Scored {
  const signals = [...callback.flags, callback.kind].filter((signal) => CALLBACK_WEIGHTS.has(signal));
  const haystack =
    tokens.length === 0 ? "" : [callback.handle, callback.kind, ...callback.flags].join("\n").toLowerCase();
  const hits = tokens.filter((token) => haystack.includes(token));
  const reasons = (): string[] => [...(hits.length > 0 ? [`matches focus: ${hits.join(", ")}`] : []), ...signals];
  return {
    score: signals.reduce((sum, signal) => sum + (CALLBACK_WEIGHTS.get(signal) ?? 0), 0) + hits.length * FOCUS_WEIGHT,
    reason: () =>
      reasons()
        .map((reason) => reason.replaceAll("_", " "))
        .join(", "),
    symbol: callback.handle,
    startLine: callback.startLine,
    endLine: callback.endLine,
  };
}
