import { toPascalCase } from "../templates/element-names.ts";
import type { SymbolFact, SymbolKind } from "../facts.ts";
import type { FlatSymbol } from "./index-facts.ts";

/** Their names are text, not paths. */
const TEXT_KINDS: ReadonlySet<SymbolKind> = new Set([
  "heading",
  "key",
  "item",
  "table",
  "document",
  "rule",
  "element",
] as const);

/** All symbols, owners before their members. */
export function flattenSymbols(symbols: readonly SymbolFact[]): FlatSymbol[] {
  const flat: FlatSymbol[] = [];
  addAll(symbols, -1, flat);
  return flat;
}

function addAll(symbols: readonly SymbolFact[], parent: number, flat: FlatSymbol[]): void {
  const owner = flat[parent]?.fullName;
  for (const fact of symbols) {
    const fullName = owner === undefined ? fact.name : `${owner}.${fact.name}`;
    const ordinal = flat.push({ fact, parent, fullName, baseName: baseNameOf(fact) }) - 1;
    addAll(fact.members, ordinal, flat);
  }
}

/** "MyButton" for my-button.vue, which markup names in either way, and for MyButton.client.vue. */
function componentNameOf(name: string): string {
  const stem = name.replace(/(?<=\w)\..*$/, "");
  return /^[a-z]\w*(?:-\w+)*$/.test(stem) ? toPascalCase(stem) : stem;
}

function baseNameOf({ name, kind }: SymbolFact): string {
  if (TEXT_KINDS.has(kind)) return name;
  if (kind === "component") return componentNameOf(name);
  const last = name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":"), name.lastIndexOf("\\")) + 1);
  return last === "" || /\s/.test(last) ? name : last;
}
