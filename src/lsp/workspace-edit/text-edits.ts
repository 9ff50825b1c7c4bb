import { ReticleError } from "../../base/errors.ts";

/** A replacement in a text, in UTF-16 offsets. */
export interface OffsetEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/**
 * A text with all edits made at once, as the protocol says: offsets are those of the text before.
 * Insertions at one place keep their order; an edit that is there twice counts once. Throws
 * `protocol` when two edits overlap.
 */
export function applyEdits(text: string, edits: readonly OffsetEdit[], shown: string): string {
  const sorted = distinctEdits(edits).toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let at = 0;
  for (const { start, end, newText } of sorted) {
    if (start < at || end < start) {
      throw new ReticleError(
        "protocol",
        `the server's edits of ${shown} overlap at offset ${start}; nothing was changed`,
        {
          hint: "reload the server and try again",
        },
      );
    }
    result += text.slice(at, start) + newText;
    at = end;
  }
  return result + text.slice(at);
}

/** Without byte-identical repetitions of replacements; an insertion may well be meant twice. */
export function distinctEdits(edits: readonly OffsetEdit[]): readonly OffsetEdit[] {
  const seen = new Set<string>();
  return edits.filter(({ start, end, newText }) => {
    if (start === end) return true;
    const key = `${start}:${end}:${newText}`;
    return !seen.has(key) && seen.add(key);
  });
}
