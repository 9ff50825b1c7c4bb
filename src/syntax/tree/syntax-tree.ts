import type { GrammarTypes } from "./grammar-types.ts";

/**
 * A parsed text as plain numbers: nodes in the order in which they start, a parent before its children.
 * Patterns ask every node about its children; here that needs no call into WebAssembly and no object.
 */
export interface SyntaxTree {
  readonly grammar: GrammarTypes;
  readonly count: number;
  /** Types and fields in the numbers of the grammar; field 0 is none. */
  readonly types: Uint16Array;
  readonly fields: Uint16Array;
  /** Offsets in UTF-16 units. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The first node behind the node and all in it: its next sibling, where it has one. */
  readonly nexts: Int32Array;
  /** -1 for the root. */
  readonly parents: Int32Array;
  /** Where the parser invented a token to go on. */
  readonly missing: readonly number[];
}

/** Plain data: it crosses to another thread, and the grammar's names before it. */
export type PlainTree = Omit<SyntaxTree, "grammar">;

/** One node of a tree, for those who want to hold it. */
export interface SyntaxNode {
  /** Unique within its tree. */
  readonly id: number;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly type: string;
  readonly parent: SyntaxNode | undefined;
  readonly namedChildren: readonly SyntaxNode[];
}

export function nodeOf(tree: SyntaxTree, id: number): SyntaxNode {
  return new TreeNode(tree, id);
}

class TreeNode implements SyntaxNode {
  readonly id: number;
  readonly #tree: SyntaxTree;

  constructor(tree: SyntaxTree, id: number) {
    this.id = id;
    this.#tree = tree;
  }

  get startIndex(): number {
    return this.#tree.starts[this.id] as number;
  }

  get endIndex(): number {
    return this.#tree.ends[this.id] as number;
  }

  get type(): string {
    return this.#tree.grammar.typeName(this.#tree.types[this.id] as number);
  }

  get parent(): SyntaxNode | undefined {
    const id = this.#tree.parents[this.id] as number;
    return id < 0 ? undefined : new TreeNode(this.#tree, id);
  }

  get namedChildren(): readonly SyntaxNode[] {
    const { nexts, types, grammar } = this.#tree;
    const end = nexts[this.id] as number;
    const children: SyntaxNode[] = [];
    for (let child = this.id + 1; child < end; child = nexts[child] as number) {
      if (grammar.isNamed[types[child] as number] === 1) children.push(new TreeNode(this.#tree, child));
    }
    return children;
  }
}
