import type { EndOfLine } from "../../workspace/document.ts";

/** A text with LF alone, and where each of its characters stands in the original. */
export interface UnifiedText {
  readonly text: string;
  /** Offset in the text with LF → offset in the original. */
  readonly toOriginal: (offset: number) => number;
}

/** Callers write LF whatever the file has; texts are compared without that difference. */
export function withLineFeeds(text: string): UnifiedText {
  if (!text.includes("\r\n")) return { text, toOriginal: (offset) => offset };
  const removed: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2)) removed.push(at - removed.length);
  return {
    text: text.replaceAll("\r\n", "\n"),
    toOriginal: (offset) => offset + countBelow(removed, offset),
  };
}

/** How many of the sorted values are less than the bound. */
function countBelow(sorted: readonly number[], bound: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** New text with the line ends of the file that it goes into; what already has CRLF is left alone. */
export function fitLineEnds(text: string, eol: EndOfLine): string {
  return eol === "\r\n" && !text.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

/** Lines of a text; a line end at its end does not begin another one. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** 1-based lines of offsets in ascending order, in one pass. */
export function linesAt(text: string, offsets: readonly number[]): readonly number[] {
  let line = 1;
  let next = text.indexOf("\n");
  return offsets.map((offset) => {
    for (; next !== -1 && next < offset; next = text.indexOf("\n", next + 1)) line += 1;
    return line;
  });
}
