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
  const parts: string[] = [];
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
    const isNear = distance === 1 || (distance === 2 && opening === undefined && own !== undefined && own.length > 2);
    if (!isNear || own === undefined || own !== (opening ?? own) || !startsLine(comment.start, source)) break;
    if (text.slice(end, before).trim() !== "") break;
    isAttached = distance === 1;
    opening = own;
    first = comment;
    before = comment.start;
    line = lines.lineOf(comment.start);
    parts.unshift(words);
    if (isBlock(own)) break;
  }
  if (first === undefined || opening === undefined) return undefined;
  const marker = opening;
  const words = parts.filter((part) => style.directive === undefined || !style.directive.test(part));
  if (words.length === 0) return undefined;
  return { start: first.start, text: words.map((part) => stripMarkers(part, marker)).join("\n"), isAttached };
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

function isBlock(opening: string): boolean {
  return opening.startsWith("/*");
}

function stripMarkers(comment: string, opening: string): string {
  if (!isBlock(opening)) return comment.slice(opening.length).replace(/^[!/#]+/, "");
  return comment
    .slice(opening.length)
    .replace(/\*+\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*+ ?/, ""))
    .join("\n");
}

/** The first sentence, or the first paragraph where no sentence ends, on one line. */
export function firstSentence(doc: string, hasMarkup: boolean): string | undefined {
  const paragraph: string[] = [];
  for (const raw of doc.slice(0, MAX_READ_LENGTH).split("\n")) {
    const line = raw.trim();
    if (line.startsWith("@")) break;
    const isRuler = !/[\p{L}\p{N}]/u.test(line);
    if (isRuler && paragraph.length > 0) break;
    if (!isRuler) paragraph.push(line);
  }
  let text = paragraph.join(" ").replace(/\{@\w+\s+([^}]*)\}/g, "$1");
  if (hasMarkup) text = text.replace(/<\/?[a-zA-Z][^<>]*>/g, "");
  text = oneLine(text);
  if (text === "") return undefined;
  const sentence = endOfSentence(text);
  return truncate(sentence, MAX_DOC_LENGTH);
}

function endOfSentence(text: string): string {
  const end = /[.!?。](?=\s+["'`([]?[\p{Lu}\p{N}"'`([]|$)/gu;
  for (const { index } of text.matchAll(end)) {
    const sentence = text.slice(0, index + 1);
    if (!/(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|[A-Z])\.$/.test(sentence)) return sentence;
  }
  return text;
}
