import type { SymbolFact, SymbolKind } from "../../syntax/facts.ts";
import { HIGH_FANOUT, type UsageEntry } from "./usage/usage-entry.ts";

/** Cyclomatic complexity from which a symbol is flagged. */
export const HIGH_COMPLEXITY = 8;

/** A symbol as the JSON views show it; absent fields are not repeated as empty ones. */
export interface OutlineEntry extends UsageEntry {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly startLine: number;
  readonly endLine: number;
  readonly exported: boolean;
  readonly exportedAs?: readonly string[];
  readonly visibility?: "private" | "protected";
  readonly signature?: string;
  readonly doc?: string;
  readonly decorators?: readonly string[];
  readonly complexity?: number;
  readonly flags?: readonly string[];
  readonly delegationRatio?: number;
  /** How many symbols are declared inside its body, at any depth. */
  readonly locals?: number;
  readonly memberCount?: number;
  readonly members?: readonly OutlineEntry[];
}

/** Methods from which a share of them says something about their owner. */
const MIN_METHODS = 3;
const MIDDLE_MAN_RATIO = 0.5;

/** What cannot be derived from the other fields; `fanout` is how many declarations it calls, where that is known. */
export function symbolFlags(symbol: SymbolFact, fanout = 0): string[] {
  const flags: string[] = [];
  if (symbol.isAsync) flags.push("async");
  if (fanout >= HIGH_FANOUT) flags.push("high fanout");
  if ((symbol.complexity ?? 0) >= HIGH_COMPLEXITY) flags.push("high complexity");
  if (symbol.exported && symbol.isForwarding === true) flags.push("boundary wrapper");
  if (delegationRatio(symbol) !== undefined) flags.push("middle man");
  return flags;
}

/** The share of methods that only pass their parameters on, two decimals, where it makes the owner a middle man. */
export function delegationRatio({ members }: SymbolFact): number | undefined {
  let methods = 0;
  let forwarding = 0;
  for (const { kind, isLocal, isForwarding } of members) {
    if (kind !== "method" || isLocal) continue;
    methods += 1;
    if (isForwarding === true) forwarding += 1;
  }
  if (methods < MIN_METHODS || forwarding / methods < MIDDLE_MAN_RATIO) return undefined;
  return Math.round((forwarding / methods) * 100) / 100;
}

const BODIES: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor"]);

/**
 * Members an outline lists: not what is declared inside the body of a listed function. What stands
 * inside an anonymous one (a module wrapper, a test suite) has no owner and is listed itself.
 */
export function outlineMembers(symbol: SymbolFact): readonly SymbolFact[] {
  return symbol.members.some((member) => isInsideBody(member, symbol))
    ? symbol.members.filter((member) => !isInsideBody(member, symbol))
    : symbol.members;
}

export function isInsideBody(symbol: SymbolFact, owner: SymbolFact): boolean {
  return symbol.isLocal && (!owner.isLocal || BODIES.has(owner.kind));
}

/** Symbols declared inside the body of this one. */
export function countLocals(symbol: SymbolFact): number {
  let count = 0;
  for (const member of symbol.members) if (isInsideBody(member, symbol)) count += 1 + countLocals(member);
  return count;
}

/** The entry of a symbol without its members. */
export function fullEntry(symbol: SymbolFact, usage: UsageEntry = {}): OutlineEntry {
  const flags = symbolFlags(symbol, usage.fanout);
  const ratio = delegationRatio(symbol);
  const locals = countLocals(symbol);
  return {
    name: symbol.name,
    kind: symbol.kind,
    startLine: symbol.startLine,
    endLine: symbol.endLine,
    exported: symbol.exported,
    ...(symbol.exportedAs !== undefined && symbol.exportedAs.length > 0 && { exportedAs: symbol.exportedAs }),
    ...(symbol.visibility !== undefined && { visibility: symbol.visibility }),
    ...(symbol.signature !== undefined && { signature: symbol.signature }),
    ...(symbol.doc !== undefined && { doc: symbol.doc }),
    ...(symbol.decorators.length > 0 && { decorators: symbol.decorators }),
    ...(symbol.complexity !== undefined && { complexity: symbol.complexity }),
    ...(flags.length > 0 && { flags }),
    ...(ratio !== undefined && { delegationRatio: ratio }),
    ...(locals > 0 && { locals }),
    ...usage,
  };
}

/** The smaller entry of the summary view: where it is and what it is for. */
export function briefEntry(symbol: SymbolFact): OutlineEntry {
  const flags = symbolFlags(symbol);
  const memberCount = outlineMembers(symbol).length;
  return {
    name: symbol.name,
    kind: symbol.kind,
    startLine: symbol.startLine,
    endLine: symbol.endLine,
    exported: symbol.exported,
    ...(symbol.exportedAs !== undefined && symbol.exportedAs.length > 0 && { exportedAs: symbol.exportedAs }),
    ...(symbol.doc !== undefined && { doc: symbol.doc }),
    ...(flags.length > 0 && { flags }),
    ...(memberCount > 0 && { memberCount }),
  };
}
