/** What an oracle or Reticle says is declared in one file, in terms that both have. */
import type { FileFacts, SymbolFact, SymbolKind } from "../../src/syntax/facts.ts";

/** Kinds that two tools tell apart in different ways count as one. */
export type Family = "function" | "type" | "value" | "module" | "macro";

/** Directly in the file, a namespace or a module; inside another definition; inside of a function. */
export type Place = "top" | "member" | "local";

export interface Definition {
  /** Without its owner. */
  readonly name: string;
  readonly families: readonly Family[];
  /** Where its name may stand: 1-based, inclusive. One line for most oracles. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** As the tool calls it. */
  readonly kind: string;
  readonly place: Place;
  readonly endLine?: number;
}

const FAMILY_OF: Readonly<Record<SymbolKind, Family | undefined>> = {
  function: "function",
  method: "function",
  constructor: "function",
  class: "type",
  interface: "type",
  struct: "type",
  enum: "type",
  trait: "type",
  record: "type",
  annotation: "type",
  component: "type",
  type: "type",
  impl: "type",
  "enum member": "value",
  variable: "value",
  constant: "value",
  field: "value",
  property: "value",
  module: "module",
  namespace: "module",
  macro: "macro",
  heading: undefined,
  key: undefined,
  item: undefined,
  table: undefined,
  document: undefined,
  rule: undefined,
  element: undefined,
};

const HOLDERS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["module", "namespace"]);

export function ownDefinitions({ symbols }: Pick<FileFacts, "symbols">): Definition[] {
  return symbols.flatMap((symbol) => flatten(symbol, "top"));
}

function flatten(symbol: SymbolFact, around: Place): Definition[] {
  const place = symbol.isLocal ? "local" : around;
  const inside = place === "top" && !HOLDERS.has(symbol.kind) ? "member" : place;
  const members = symbol.members.flatMap((member) => flatten(member, inside));
  const family = FAMILY_OF[symbol.kind];
  if (family === undefined) return members;
  const { name, kind, startLine: firstLine, nameLine: lastLine, endLine } = symbol;
  return [{ name, families: [family], firstLine, lastLine, kind, place, endLine }, ...members];
}
