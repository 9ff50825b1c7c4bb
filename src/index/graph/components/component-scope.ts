import type { GraphReader, GraphSymbol } from "../graph-reader.ts";

/** Kinds that hold declarations without being their owner. */
const TRANSPARENT: ReadonlySet<string> = new Set(["impl"]);

/** What can be meant by a name that stands alone, at the top of a file: no member. */
export function isTopLevel(symbol: GraphSymbol, reader: GraphReader): boolean {
  const { isLocal, kind } = symbol;
  return isLocal === 0 && !TRANSPARENT.has(kind) && !isOwned(symbol, reader);
}

/** It has an owner: by its place, or by a dot in its name. */
export function isOwned(symbol: GraphSymbol, reader: GraphReader): boolean {
  return !standsAtTop(symbol, reader) || nameInFile(symbol, reader).includes(".");
}

/** Nothing but the component that is the file stands around it. */
export function standsAtTop({ parent, file }: Pick<GraphSymbol, "parent" | "file">, reader: GraphReader): boolean {
  return parent === -1 || (parent >= 0 && reader.component(file)?.ordinal === parent);
}

/** Uses say less than its whole name. */
export function isMember(symbol: GraphSymbol, reader: GraphReader): boolean {
  return !standsAtTop(symbol, reader) || nameInFile(symbol, reader) !== reader.nameOf(symbol.name);
}

/** Its full name, less that of the component that is the file. */
function nameInFile({ fullName, kind, name, parent, file }: GraphSymbol, reader: GraphReader): string {
  if (kind === "component") return reader.nameOf(name);
  return parent < 0 ? fullName : fullName.slice((reader.component(file)?.fullName.length ?? -1) + 1);
}
