import type { SymbolFact } from "../../syntax/facts.ts";
import type { FlatSymbol } from "../../syntax/references/index-facts.ts";

export function flattenSymbols(symbols: readonly SymbolFact[]): FlatSymbol[] {
  const flat: FlatSymbol[] = [];
  const add = (facts: readonly SymbolFact[], parent: number): void => {
    const owner = flat[parent]?.fullName;
    for (const fact of facts) {
      const fullName = owner === undefined ? fact.name : `${owner}.${fact.name}`;
      const baseName = fact.name.slice(fact.name.lastIndexOf(".") + 1);
      const ordinal = flat.push({ fact, parent, fullName, baseName }) - 1;
      add(fact.members, ordinal);
    }
  };
  add(symbols, -1);
  return flat;
}
