import type { SymbolKind } from "../../syntax/facts.ts";

const SHORT: Readonly<Record<SymbolKind, string>> = {
  function: "fn",
  method: "method",
  constructor: "ctor",
  class: "class",
  interface: "iface",
  struct: "struct",
  enum: "enum",
  "enum member": "member",
  trait: "trait",
  impl: "impl",
  type: "type",
  variable: "var",
  constant: "const",
  field: "field",
  property: "prop",
  module: "mod",
  namespace: "ns",
  macro: "macro",
  record: "record",
  annotation: "annot",
  component: "comp",
  heading: "heading",
  key: "key",
  item: "item",
  table: "table",
  document: "doc",
  rule: "rule",
  element: "elem",
};

const LONG: ReadonlyMap<string, SymbolKind> = new Map(
  (Object.entries(SHORT) as [SymbolKind, string][]).map(([kind, short]) => [short, kind]),
);

/** Every kind of symbol, as facts name it. */
export const knownKinds: readonly string[] = Object.keys(SHORT);

/** The kind as the compact outline abbreviates it. */
export function shortKind(kind: SymbolKind): string {
  return SHORT[kind];
}

/** The kind behind what a caller wrote: either form of it, in any case; other words pass unchanged. */
export function fullKind(written: string): string {
  const word = written.trim().toLowerCase();
  return LONG.get(word) ?? word;
}
