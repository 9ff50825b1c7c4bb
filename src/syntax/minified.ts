import { ReticleError } from "../base/errors.ts";

/** Below this size even a single line parses quickly. */
const MIN_CHARACTERS = 64 * 1024;
const MAX_AVERAGE_LINE = 500;
const MAX_LINE = 256 * 1024;

/** Throws `refused` for generated code in giant lines: an outline of it helps nobody. Cheap: looks for line ends only. */
export function refuseMinified(text: string, path: string): void {
  if (text.length < MIN_CHARACTERS) return;
  let longest = 0;
  let lines = 0;
  for (let start = 0; start < text.length; lines += 1) {
    const end = text.indexOf("\n", start);
    const next = end < 0 ? text.length : end + 1;
    longest = Math.max(longest, next - start);
    start = next;
  }
  if (text.length / lines <= MAX_AVERAGE_LINE && longest <= MAX_LINE) return;
  const name = path.slice(path.lastIndexOf("/") + 1);
  throw new ReticleError(
    "refused",
    `"${name}" looks minified: ${text.length} characters in ${lines} ${lines === 1 ? "line" : "lines"}, the longest ${longest} characters`,
    {
      hint: "look at the source it was made from, or search it with a text search",
      data: { characters: text.length, lines, longestLine: longest },
    },
  );
}
