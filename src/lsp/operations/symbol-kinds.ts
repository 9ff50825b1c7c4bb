import type { SymbolKind } from "vscode-languageserver-protocol";

/** The protocol's symbol kinds in words, by number. */
const NAMES = [
  "",
  "file",
  "module",
  "namespace",
  "package",
  "class",
  "method",
  "property",
  "field",
  "constructor",
  "enum",
  "interface",
  "function",
  "variable",
  "constant",
  "string",
  "number",
  "boolean",
  "array",
  "object",
  "key",
  "null",
  "enum member",
  "struct",
  "event",
  "operator",
  "type parameter",
] as const;

export type SymbolKindName = Exclude<(typeof NAMES)[number], ""> | "symbol";

export function symbolKindName(kind: SymbolKind): SymbolKindName {
  return NAMES[kind] || "symbol";
}

/** Whether a filter names the kind: letter case, spaces and a plural do not count ("enumMember", "functions"). */
export function isOfKind(kind: string, wanted: ReadonlySet<string>): boolean {
  return wanted.has(foldKind(kind));
}

export function foldKind(kind: string): string {
  const folded = kind.toLowerCase().replace(/[\s_-]/g, "");
  if (folded.endsWith("classes")) return "class";
  return folded.endsWith("s") && !folded.endsWith("ss") && folded !== "alias" ? singular(folded) : folded;
}

function singular(word: string): string {
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
