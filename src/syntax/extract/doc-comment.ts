import { isAscii } from "../../base/code-points.ts";
import type { CommentStyle } from "../language-definition.ts";
import type { LineIndex } from "./line-index.ts";
import { oneLine, truncate } from "./one-line.ts";
import { firstAtOrAfter, type Span } from "./span.ts";

const MAX_DOC_LENGTH = 120;
const MAX_READ_LENGTH = 4_000;

export interface DocComment {
  readonly start: number;
  readonly text: string;
  /** No blank line between it and what it documents. */
  readonly isAttached: boolean;
}

interface CommentedText {
  readonly text: string;
  readonly lines: LineIndex;
  readonly comments: readonly Span[];
}

/**
 * The doc comment right before `start`: a run of line comments, or a block comment. One blank line may
 * follow a comment whose marker says that it documents ("/**", "///"), as some styles have it.
 */
export function findDocComment(source: CommentedText, start: number, style: CommentStyle): DocComment | undefined {
  const { text, lines, comments } = source;
  const parts: { readonly words: string; readonly marker: string }[] = [];
  let line = lines.lineOf(start);
  let before = start;
  let opening: string | undefined;
  let first: Span | undefined;
  let isAttached = true;
  for (let index = firstAtOrAfter(comments, start) - 1; index >= 0; index -= 1) {
    const comment = comments[index] as Span;
    const words = readComment(comment, text);
    const own = style.docPrefixes.find((prefix) => words.startsWith(prefix));
    const end = endOf(comment, words);
    const distance = line - lines.lineOf(Math.max(comment.start, end - 1));
    const isNear =
      distance === 1 ||
      (distance === 2 && style.mayFollow !== true && opening === undefined && own !== undefined && own.length > 2);
    const isFirst = opening !== undefined && opening === style.continuation && own !== opening;
    const isOther = own !== (opening ?? own) && !isFirst;
    if (!isNear || own === undefined || isOther || !startsLine(comment.start, source)) break;
    if (text.slice(end, before).trim() !== "") break;
    isAttached = distance === 1;
    opening = own;
    first = comment;
    before = comment.start;
    line = lines.lineOf(comment.start);
    parts.unshift({ words, marker: own });
    if (isFirst || blockEndOf(own) !== undefined) break;
  }
  if (first === undefined || opening === undefined) return undefined;
  const said = parts.filter(({ words }) => style.directive === undefined || !style.directive.test(words));
  if (said.length === 0) return undefined;
  const lineTexts = said.map(({ words, marker }) => stripMarkers(words, marker, style.proseTag));
  return { start: first.start, text: lineTexts.join("\n"), isAttached };
}

/** The doc comment behind `end`, on the same line or the next one. */
export function findFollowingDoc(source: CommentedText, end: number, style: CommentStyle): string | undefined {
  const comment = source.comments[firstAtOrAfter(source.comments, end)];
  if (
    comment === undefined ||
    !/^[ \t;,]*\r?\n?[ \t]*$/.test(source.text.slice(end, Math.min(comment.start, end + 200)))
  ) {
    return undefined;
  }
  const words = readComment(comment, source.text);
  const opening = style.docPrefixes.find((prefix) => words.startsWith(prefix));
  if (opening === undefined || style.directive?.test(words) === true) return undefined;
  return stripMarkers(words, opening, style.proseTag);
}

function readComment(comment: Span, text: string): string {
  return text.slice(comment.start, Math.min(comment.end, comment.start + MAX_READ_LENGTH)).trimEnd();
}

/** Some grammars count the line end to a comment. */
function endOf(comment: Span, words: string): number {
  return comment.end - comment.start <= MAX_READ_LENGTH ? comment.start + words.length : comment.end;
}

function startsLine(offset: number, { text, lines }: CommentedText): boolean {
  return (
    text
      .slice(lines.startOf(lines.lineOf(offset)), offset)
      .replace("\uFEFF", "")
      .trim() === ""
  );
}

const BLOCKS: readonly (readonly [opening: string, end: string])[] = [
  ["/*", "*/"],
  ["(*", "*)"],
  ["{-", "-}"],
  ["--[", "]"],
];

function blockEndOf(opening: string): string | undefined {
  return BLOCKS.find(([start]) => opening.startsWith(start))?.[1];
}

function stripMarkers(comment: string, opening: string, proseTag: RegExp | undefined): string {
  const end = blockEndOf(opening);
  const words = comment.slice(opening.length);
  if (end === undefined) {
    // Some grammars have one node for a run of line comments.
    const lines = words
      .split("\n")
      .map((line, index) => line.replace(index === 0 ? /^[!/#-]+/ : /^\s*(?:--+(?:\s*\|(?=\s))?|\/\/[!/]*|#+!?)/, ""));
    return lines.map((line) => withoutTag(line, proseTag)).join("\n");
  }
  return words
    .slice(0, words.endsWith(end) ? -end.length : undefined)
    .replace(/[*\]=]+$/, "")
    .split("\n")
    .map((line) => withoutTag(line.replace(/^\s*\*+ ?/, ""), proseTag))
    .join("\n");
}

function withoutTag(line: string, proseTag: RegExp | undefined): string {
  return proseTag === undefined ? line : line.trimStart().replace(proseTag, "");
}

/** The first sentence, or the first paragraph where no sentence ends, on one line. */
export function firstSentence(doc: string, hasMarkup: boolean): string | undefined {
  const paragraph: string[] = [];
  for (const raw of doc.slice(0, MAX_READ_LENGTH).split("\n")) {
    const line = raw.trim();
    if (line.startsWith("@")) break;
    const isRuler = !hasWord(line);
    if (isRuler && paragraph.length > 0) break;
    if (!isRuler) paragraph.push(line);
  }
  let text = paragraph.join(" ").replace(/\{@\w+\s+([^}]*)\}/g, "$1");
  // <see cref="T:Item"/> says "Item".
  if (hasMarkup) text = text.replace(/<\w+\s+\w+="(?:\w:)?([^"<>]*)"\s*\/>/g, "$1").replace(/<\/?[a-zA-Z][^<>]*>/g, "");
  text = oneLine(text);
  if (text === "") return undefined;
  const sentence = endOfSentence(text);
  return truncate(sentence, MAX_DOC_LENGTH);
}

const WORD = String.raw`[\p{L}\p{N}]`;

function hasWord(line: string): boolean {
  return /[a-zA-Z\d]/.test(line) || (!isAscii(line) && new RegExp(WORD, "u").test(line));
}

const END = String.raw`[.!?。](?=\s+["'\x60([]?[\p{Lu}\p{N}"'\x60([]|$)`;

function endOfSentence(text: string): string {
  const end = isAscii(text) ? /[.!?](?=\s+["'`([]?[A-Z\d"'`([]|$)/g : new RegExp(END, "gu");
  for (const { index } of text.matchAll(end)) {
    const sentence = text.slice(0, index + 1);
    if (!/(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|[A-Z])\.$/.test(sentence)) return sentence;
  }
  return text;
}
