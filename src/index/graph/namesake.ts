import { REFERENCE_KIND } from "../store/schema.ts";
import type { GraphReader, GraphReference, GraphSymbol } from "./graph-reader.ts";
import { standsAtTop } from "./components/component-scope.ts";
import { isType } from "./type-members.ts";

/** Whether a use of the symbol's name, of which no more is known, can mean it at all. */
export function isCompatible(reference: GraphReference, symbol: GraphSymbol, reader: GraphReader): boolean {
  const from = reader.file(reference.file);
  const to = reader.file(symbol.file);
  if (from === undefined || to === undefined || from.visibility.family !== to.visibility.family) return false;
  if (symbol.isLocal === 1 && reference.file !== symbol.file) return false;
  if (reference.kind === REFERENCE_KIND.type || reference.kind === REFERENCE_KIND.extends) return isTypeLike(symbol);
  if (reference.receiver !== null) return true;
  // A member is not called by its bare name where the language wants the object said.
  return standsAtTop(symbol, reader) || isType(symbol) || from.visibility.hasImplicitThis === true;
}

/** A value can stand for a type too, `typeof x` and what holds a class. */
function isTypeLike(symbol: GraphSymbol): boolean {
  return isType(symbol) || symbol.kind === "variable" || symbol.kind === "constant" || symbol.kind === "function";
}
