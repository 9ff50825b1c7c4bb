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

/** Each name that an import fact lists is bound under itself. */
export const bindNames: BindingReader = ({ imports }) => ({
  bindings: imports.flatMap(({ source, line, names }) =>
    names.map((name) => ({ local: name, imported: name, source, line })),
  ),
  nodes: new Set(),
});

/** An import brings a module under one name, its members are used through it. */
export const bindModules: BindingReader = ({ imports }) => ({
  bindings: imports.flatMap(({ source, line, names }) =>
    names.map((name) => ({ local: name, imported: "*", source, line })),
  ),
  nodes: new Set(),
});

/** The texts of a tree's nodes of some types, with their children in fields. */
export function nodesOfType(tree: SyntaxTree, names: readonly string[]): SyntaxNode[] {
  const wanted = new Set(names.flatMap((name) => tree.grammar.typesOf(name, false)));
  const found: SyntaxNode[] = [];
  for (let node = 0; node < tree.count; node += 1) {
    if (wanted.has(tree.types[node] as number)) found.push(nodeOf(tree, node));
  }
  return found;
}

export function childIn(tree: SyntaxTree, node: SyntaxNode, field: string): SyntaxNode | undefined {
  const id = tree.grammar.fieldId(field);
  return node.namedChildren.find((child) => tree.fields[child.id] === id);
}
