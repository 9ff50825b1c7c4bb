import type { FileReads, LineSpan } from "./file-reads.ts";
import type { LineHash } from "./line-hashes.ts";

/** What an agent must know before it changes a file: refused, told, or not asked at all. */
export type GuardMode = "block" | "warn" | "off";

/** A range that will be replaced, in the file as it is now. */
export interface EditedRange extends LineSpan {
  /** The edit names the text that it replaces, and that stands exactly here, once. */
  readonly isVerified: boolean;
}

export interface EditRequest {
  readonly mode: GuardMode;
  /** The file's lines now. */
  readonly now: readonly LineHash[];
  /** Undefined: nothing of it was read. */
  readonly reads: FileReads | undefined;
  /** Disjoint, in order. */
  readonly ranges: readonly EditedRange[];
}

export type GuardReason = "zero-read" | "modified" | "out-of-range" | "range-stale";

export type Judgement =
  | { readonly action: "allow" }
  | {
      readonly action: "warn" | "block";
      readonly reason: GuardReason;
      /** What to read, in the file as it is now. */
      readonly unread: readonly LineSpan[];
      /** The one place where lines of the range, as they were read, stand now. */
      readonly moved?: { readonly from: LineSpan; readonly to: LineSpan } | undefined;
    };

const ALLOWED: Judgement = { action: "allow" };
const RANK = { allow: 0, warn: 1, block: 2 } as const;

/**
 * Whether an edit may replace what it replaces, by what was read of it. In this order: nothing read, changed since by
 * somebody else, lines that were never read, lines that were read as something else. The weightiest answer counts.
 */
export function judgeEdit({ mode, now, reads, ranges }: EditRequest): Judgement {
  if (mode === "off" || now.length === 0 || ranges.length === 0) return ALLOWED;
  const strict = mode === "block" ? "block" : "warn";
  if (reads === undefined || reads.isEmpty) return { action: strict, reason: "zero-read", unread: ranges.map(spanOf) };
  const isBlind = ranges.some(({ isVerified }) => !isVerified);
  if (isBlind && hasChanged(reads, now)) {
    const unread = ranges.flatMap((range) => unknownIn(range, reads, now));
    const places = unread.length > 0 ? unread : ranges.map(spanOf);
    return { action: strict, reason: "modified", unread: places, moved: movedOf(ranges, reads, now) };
  }
  const judged = ranges.map((range) => judgeRange(range, { reads, now, strict }));
  const worst = judged.toSorted((a, b) => RANK[b.action] - RANK[a.action])[0] ?? ALLOWED;
  if (worst.action === "allow") return worst;
  const same = judged.flatMap((one) => (one.action === worst.action ? one.unread : []));
  return { ...worst, unread: same };
}

/** Whether lines that were read are no longer what and where they were. A file that was only touched has not changed. */
function hasChanged(reads: FileReads, now: readonly LineHash[]): boolean {
  return reads.spans().some(({ startLine, hashes }) => hashes.some((hash, at) => now[startLine + at - 1] !== hash));
}

interface Known {
  readonly reads: FileReads;
  readonly now: readonly LineHash[];
  readonly strict: "warn" | "block";
}

function judgeRange(range: EditedRange, { reads, now, strict }: Known): Judgement {
  const unread = unknownIn(range, reads, now);
  if (unread.length === 0) return ALLOWED;
  const wanted = now.slice(range.startLine - 1, range.endLine);
  // The same lines in a row, read when they stood elsewhere: their content is known.
  if (reads.placesOf(wanted).length > 0) return ALLOWED;
  const action = range.isVerified ? "warn" : strict;
  const isStale = unread.some(({ startLine, endLine }) => {
    for (let line = startLine; line <= endLine; line += 1) if (reads.hashAt(line) !== undefined) return true;
    return false;
  });
  if (!isStale) return { action, reason: "out-of-range", unread };
  return { action, reason: "range-stale", unread, moved: relocate(range, reads, now) };
}

/** The lines of a range that are not known as they are now. */
function unknownIn(range: LineSpan, reads: FileReads, now: readonly LineHash[]): readonly LineSpan[] {
  const spans: { startLine: number; endLine: number }[] = [];
  for (let line = range.startLine; line <= Math.min(range.endLine, now.length); line += 1) {
    if (reads.hashAt(line) === now[line - 1]) continue;
    const last = spans.at(-1);
    if (last?.endLine === line - 1) last.endLine = line;
    else spans.push({ startLine: line, endLine: line });
  }
  return spans;
}

/** Where the lines that were read at a range stand now, when that is exactly one other place. */
export function relocate(
  range: LineSpan,
  reads: FileReads,
  now: readonly LineHash[],
): { readonly from: LineSpan; readonly to: LineSpan } | undefined {
  const length = range.endLine - range.startLine + 1;
  const wanted = Array.from({ length }, (_, at) => reads.hashAt(range.startLine + at));
  const [first] = wanted;
  if (first === undefined || wanted.includes(undefined)) return undefined;
  const places: number[] = [];
  for (let at = now.indexOf(first); at !== -1; at = now.indexOf(first, at + 1)) {
    if (wanted.every((hash, offset) => now[at + offset] === hash)) places.push(at + 1);
  }
  const [place] = places;
  if (place === undefined || places.length > 1 || place === range.startLine) return undefined;
  return { from: spanOf(range), to: { startLine: place, endLine: place + length - 1 } };
}

function movedOf(ranges: readonly EditedRange[], reads: FileReads, now: readonly LineHash[]) {
  const [only] = ranges;
  return only === undefined || ranges.length > 1 ? undefined : relocate(only, reads, now);
}

function spanOf({ startLine, endLine }: LineSpan): LineSpan {
  return { startLine, endLine };
}
