import type { PatternRequest } from "./pattern-request.ts";
import { isNamed, type Reading } from "./rung.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

const COMMENT = /comment/;

/**
 * What stands letter by letter in everything that a fragment matches, in whichever of these ways it is
 * read: its names and literals. Empty when that cannot be told.
 */
export function fixedWords(
  { selector, strictness }: Pick<PatternRequest, "selector" | "strictness">,
  readings: readonly Reading[],
): string[] {
  // A part of the fragment, or another strictness, may leave any of them out.
  if (selector !== undefined || strictness !== undefined) return [];
  const [first = new Set<string>(), ...others] = readings.map(wordsOf);
  return [...first].filter((word) => others.every((words) => words.has(word)));
}

function wordsOf(reading: Reading): Set<string> {
  const { nodes, points, rung } = reading;
  const words = new Set<string>();
  for (const node of nodes) {
    const span = points.span(node);
    const isInside = span.start >= rung.fragment.start && span.end <= rung.fragment.end;
    const isHeld = rung.placeholders.some((held) => held.start < span.end && span.start < held.end);
    if (isInside && !isHeld && isWord(node, reading)) words.add(points.slice(span));
  }
  return words;
}

/** A leaf with a text of its own. That of a keyword can differ in case from what it matches. */
function isWord(node: SyntaxNode, { points }: Reading): boolean {
  if (node.children.length > 0 || node.isMissing || !isNamed(node, points) || COMMENT.test(node.kind)) return false;
  const text = points.slice(points.span(node));
  return text !== "" && !text.includes("\n") && text.toLowerCase() !== node.kind.toLowerCase();
}
