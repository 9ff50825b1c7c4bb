import type { Node } from "web-tree-sitter";

/**
 * Nodes in the order of how many of the others they stand in: the outermost first, each level in
 * source order. Expects them in source order, outer before inner.
 */
export function byLevel(nodes: readonly Node[]): Node[] {
  const levels: Node[][] = [];
  const ends: number[] = [];
  for (const node of nodes) {
    while (ends.length > 0 && (ends.at(-1) as number) <= node.startIndex) ends.pop();
    (levels[ends.length] ??= []).push(node);
    ends.push(node.endIndex);
  }
  return levels.flat();
}
