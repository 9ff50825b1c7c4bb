import { nodeOf, type SyntaxNode, type SyntaxTree } from "./syntax-tree.ts";

export interface TypeSets {
  /** 1 at the number of each type in the set. */
  readonly isNamed: Uint8Array;
  readonly isComment: Uint8Array;
}

/** What a tree says about nodes beside their places. */
export class NodeRelations {
  readonly #tree: SyntaxTree;
  readonly #sets: TypeSets;

  constructor(tree: SyntaxTree, sets: TypeSets) {
    this.#tree = tree;
    this.#sets = sets;
  }

  parentOf({ id }: SyntaxNode): SyntaxNode | undefined {
    const parent = this.#tree.parents[id] as number;
    return parent < 0 ? undefined : nodeOf(this.#tree, parent);
  }

  /** Named children that are no comments. */
  childCountOf({ id }: SyntaxNode): number {
    const { nexts, types } = this.#tree;
    const { isNamed, isComment } = this.#sets;
    const end = nexts[id] as number;
    let count = 0;
    for (let child = id + 1; child < end; child = nexts[child] as number) {
      const type = types[child] as number;
      if (isNamed[type] === 1 && isComment[type] !== 1) count += 1;
    }
    return count;
  }
}
