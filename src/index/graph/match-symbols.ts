import type { SymbolFact } from "../../syntax/facts.ts";
import type { GraphSymbol } from "./graph-reader.ts";

/**
 * The rows of the wanted declarations. A file that has changed since the index read it still has most of its
 * declarations, so they are told by full name and kind, namesakes by their order.
 */
export function matchSymbols(
  symbols: readonly SymbolFact[],
  rows: readonly (GraphSymbol | undefined)[],
): ReadonlyMap<SymbolFact, GraphSymbol> {
  const byKey = new Map<string, GraphSymbol[]>();
  for (const row of rows) {
    if (row === undefined) continue;
    const key = `${row.kind} ${row.fullName}`;
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [row]);
    else same.push(row);
  }
  const matched = new Map<SymbolFact, GraphSymbol>();
  const visit = (list: readonly SymbolFact[], owner: string): void => {
    for (const symbol of list) {
      const fullName = owner + symbol.name;
      const row = byKey.get(`${symbol.kind} ${fullName}`)?.shift();
      if (row !== undefined) matched.set(symbol, row);
      visit(symbol.members, `${fullName}.`);
    }
  };
  visit(symbols, "");
  return matched;
}
