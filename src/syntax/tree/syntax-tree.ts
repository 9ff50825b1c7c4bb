/** The number web-tree-sitter gives to nodes that are errors; beyond all types of a grammar. */
export const ERROR_TYPE = 65_535;

/**
 * A parsed text as plain numbers: nodes in the order in which they start, a parent before its children.
 * Patterns ask every node about its children; here that needs no call into WebAssembly and no object.
 */
export interface SyntaxTree {
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

/** One node of a tree, for those who want to hold it. */
export interface SyntaxNode {
  /** Unique within its tree. */
  readonly id: number;
  readonly startIndex: number;
  readonly endIndex: number;
}

export function nodeOf({ starts, ends }: SyntaxTree, id: number): SyntaxNode {
  return { id, startIndex: starts[id] as number, endIndex: ends[id] as number };
}
