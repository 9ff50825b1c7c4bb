import type { LineSpan } from "../../../workspace/reads/file-reads.ts";
import type { Judgement } from "../../../workspace/reads/judge-edit.ts";

type Objection = Exclude<Judgement, { readonly action: "allow" }>;

const MAX_READS = 4;
/** As many lines as pi's read tool shows at once. */
const MAX_READ_LINES = 2_000;
/** Pieces nearer to each other than this are one read. */
const MAX_GAP_LINES = 10;

export interface GuardedFile {
  /** As the model named it. */
  readonly given: string;
  readonly lineCount: number;
}

/** Why an edit was not run, that it can be repeated, and the exact reads to do first. */
export function refusalText(file: GuardedFile, objection: Objection): string {
  const reads = readCalls(file, objection.unread);
  return `Not run, retryable: ${reasonText(file, objection)}. Next: ${reads.join(", ")}, then repeat this call.`;
}

/** The same as a line of the result of an edit that was run. */
export function warningText(file: GuardedFile, objection: Objection): string {
  return `read guard: ${reasonText(file, objection)}; check with ${readCalls(file, objection.unread).join(", ")}.`;
}

function reasonText({ given }: GuardedFile, { reason, unread, moved }: Objection): string {
  const where =
    moved === undefined ? "" : `; what you read as ${spanText(moved.from)} now stands at ${spanText(moved.to)}`;
  switch (reason) {
    case "zero-read":
      return `nothing of ${given} was read in this session`;
    case "modified":
      return `${given} has changed since you read it${where}`;
    case "out-of-range":
      return `${spansText(unread)} of ${given} ${unread.length === 1 && isOneLine(unread[0]) ? "was" : "were"} not read`;
    case "range-stale":
      return `${spansText(unread)} of ${given} read differently when you read them${where}`;
  }
}

function readCalls({ given, lineCount }: GuardedFile, unread: readonly LineSpan[]): readonly string[] {
  const spans = joined(unread).flatMap(pages);
  const isWhole = spans.length === 1 && spans[0]?.startLine === 1 && spans[0].endLine >= lineCount;
  if (isWhole || spans.length === 0) return [`read ${JSON.stringify({ path: given })}`];
  const calls = spans.slice(0, MAX_READS).map(({ startLine, endLine }) => {
    return `read ${JSON.stringify({ path: given, offset: startLine, limit: endLine - startLine + 1 })}`;
  });
  return spans.length > MAX_READS ? [...calls, `… ${spans.length - MAX_READS} more`] : calls;
}

function joined(spans: readonly LineSpan[]): readonly LineSpan[] {
  const all: { startLine: number; endLine: number }[] = [];
  for (const { startLine, endLine } of spans.toSorted((a, b) => a.startLine - b.startLine)) {
    const last = all.at(-1);
    if (last !== undefined && startLine <= last.endLine + MAX_GAP_LINES) last.endLine = Math.max(last.endLine, endLine);
    else all.push({ startLine, endLine });
  }
  return all;
}

function pages({ startLine, endLine }: LineSpan): readonly LineSpan[] {
  const count = Math.ceil((endLine - startLine + 1) / MAX_READ_LINES);
  return Array.from({ length: count }, (_, page) => {
    const from = startLine + page * MAX_READ_LINES;
    return { startLine: from, endLine: Math.min(endLine, from + MAX_READ_LINES - 1) };
  });
}

function spansText(spans: readonly LineSpan[]): string {
  const [first, ...rest] = spans;
  if (first === undefined) return "lines";
  const more = `${rest.length} more ${rest.length === 1 ? "place" : "places"}`;
  return rest.length === 0 ? spanText(first) : `${spanText(first)} and ${more}`;
}

function spanText(span: LineSpan): string {
  return isOneLine(span) ? `line ${span.startLine}` : `lines ${span.startLine}-${span.endLine}`;
}

function isOneLine(span: LineSpan | undefined): boolean {
  return span !== undefined && span.startLine === span.endLine;
}
