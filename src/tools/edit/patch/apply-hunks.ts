import { ReticleError } from "../../../base/errors.ts";
import { type Hunk, oldLines } from "./file-patch.ts";

const MAX_NAMED_LINES = 10;
const MAX_QUOTED_CHARS = 120;

interface Line {
  readonly text: string;
  /** What ends it; "" for a last line without an end. */
  readonly end: string;
}

/**
 * A text with the hunks applied, in order. Old lines must stand there, at one place only: white space at
 * the ends of lines may differ, and a line number tells apart what stands several times. Lines that stay
 * are the file's own, with their line ends. Throws `conflict` with what stands there instead.
 */
export function applyHunks(text: string, hunks: readonly Hunk[], shown: string): string {
  let lines = splitLines(text);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  let from = 0;
  let shift = 0;
  for (const hunk of hunks) {
    const at = place(lines, hunk, { from, shift, shown });
    const fresh = merged(lines, hunk, { at, end });
    const count = oldLines(hunk).length;
    lines = [...lines.slice(0, at), ...fresh, ...lines.slice(at + count)];
    from = at + fresh.length;
    shift += fresh.length - count;
  }
  return joined(lines, { end, lacksEnd: hunks.at(-1)?.lacksFinalLineEnd, hadEnd: text === "" || text.endsWith("\n") });
}

function splitLines(text: string): Line[] {
  return [...text.matchAll(/([^\n]*?)(\r?\n|$)/g)].flatMap(([whole, line = "", end = ""]) =>
    whole === "" ? [] : [{ text: line, end }],
  );
}

interface Search {
  /** 0-based line to look from. */
  readonly from: number;
  /** By how many lines earlier hunks have moved what follows. */
  readonly shift: number;
  readonly shown: string;
}

function place(lines: readonly Line[], hunk: Hunk, search: Search): number {
  const wanted = oldLines(hunk);
  const from = hunk.headings.reduce(
    (at, heading) => afterHeading(lines, heading, { hunk, ...search, from: at }),
    search.from,
  );
  const expected = hunk.oldStart === undefined ? undefined : hunk.oldStart - 1 + search.shift;
  if (wanted.length === 0) return placeOfInsertion(lines, hunk, { from, expected });
  for (const same of SAME) {
    const found = matches(lines, wanted, { from, same }).filter(
      (at) => !hunk.isAtEnd || at + wanted.length === lines.length,
    );
    const [first] = found;
    if (first === undefined) continue;
    if (found.length === 1) return first;
    if (expected !== undefined) return nearest(found, expected);
    if (hunk.headings.length > 0) return first;
    throw ambiguous(found, hunk, search);
  }
  throw missing(lines, hunk, { ...search, from });
}

/** Equal; equal but for white space at the end; but for white space at both ends. */
const SAME: readonly ((a: string, b: string) => boolean)[] = [
  (a, b) => a === b,
  (a, b) => a.trimEnd() === b.trimEnd(),
  (a, b) => a.trim() === b.trim(),
];

function matches(
  lines: readonly Line[],
  wanted: readonly string[],
  { from, same }: { readonly from: number; readonly same: (a: string, b: string) => boolean },
): readonly number[] {
  const found: number[] = [];
  for (let at = from; at + wanted.length <= lines.length; at += 1) {
    if (wanted.every((line, index) => same(lines[at + index]?.text ?? "", line))) found.push(at);
  }
  return found;
}

function afterHeading(lines: readonly Line[], heading: string, search: Search & { readonly hunk: Hunk }): number {
  for (const same of SAME) {
    const at = lines.findIndex(({ text }, index) => index >= search.from && same(text, heading));
    if (at !== -1) return at + 1;
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
    if (sign === "+") fresh.push({ text, end: end === "\r\n" && there?.end === "\n" ? "\n" : end });
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
  const [, , same] = SAME;
  let best = { at: 0, fits: 0 };
  for (let at = 0; at < lines.length; at += 1) {
    const fits = wanted.filter(
      (line, index) => line.trim() !== "" && same?.(lines[at + index]?.text ?? "", line),
    ).length;
    if (fits > best.fits) best = { at, fits };
  }
  if (best.fits === 0) {
    return failed(hunk, shown, {
      what: `does not fit: none of its lines is there, the first is ${quote(wanted[0] ?? "")}`,
      hint: "read the file again and write the hunk from what is there",
    });
  }
  const differs = wanted.findIndex((line, index) => same?.(lines[best.at + index]?.text ?? "", line) !== true);
  if (differs === -1) {
    const why =
      best.at < from
        ? `stands at line ${best.at + 1}, above the place of an earlier hunk or heading`
        : `stands at line ${best.at + 1}, not at the end`;
    return failed(hunk, shown, { what: why, hint: "put hunks in the order of the file" });
  }
  const there = lines[best.at + differs];
  const what = there === undefined ? "the file ends there" : `the file has ${quote(there.text)}`;
  return failed(hunk, shown, {
    what: `does not fit at line ${best.at + differs + 1}: the patch has ${quote(wanted[differs] ?? "")}, ${what}`,
    hint: "read the file again and write the hunk from what is there",
  });
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
