import type { EditedRange } from "../../../workspace/reads/judge-edit.ts";

/** One replacement of pi's edit tool. */
export interface PiEdit {
  readonly oldText: string;
  readonly newText: string;
}

export interface EditedRanges {
  /** In the order of the file. */
  readonly ranges: readonly EditedRange[];
  /** Texts that do not stand in the file, not even by pi's loose comparison. */
  readonly missing: readonly string[];
}

/** Which lines pi's edit tool will replace. `text` has LF alone. A text that stands several times is pi's to refuse. */
export function editedRanges(text: string, edits: readonly PiEdit[]): EditedRanges {
  const ranges: EditedRange[] = [];
  const missing: string[] = [];
  for (const { oldText } of edits) {
    const wanted = oldText.replaceAll("\r\n", "\n");
    if (wanted === "") continue;
    const at = text.indexOf(wanted);
    if (at === -1) {
      const loose = looseRange(text, wanted);
      if (loose === undefined) missing.push(wanted);
      else ranges.push(loose);
    } else if (!text.includes(wanted, at + 1)) {
      ranges.push({ ...linesOf(text, at, wanted), isVerified: true });
    }
  }
  return { ranges: ranges.toSorted((a, b) => a.startLine - b.startLine), missing };
}

/** A trailing line break belongs to the line that it ends. */
function linesOf(text: string, at: number, wanted: string): { startLine: number; endLine: number } {
  const startLine = countBreaks(text.slice(0, at)) + 1;
  return { startLine, endLine: startLine + countBreaks(wanted.replace(/\n$/, "")) };
}

/** pi also takes a text that differs in spaces at line ends and in the kind of quotes, dashes and spaces. */
function looseRange(text: string, wanted: string): EditedRange | undefined {
  const lines = text.split("\n").map(loosen);
  const parts = wanted.replace(/\n$/, "").split("\n").map(loosen);
  const isAt = (start: number): boolean =>
    parts.every((part, offset) => {
      const line = lines[start + offset];
      if (line === undefined) return false;
      if (parts.length === 1) return line.includes(part);
      if (offset === 0) return line.endsWith(part);
      return offset === parts.length - 1 ? line.startsWith(part) : line === part;
    });
  const start = lines.findIndex((_line, at) => isAt(at));
  return start === -1 ? undefined : { startLine: start + 1, endLine: start + parts.length, isVerified: false };
}

function loosen(line: string): string {
  return line
    .normalize("NFKC")
    .trimEnd()
    .replaceAll(/[\u2018\u2019\u201A\u201B]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-");
}

/** Which lines of the file as it is now hold what the edits wrote. `before` and `after` have LF alone. */
export function writtenLines(before: string, after: string, edits: readonly PiEdit[]): ReadonlySet<number> {
  const placed = edits
    .map(({ oldText, newText }) => ({ old: oldText.replaceAll("\r\n", "\n"), now: newText.replaceAll("\r\n", "\n") }))
    .map(({ old, now }) => ({ old, now, at: before.indexOf(old) }))
    .toSorted((a, b) => a.at - b.at);
  const lines = new Set<number>();
  let shift = 0;
  for (const { old, now, at } of placed) {
    const expected = at === -1 ? -1 : at + shift;
    shift += now.length - old.length;
    const place = at !== -1 && after.startsWith(now, expected) ? expected : onlyPlace(after, now);
    if (place === undefined || now === "") continue;
    const { startLine, endLine } = linesOf(after, place, now);
    for (let line = startLine; line <= endLine; line += 1) lines.add(line);
  }
  return lines;
}

function onlyPlace(text: string, wanted: string): number | undefined {
  const at = text.indexOf(wanted);
  return at === -1 || text.includes(wanted, at + 1) ? undefined : at;
}

function countBreaks(text: string): number {
  return text.split("\n").length - 1;
}
