import type { LineIndex } from "../extract/line-index.ts";
import type { ImportFact } from "../facts.ts";
import { nodeOf, type SyntaxNode, type SyntaxTree } from "../tree/syntax-tree.ts";
import type { ImportBinding } from "./index-facts.ts";

export interface BindingSource {
  readonly tree: SyntaxTree;
  readonly text: string;
  readonly lines: LineIndex;
  readonly imports: readonly ImportFact[];
}

export interface FoundBindings {
  readonly bindings: readonly ImportBinding[];
  /** The nodes that name what is bound, and what it is called where it comes from. */
  readonly nodes: ReadonlySet<number>;
}

/** How the imports of a language bind names. */
export type BindingReader = (source: BindingSource) => FoundBindings;

/** Longer import statements are read up to here. */
const MAX_STATEMENT_LENGTH = 4_000;

/** The names that import facts list, each bound to what the statement says it is called elsewhere. */
export const bindNames: BindingReader = (source) => bindListed(source, (alias) => alias ?? "*");

/** The same, where an alias always stands for the module. */
export const bindNamesAndModules: BindingReader = (source) => bindListed(source, () => "*");

/** An import brings a module under one name, and its members are used through it. */
export const bindModules: BindingReader = ({ imports }) => ({
  bindings: imports.flatMap(({ source, line, names }) =>
    names.map((name) => ({ local: name, imported: "*", source, line })),
  ),
  nodes: new Set(),
});

/** The same in a language where imports stand among other names of a function: they are no local names. */
export function bindModulesAt(nameType: string): BindingReader {
  return (source) => {
    const { tree, text, lines } = source;
    const { bindings } = bindModules(source);
    const bound = new Set(bindings.map(({ line, local }) => `${line} ${local}`));
    const names = nodesOfType(tree, [nameType]).filter(({ startIndex, endIndex }) =>
      bound.has(`${lines.lineOf(startIndex)} ${text.slice(startIndex, endIndex)}`),
    );
    return { bindings, nodes: new Set(names.map(({ id }) => id)) };
  };
}

function bindListed(
  { text, lines, imports }: BindingSource,
  importedAs: (alias: string | undefined) => string,
): FoundBindings {
  const bindings: ImportBinding[] = [];
  for (const { source, line, names } of imports) {
    if (names.length === 0) continue;
    const start = lines.startOf(line);
    const [statement = ""] =
      /^[^;]*?(?=;|\n\s*\n|$(?![^]))/.exec(text.slice(start, start + MAX_STATEMENT_LENGTH)) ?? [];
    for (const name of names) {
      const alias = name === "*" ? null : aliasBefore(statement, name);
      bindings.push({ local: name, imported: alias === null ? name : importedAs(alias.of), source, line });
    }
  }
  return { bindings, nodes: new Set() };
}

/** What stands before "as NAME", "=> NAME" or behind "NAME ="; null: the name is no alias. */
function aliasBefore(statement: string, name: string): { readonly of: string | undefined } | null {
  const escaped = name.replace(/[^\w]/g, "\\$&");
  const before = new RegExp(`([\\w$]*)["')]?\\s+(?:as|=>)\\s+${escaped}(?![\\w$])`).exec(statement);
  if (before !== null) return { of: before[1] === "" ? undefined : before[1] };
  const behind = new RegExp(`(?<![\\w$])${escaped}\\s*=\\s*(?:[\\w]+[.\\\\])*([\\w]+)\\s*$`).exec(statement);
  return behind === null ? null : { of: behind[1] };
}

/** The texts of a tree's nodes of some types, with their children in fields. */
export function nodesOfType(tree: SyntaxTree, names: readonly string[]): SyntaxNode[] {
  const wanted = tree.grammar.setOf(names);
  const found: SyntaxNode[] = [];
  for (let node = 0; node < tree.count; node += 1) {
    if (wanted[tree.types[node] as number] === 1) found.push(nodeOf(tree, node));
  }
  return found;
}

export function childIn(tree: SyntaxTree, node: SyntaxNode, field: string): SyntaxNode | undefined {
  const id = tree.grammar.fieldId(field);
  return node.namedChildren.find((child) => tree.fields[child.id] === id);
}
