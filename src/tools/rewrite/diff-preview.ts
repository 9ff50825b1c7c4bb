import { shortenText } from "../../base/code-points.ts";
import type { Replacement } from "../../syntax/structural/rewrite/rewrite-file.ts";

const MAX_HUNKS = 40;
const MAX_HUNKS_PER_FILE = 8;
const MAX_BYTES = 12_000;
const MAX_SIDE_LINES = 12;
const MAX_LINE_CHARS = 200;

/** Collects the first changes of a rewrite as a diff, as many as an answer has room for. */
export class DiffPreview {
  readonly #texts: string[] = [];
  #hunks = 0;
  #bytes = 0;
  #left = 0;

  add(shown: string, text: string, replacements: readonly Replacement[]): void {
    if (this.#hunks >= MAX_HUNKS || this.#bytes >= MAX_BYTES) {
      this.#left += replacements.length;
      return;
    }
    const hunks: string[] = [];
    let shift = 0;
    for (const group of groupByLines(text, replacements)) {
      const isFull = this.#hunks >= MAX_HUNKS || hunks.length >= MAX_HUNKS_PER_FILE || this.#bytes >= MAX_BYTES;
      const hunk = toHunk(text, group, shift);
      shift += hunk.added - hunk.removed;
      if (isFull) {
        this.#left += group.length;
        continue;
      }
      hunks.push(hunk.text);
      this.#hunks += 1;
      this.#bytes += Buffer.byteLength(hunk.text);
    }
    if (hunks.length > 0) this.#texts.push(`--- ${shown}\n${hunks.join("\n")}`);
  }

  /** Empty when there is no change. */
  render(): string {
    const left = this.#left === 0 ? [] : [`… ${this.#left} more replacements are not shown`];
    return [...this.#texts, ...left].join("\n");
  }
}

interface LineRange {
  /** Offsets of the first character and behind the last line's last character. */
  readonly start: number;
  readonly end: number;
}
type Group = readonly Replacement[];

/** Replacements on the same or neighbouring lines are shown together. */
function* groupByLines(text: string, replacements: readonly Replacement[]): Generator<Group> {
  let group: Replacement[] = [];
  let end = -1;
  for (const replacement of replacements) {
    const lines = linesOf(text, replacement.start, replacement.end);
    if (group.length > 0 && lines.start > end + 1) {
      yield group;
      group = [];
    }
    group.push(replacement);
    end = lines.end;
  }
  if (group.length > 0) yield group;
}

function linesOf(text: string, start: number, end: number): LineRange {
  // A replacement that takes a line with its end does not touch the next one.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const newline = text.indexOf("\n", last);
  return { start: text.lastIndexOf("\n", start - 1) + 1, end: newline < 0 ? text.length : newline };
}

interface Hunk {
  readonly text: string;
  readonly removed: number;
  readonly added: number;
}

/** `shift`: how many lines the replacements before have added. */
function toHunk(text: string, group: Group, shift: number): Hunk {
  const first = group[0]?.start ?? 0;
  const last = group.at(-1)?.end ?? first;
  const { start, end } = linesOf(text, first, last);
  let after = "";
  let from = start;
  for (const one of group) {
    after += text.slice(from, one.start) + one.text;
    from = one.end;
  }
  // What takes its line with it, line end included, leaves nothing.
  after += text.slice(from, Math.max(from, end));
  const before = splitLines(text.slice(start, end));
  const now = after === "" && from > end ? [] : splitLines(after);
  const line = countNewlines(text, start) + 1;
  const head = `@@ -${line},${before.length} +${line + shift},${now.length} @@`;
  return {
    text: [head, ...renderSide("-", before), ...renderSide("+", now)].join("\n"),
    removed: before.length,
    added: now.length,
  };
}

function splitLines(text: string): string[] {
  return text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

function renderSide(sign: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, MAX_SIDE_LINES).map((line) => `${sign}${shortenText(line, MAX_LINE_CHARS)}`);
  const left = lines.length - shown.length;
  return left > 0 ? [...shown, `${sign}… (+${left} ${left === 1 ? "line" : "lines"})`] : shown;
}

function countNewlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
