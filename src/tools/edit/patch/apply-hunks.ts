import { ReticleError } from "../../../base/errors.ts";
import { findRun, longestStart } from "../find-run.ts";
import { type Hunk, oldLines } from "./file-patch.ts";

const MAX_NAMED_LINES = 10;
const MAX_QUOTED_CHARS = 120;
/** For all hunks of a file together; they take a few seconds. */
const MAX_LINES_LOOKED_AT = 50_000_000;
/** Lines are copied that much faster than they are compared. */
const COPIES_PER_LOOK = 10;
/** More are not made to find what comes nearest to a hunk that does not fit. */
const MAX_COMPARISONS = 10_000_000;

interface Line {
  readonly text: string;
  /** What ends it; "" for a last line without an end. */
  readonly end: string;
  /** As lines are compared: in the order of `FORMS`. */
  readonly forms: readonly string[];
}

/** Lines are equal; equal but for white space at the end; but for white space at both ends. */
const FORMS: readonly ((text: string) => string)[] = [(text) => text, (text) => text.trimEnd(), (text) => text.trim()];
const WITHOUT_MARGINS = 2;

function lineOf(text: string, end: string): Line {
  return { text, end, forms: FORMS.map((form) => form(text)) };
}

/**
 * A text with the hunks applied, in order. Old lines must stand there, at one place only: white space at
 * the ends of lines may differ, and a line number tells apart what stands several times. Lines that stay
 * are the file's own, with their line ends. Throws `conflict` with what stands there instead,
 * `too_large` when that many hunks in a file that long would take too long.
 */
export function applyHunks(text: string, hunks: readonly Hunk[], shown: string): string {
  let lines = splitLines(text);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  let from = 0;
  let shift = 0;
  const effort = new Effort(shown, hunks.length);
  for (const hunk of hunks) {
    const at = place(lines, hunk, { from, shift, shown, effort });
    const fresh = merged(lines, hunk, { at, end });
    const count = oldLines(hunk).length;
    effort.spend(lines.length / COPIES_PER_LOOK);
    lines = [...lines.slice(0, at), ...fresh, ...lines.slice(at + count)];
    from = at + fresh.length;
    shift += fresh.length - count;
  }
  return joined(lines, { end, lacksEnd: hunks.at(-1)?.lacksFinalLineEnd, hadEnd: text === "" || text.endsWith("\n") });
}

function splitLines(text: string): Line[] {
  return [...text.matchAll(/([^\n]*?)(\r?\n|$)/g)].flatMap(([whole, line = "", end = ""]) =>
    whole === "" ? [] : [lineOf(line, end)],
  );
}

/** Counts the lines that are looked at. */
class Effort {
  readonly #shown: string;
  readonly #hunks: number;
  #left = MAX_LINES_LOOKED_AT;

  constructor(shown: string, hunks: number) {
    this.#shown = shown;
    this.#hunks = hunks;
  }

  spend(lines: number): void {
    this.#left -= lines;
    if (this.#left >= 0) return;
    const message = `the patch has too many hunks (${this.#hunks}) for a file as long as ${this.#shown}; no file was changed`;
    throw new ReticleError("too_large", message, {
      hint: "apply it in several patches with fewer hunks each, or write the whole file",
      data: { path: this.#shown, hunks: this.#hunks },
    });
  }
}

interface Search {
  /** 0-based line to look from. */
  readonly from: number;
  /** By how many lines earlier hunks have moved what follows. */
  readonly shift: number;
  readonly shown: string;
  readonly effort: Effort;
}

function place(lines: readonly Line[], hunk: Hunk, search: Search): number {
  const wanted = oldLines(hunk);
  const from = hunk.headings.reduce(
    (at, heading) => afterHeading(lines, heading, { hunk, ...search, from: at }),
    search.from,
  );
  const expected = hunk.oldStart === undefined ? undefined : hunk.oldStart - 1 + search.shift;
  if (wanted.length === 0) return placeOfInsertion(lines, hunk, { from, expected });
  for (const [form, formed] of FORMS.entries()) {
    search.effort.spend(lines.length - from + wanted.length);
    const there = lines.slice(from).map((line) => line.forms[form] ?? "");
    const places = findRun(there, wanted.map(formed)).map((at) => at + from);
    search.effort.spend(places.length);
    const found = places.filter((at) => !hunk.isAtEnd || at + wanted.length === lines.length);
    const [first] = found;
    if (first === undefined) continue;
    if (found.length === 1) return first;
    if (expected !== undefined) return nearest(found, expected);
    if (hunk.headings.length > 0) return first;
    throw ambiguous(found, hunk, search);
  }
  throw missing(lines, hunk, { ...search, from });
}

function afterHeading(lines: readonly Line[], heading: string, search: Search & { readonly hunk: Hunk }): number {
  for (const [form, formed] of FORMS.entries()) {
    const wanted = formed(heading);
    let at = search.from;
    while (at < lines.length && lines[at]?.forms[form] !== wanted) at += 1;
    search.effort.spend(at - search.from);
    if (at < lines.length) return at + 1;
  }
  throw failed(search.hunk, search.shown, {
    what: `names a heading that does not follow: ${quote(heading)}`,
    hint: "a heading is a whole line of the file above the change",
  });
}

/** Without old lines: after its heading, at the line it names, or at the end. */
function placeOfInsertion(
  lines: readonly Line[],
  hunk: Hunk,
  { from, expected }: { readonly from: number; readonly expected: number | undefined },
): number {
  if (expected !== undefined) return Math.min(Math.max(expected, from), lines.length);
  return hunk.headings.length > 0 && !hunk.isAtEnd ? from : lines.length;
}

function nearest(found: readonly number[], expected: number): number {
  return found.reduce((best, at) => (Math.abs(at - expected) < Math.abs(best - expected) ? at : best));
}

/** What stands in place of the old lines: those that stay as the file has them, and the new ones. */
function merged(
  lines: readonly Line[],
  hunk: Hunk,
  { at, end }: { readonly at: number; readonly end: string },
): Line[] {
  const fresh: Line[] = [];
  let next = at;
  for (const { sign, text } of hunk.lines) {
    const there = lines[next];
    if (sign === "+") fresh.push(lineOf(text, end === "\r\n" && there?.end === "\n" ? "\n" : end));
    else {
      if (sign === " " && there !== undefined) fresh.push(there);
      next += 1;
    }
  }
  return fresh;
}

function joined(
  lines: readonly Line[],
  { end, lacksEnd, hadEnd }: { readonly end: string; readonly lacksEnd: boolean | undefined; readonly hadEnd: boolean },
): string {
  const last = lines.length - 1;
  const hasEnd = lacksEnd === undefined ? hadEnd : !lacksEnd;
  return lines
    .map((line, index) => line.text + (index < last ? line.end || end : hasEnd ? line.end || end : ""))
    .join("");
}

function ambiguous(found: readonly number[], hunk: Hunk, { shown }: Search): ReticleError {
  const named = found.slice(0, MAX_NAMED_LINES).map((at) => at + 1);
  return failed(hunk, shown, {
    what: `fits ${found.length} places (lines ${named.join(", ")}${found.length > named.length ? " …" : ""})`,
    hint: 'add lines around the change, or a heading ("@@ line above it")',
  });
}

/** Names the first line that differs at the place where most lines fit. */
function missing(lines: readonly Line[], hunk: Hunk, { from, shown }: Search): ReticleError {
  const wanted = oldLines(hunk);
  const there = lines.map(({ forms }) => forms[WITHOUT_MARGINS] ?? "");
  const parts = wanted.map((line) => line.trim());
  const isSmall = there.length * parts.length <= MAX_COMPARISONS;
  const best = isSmall ? bestFit(there, parts) : longestStart(there, parts);
  if (best.count === 0) {
    const none = isSmall ? "none of its lines is there, the first is" : "its first line is not there:";
    return failed(hunk, shown, {
      what: `does not fit: ${none} ${quote(wanted[0] ?? "")}`,
      hint: "read the file again and write the hunk from what is there",
    });
  }
  const differs = parts.findIndex((part, index) => there[best.at + index] !== part);
  if (differs === -1) {
    const why =
      best.at < from
        ? `stands at line ${best.at + 1}, above the place of an earlier hunk or heading`
        : `stands at line ${best.at + 1}, not at the end`;
    return failed(hunk, shown, { what: why, hint: "put hunks in the order of the file" });
  }
  const line = lines[best.at + differs];
  const what = line === undefined ? "the file ends there" : `the file has ${quote(line.text)}`;
  return failed(hunk, shown, {
    what: `does not fit at line ${best.at + differs + 1}: the patch has ${quote(wanted[differs] ?? "")}, ${what}`,
    hint: "read the file again and write the hunk from what is there",
  });
}

/** The first place where most lines fit, blank ones not counted. */
function bestFit(there: readonly string[], parts: readonly string[]): { readonly at: number; readonly count: number } {
  let best = { at: 0, count: 0 };
  for (let at = 0; at < there.length; at += 1) {
    let count = 0;
    for (let index = 0; index < parts.length; index += 1) {
      if (parts[index] !== "" && there[at + index] === parts[index]) count += 1;
    }
    if (count > best.count) best = { at, count };
  }
  return best;
}

function failed(
  { patchLine }: Hunk,
  shown: string,
  { what, hint }: { readonly what: string; readonly hint: string },
): ReticleError {
  const message = `the hunk for ${shown} at line ${patchLine} of the patch ${what}; no file was changed`;
  return new ReticleError("conflict", message, { hint, data: { path: shown, patchLine } });
}

function quote(line: string): string {
  return JSON.stringify(line.length > MAX_QUOTED_CHARS ? `${line.slice(0, MAX_QUOTED_CHARS)}…` : line);
}
