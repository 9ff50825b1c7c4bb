import type { StructuralLanguage } from "../languages/language.ts";
import { WHOLE_WORD, type Word } from "../words/files-with-words.ts";
import type { PatternRequest } from "./pattern-request.ts";
import { isNamed, type Reading } from "./rung.ts";
import { isSameSpan, type SyntaxNode } from "./syntax-tree.ts";

const COMMENT = /comment/;
/** Of tokens without such a name the engine compares nothing but the kind. */
const NAMED_KIND = /^[a-z]\w*$/i;
/** Tokens without a name that are not written in any other way. */
const KEYWORD = /^(?:[a-z_]{2,}|@)$/i;
const IDENTIFIER_KIND = /identifier$/;

/**
 * What stands letter by letter in everything that a fragment matches, in whichever of these ways it is
 * read: its names, literals and keywords. Empty when that cannot be told.
 */
export function fixedWords(
  { selector, strictness, language }: Pick<PatternRequest, "selector" | "strictness" | "language">,
  readings: readonly Reading[],
): Word[] {
  // A part of the fragment, or another strictness, may leave any of them out.
  if (selector !== undefined || strictness !== undefined) return [];
  const [first = new Map<string, boolean>(), ...others] = readings.map((reading) => wordsOf(reading, language));
  return [...first]
    .filter(([text]) => others.every((words) => words.has(text)))
    .map(([text, isWhole]) => ({ text, isWhole: isWhole && others.every((words) => words.get(text) === true) }));
}

/** Each with whether it stands alone. */
function wordsOf(reading: Reading, language: StructuralLanguage): Map<string, boolean> {
  const { nodes, points, rung } = reading;
  const optional = tokensBehindRuns(reading);
  const words = new Map<string, boolean>();
  for (const node of nodes) {
    if (optional.has(node)) continue;
    const span = points.span(node);
    const isInside = span.start >= rung.fragment.start && span.end <= rung.fragment.end;
    const isHeld = rung.placeholders.some((held) => held.start < span.end && span.start < held.end);
    if (!isInside || isHeld || !isWord(node, reading, language)) continue;
    const text = points.slice(span);
    words.set(text, words.get(text) === true || isWholeWord(node, text, language));
  }
  return words;
}

/** The engine asks for no token without a name between a run and the next that has one. */
function tokensBehindRuns({ nodes, points, rung }: Reading): ReadonlySet<SyntaxNode> {
  const runs = rung.placeholders.filter(({ source }) => source.startsWith("$$$"));
  const tokens = new Set<SyntaxNode>();
  for (const node of runs.length === 0 ? [] : nodes) {
    const span = points.span(node);
    if (node.parent === undefined || !runs.some((run) => isSameSpan(run, span))) continue;
    const behind = node.parent.children.slice(node.parent.children.indexOf(node) + 1);
    const end = behind.findIndex((sibling) => isNamed(sibling, points));
    for (const token of end < 0 ? behind : behind.slice(0, end)) tokens.add(token);
  }
  return tokens;
}

/** A leaf that matches nothing but its own text. */
function isWord(node: SyntaxNode, { points }: Reading, language: StructuralLanguage): boolean {
  if (node.children.length > 0 || node.isMissing || COMMENT.test(node.kind)) return false;
  const text = points.slice(points.span(node));
  if (!isNamed(node, points) || text.toLowerCase() === node.kind.toLowerCase()) {
    return language.hasKeywordsInAnyCase !== true && KEYWORD.test(text) && !mayBeMadeUp(node, text, language);
  }
  return NAMED_KIND.test(node.kind) && text !== "" && !text.includes("\n");
}

/** A parser in trouble makes up the token that something ends with, and what it makes of the rest is found. */
function mayBeMadeUp(node: SyntaxNode, text: string, { madeUpKeywords = [] }: StructuralLanguage): boolean {
  const siblings = node.parent?.children ?? [];
  return (siblings.length > 1 && siblings.at(-1) === node) || madeUpKeywords.includes(text);
}

/** Names and keywords; a literal may stand directly behind an escape of letters. */
function isWholeWord({ kind }: SyntaxNode, text: string, { hasKeywordsInWords }: StructuralLanguage): boolean {
  if (hasKeywordsInWords === true || !WHOLE_WORD.test(text)) return false;
  return IDENTIFIER_KIND.test(kind) || kind.toLowerCase() === text.toLowerCase();
}
