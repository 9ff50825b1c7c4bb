/** How a text indents: the white space of one level. */
export type IndentUnit = string;

const DEFAULT_UNIT: IndentUnit = "  ";
const MAX_LOOKED_LINES = 2_000;

/** White space at the start of a line. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** The step by which lines of a text are indented most often. */
export function indentUnitOf(text: string): IndentUnit {
  const indents = text
    .split("\n", MAX_LOOKED_LINES)
    .filter((line) => line.trim() !== "")
    .map(indentOf);
  const tabbed = indents.filter((indent) => indent.startsWith("\t")).length;
  const spaced = indents.filter((indent) => indent.startsWith(" ")).length;
  if (tabbed > spaced) return "\t";
  const counts = new Map<number, number>();
  for (const [at, { length }] of indents.entries()) {
    const step = length - (indents[at - 1]?.length ?? 0);
    if (step > 1) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([a, n], [b, m]) => m - n || a - b);
  return most === undefined ? DEFAULT_UNIT : " ".repeat(most[0]);
}

export interface FittedText {
  readonly text: string;
  /** Lines after the first were moved. */
  readonly isMoved: boolean;
}

/**
 * A piece of code moved to an indentation, relations between its lines kept. Pieces come as they stand
 * somewhere else, at the margin, or with the first line at the margin and the rest as it was.
 */
export function fitIndentation(piece: string, indent: string, unit: IndentUnit): FittedText {
  const lines = toUnit(stripBlankEnds(piece).split("\n"), unit);
  const base = baseOf(lines, indent, unit);
  const fitted = lines.map((line, at) => {
    if (line.trim() === "") return "";
    const own = indentOf(line);
    const kept = own.slice(Math.min(own.length, at === 0 ? own.length : base));
    return indent + kept + line.slice(own.length);
  });
  const isMoved = fitted.some((line, at) => at > 0 && line !== "" && line !== lines[at]);
  return { text: fitted.join("\n"), isMoved };
}

/** Without blank lines before and after. */
export function stripBlankEnds(piece: string): string {
  return piece.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

/** How much indentation the lines after the first have only because of where they come from. */
function baseOf(lines: readonly string[], indent: string, unit: IndentUnit): number {
  const [first = "", ...rest] = lines;
  const filled = rest.filter((line) => line.trim() !== "");
  const own = indentOf(first).length;
  const [last] = filled.slice(-1);
  if (last === undefined) return own;
  const least = Math.min(...filled.map((line) => indentOf(line).length));
  if (own > 0 || least === 0) return Math.min(own, least);
  // The first line was cut out without its indentation when the piece closes to the right of where it opens,
  if (/^\s*(?:[}\])]|end\b)/.test(last) && indentOf(last).length === least) return least;
  // or when the rest stands where it would stand in the file.
  const deeper = indent.length + unit.length;
  const isSibling = !opensLevel(first) || indentOf(filled[0] ?? "").length >= deeper;
  const isInPlace = least >= deeper || (least === indent.length && isSibling);
  return indent !== "" && isInPlace ? indent.length : 0;
}

function opensLevel(line: string): boolean {
  // Prose ends with anything.
  if (/^\s*(?:[a-z]{0,2}(?:"""|''')|#|\/[/*])/i.test(line)) return false;
  return /(?:[:{([,=+\-*/&|.\\]|=>|->|\b(?:do|then|else|begin))\s*$/.test(line);
}

/** Leading white space in the file's own kind. */
function toUnit(lines: readonly string[], unit: IndentUnit): readonly string[] {
  if (unit === "\t") {
    const spaces = indentUnitOf(lines.join("\n"));
    if (spaces === "\t") return lines;
    return lines.map((line) => line.replace(/^ +/, (own) => toTabs(own, spaces.length)));
  }
  return lines.map((line) => line.replace(/^[ \t]*\t/, (own) => own.replaceAll("\t", unit)));
}

function toTabs({ length }: string, width: number): string {
  return "\t".repeat(Math.floor(length / width)) + " ".repeat(length % width);
}
