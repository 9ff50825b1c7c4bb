/** Lines are 1-based and inclusive. */
export interface Span {
  readonly startLine: number;
  readonly endLine: number;
}

/** Body bytes that leave room under the result gate for header, notes and coverage line. */
export const MAX_BODY_BYTES = 38_000;

export function lineCountOf({ startLine, endLine }: Span): number {
  return endLine - startLine + 1;
}

/** "lines 3-9", or "line 3". */
export function spanText({ startLine, endLine }: Span): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
}

/** The lines as they stand in the file, joined by LF whatever ends them there. */
export function sliceLines(text: string, { startLine, endLine }: Span): string {
  let from = 0;
  for (let line = 1; line < startLine; line += 1) {
    const end = text.indexOf("\n", from);
    if (end === -1) return "";
    from = end + 1;
  }
  let to = from - 1;
  for (let line = startLine; line <= endLine; line += 1) {
    to = text.indexOf("\n", to + 1);
    if (to === -1) break;
  }
  return text
    .slice(from, to === -1 ? undefined : to)
    .replaceAll("\r\n", "\n")
    .replace(/\r$/, "");
}

/** A window of `size` lines centred on `line` and moved, not shortened, to stay inside `span`. */
export function windowAround(line: number, size: number, span: Span): Span {
  const length = Math.min(size, lineCountOf(span));
  const centred = line - Math.floor(length / 2);
  const startLine = Math.min(Math.max(centred, span.startLine), span.endLine - length + 1);
  return { startLine, endLine: startLine + length - 1 };
}

/**
 * The most whole lines of `span` around `line` whose text fits `maxBytes`; at least one line. The
 * lines nearest to `line` win.
 */
export function fitAround(text: string, line: number, span: Span, maxBytes = MAX_BODY_BYTES): Span {
  const body = sliceLines(text, span);
  if (Buffer.byteLength(body) <= maxBytes) return span;
  const costs = body.split("\n").map((one) => Buffer.byteLength(one) + 1);
  const costAt = (at: number): number => costs[at - span.startLine] ?? Number.POSITIVE_INFINITY;
  let { startLine, endLine } = { startLine: line, endLine: line };
  let left = maxBytes - costAt(line);
  for (;;) {
    const isBelowNearer = endLine - line <= line - startLine;
    const next = isBelowNearer ? [endLine + 1, startLine - 1] : [startLine - 1, endLine + 1];
    const fitting = next.find((at) => costAt(at) <= left);
    if (fitting === undefined) return { startLine, endLine };
    left -= costAt(fitting);
    startLine = Math.min(startLine, fitting);
    endLine = Math.max(endLine, fitting);
  }
}
