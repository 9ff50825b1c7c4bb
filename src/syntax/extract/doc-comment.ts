import type { CommentStyle } from "../language-definition.ts";
import type { LineIndex } from "./line-index.ts";
import { oneLine, truncate } from "./one-line.ts";
import { firstAtOrAfter, type Span } from "./span.ts";

const MAX_DOC_LENGTH = 120;
const MAX_READ_LENGTH = 4_000;

export interface AttachedDoc {
  readonly start: number;
  readonly text: string;
}

/** The doc comment that stands right before `start`, without a blank line between. */
export function findDocComment(
  source: { readonly text: string; readonly lines: LineIndex; readonly comments: readonly Span[] },
  start: number,
  style: CommentStyle,
): AttachedDoc | undefined {
  const { text, lines, comments } = source;
  let line = lines.lineOf(start);
  let first: Span | undefined;
  const parts: string[] = [];
  let openingOfRun: string | undefined;
  for (let index = firstAtOrAfter(comments, start) - 1; index >= 0; index -= 1) {
    const comment = comments[index] as Span;
    const body = text.slice(comment.start, Math.min(comment.end, comment.start + MAX_READ_LENGTH)).trimEnd();
    const isWhole = comment.end - comment.start <= MAX_READ_LENGTH;
    const end = isWhole ? comment.start + body.length : comment.end;
    if (lines.lineOf(Math.max(comment.start, end - 1)) !== line - 1) break;
    const commentLine = lines.lineOf(comment.start);
    if (text.slice(lines.startOf(commentLine), comment.start).replace("\uFEFF", "").trim() !== "") break;
    const opening = openingOf(body, style);
    if (opening === undefined || (openingOfRun !== undefined && opening !== openingOfRun)) break;
    openingOfRun = opening;
    line = commentLine;
    first = comment;
    parts.unshift(body);
    if (isBlock(opening)) break;
  }
  if (first === undefined || openingOfRun === undefined) return undefined;
  const words = parts.filter((part) => style.directive === undefined || !style.directive.test(part));
  if (words.length === 0) return undefined;
  return { start: first.start, text: words.map((part) => stripMarkers(part, openingOfRun)).join("\n") };
}

function openingOf(comment: string, style: CommentStyle): string | undefined {
  return style.docPrefixes.find((prefix) => comment.startsWith(prefix));
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
