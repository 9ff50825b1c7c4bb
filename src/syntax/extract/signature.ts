import type { Declaration } from "./collected.ts";
import { oneLine, truncate } from "./one-line.ts";
import { firstAtOrAfter, firstOffsetFrom, type Span } from "./span.ts";

const MAX_SIGNATURE_LENGTH = 200;
const MAX_DECORATOR_LENGTH = 80;
/** Enough source for a signature, however it is laid out. */
const MAX_READ_LENGTH = 2_000;

interface SignatureSource {
  readonly text: string;
  readonly comments: readonly Span[];
  readonly scopeStarts: readonly number[];
}

/** The head of a declaration on one line, without decorators, comments, and what functions in it do. */
export function signatureOf(declaration: Declaration, source: SignatureSource): string | undefined {
  const { text, comments, scopeStarts } = source;
  const { name, count } = declaration;
  if (declaration.signature === "none") return undefined;
  const startsWithName = declaration.signature === "from-name";
  const start = startsWithName ? declaration.nameEnd : declaration.headStart;
  const isClosed = declaration.bodyId !== undefined || declaration.clauseBodyIds.length > 0;
  const hasBody = isClosed && (startsWithName || declaration.bodyStart > start);
  const headEnd = hasBody ? declaration.bodyStart : declaration.end;
  const scopeStart = hasBody ? undefined : firstOffsetFrom(scopeStarts, start);
  const isCut = scopeStart !== undefined && scopeStart < headEnd;
  const end = Math.min(isCut ? scopeStart : headEnd, start + MAX_READ_LENGTH);
  const gaps = [...declaration.decorators];
  for (let at = firstAtOrAfter(comments, start); at < comments.length; at += 1) {
    const comment = comments[at] as Span;
    if (comment.start >= end) break;
    gaps.push(comment);
  }
  gaps.sort((a, b) => a.start - b.start);
  let head = "";
  let from = start;
  for (const gap of gaps) {
    if (gap.end <= from) continue;
    if (gap.start >= end) break;
    head += `${text.slice(from, Math.max(from, gap.start))} `;
    from = gap.end;
  }
  head += text.slice(from, Math.max(from, end));
  const joined = joinLines(head);
  const whole = startsWithName ? `${name}${joined}` : joined;
  const line = oneLine(whole).replace(/(?:\s*(?:=>|[={:;,\\]))+$/, "");
  if (line === "" || (startsWithName && line === name && count === undefined)) return undefined;
  const signature = isCut ? `${line} …` : line;
  if (count === undefined) return truncate(signature, MAX_SIGNATURE_LENGTH);
  return `${truncate(signature, MAX_SIGNATURE_LENGTH - count.length - 3)} (${count})`;
}

/** Only line breaks of the layout go without a trace; spaces may belong to a string. */
function joinLines(head: string): string {
  return head.replace(/,?\s+/g, (gap, at: number) => {
    if (!gap.includes("\n")) return gap;
    const isBeforeEnd = /^[)\]>]/.test(head.charAt(at + gap.length));
    const isAfterStart = gap[0] !== "," && /^[([<]/.test(head.charAt(at - 1));
    return isBeforeEnd || isAfterStart ? "" : gap;
  });
}

export function decoratorText(span: Span, text: string): string {
  return truncate(
    oneLine(text.slice(span.start, Math.min(span.end, span.start + MAX_READ_LENGTH))),
    MAX_DECORATOR_LENGTH,
  );
}
