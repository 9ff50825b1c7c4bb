import type { SyntaxTree } from "../tree/syntax-tree.ts";

/**
 * Nodes in the order of how many of the others they stand in: the outermost first, each level in
 * source order. Expects them in source order, outer before inner.
 */
export function byLevel(nodes: readonly number[], { nexts }: SyntaxTree): number[] {
  const levels: number[][] = [];
  const ends: number[] = [];
  for (const node of nodes) {
    while (ends.length > 0 && (ends.at(-1) as number) <= node) ends.pop();
    (levels[ends.length] ??= []).push(node);
    ends.push(nexts[node] as number);
  }
  return levels.flat();
}
