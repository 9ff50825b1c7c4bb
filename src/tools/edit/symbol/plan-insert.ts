import { fitIndentation, indentOf, indentUnitOf, stripBlankEnds } from "./indentation.ts";
import { lineEnd, lineIndent, lineStart, type Splice, type SymbolPlace, tailOf } from "./plan-symbol-edit.ts";

/** Comments after code, at the end of a line. */
const LINE_COMMENT = /^(?:\/\/|\/\*|#|--|;|%|<!--)/;

/** Undefined: the symbol shares its first or last line with other code. */
export function planInsert(
  text: string,
  place: SymbolPlace,
  given: string,
  side: "before" | "after",
): Splice | undefined {
  const piece = stripBlankEnds(given);
  const indent = lineIndent(text, place.start);
  const fitted = fitIndentation(piece, indent, indentUnitOf(text));
  const around = surroundings(text, place);
  if (!around.isAlone[side]) return undefined;
  const { separator } = around.tail;
  const isAfterComma = place.isListed && text.slice(0, place.docStart).trimEnd().endsWith(",");
  const needsComma = place.isListed && (separator === "," || isAfterComma);
  const comma = needsComma && !piece.endsWith(",") ? "," : "";
  const gap = "\n".repeat(
    blankLinesBetween(around, piece.includes("\n") || text.slice(place.docStart, place.end).includes("\n")),
  );
  if (side === "before") {
    const at = lineStart(text, place.docStart);
    return { start: at, end: at, replacement: `${fitted.text}${comma}\n${gap}`, isMoved: fitted.isMoved };
  }
  const at = lineEnd(text, around.tail.end);
  if (needsComma && separator !== ",") {
    // What ends the list stays behind its last entry; a comment stays with the one that it is about.
    const rest = text.slice(place.end, at);
    const [same, last] = separator === ";" ? ["", rest] : [rest, ""];
    const replacement = `,${same}\n${gap}${fitted.text}${last}`;
    return { start: place.end, end: at, replacement, isMoved: fitted.isMoved };
  }
  return { start: at, end: at, replacement: `\n${gap}${fitted.text}${comma}`, isMoved: fitted.isMoved };
}

/** The declaration with its doc comment, and the blank lines that it leaves too many. */
export function planRemoval(text: string, place: SymbolPlace): Splice {
  const { isAlone, tail, above, below } = surroundings(text, place);
  const before = text.slice(0, place.docStart).trimEnd();
  const isLastOfList = place.isListed && tail.separator === "" && before.endsWith(",");
  if (!isAlone.before || !isAlone.after) {
    const start = isLastOfList ? before.length - 1 : place.docStart;
    const after = /^[ \t]+/.exec(text.slice(tail.end, tail.end + 200))?.[0].length ?? 0;
    return { start, end: tail.end + (isLastOfList ? 0 : after), replacement: "", isMoved: false };
  }
  const rest = text.slice(lineEnd(text, tail.end));
  const next = rest.length - rest.replace(/^(?:[ \t]*\n)+/, "").length;
  const end = text.length - rest.length + (next === 0 ? rest.length : next);
  const start = isLastOfList ? before.length - 1 : before.length;
  if (before === "") return { start: 0, end, replacement: "", isMoved: false };
  if (end >= text.length) return { start, end: text.length, replacement: "\n", isMoved: false };
  const isBetween = above !== undefined && below !== undefined;
  return { start, end, replacement: "\n".repeat(1 + (isBetween ? Math.max(above, below) : 0)), isMoved: false };
}

interface Surroundings {
  /** Nothing else stands on its first, or its last line. */
  readonly isAlone: { readonly before: boolean; readonly after: boolean };
  readonly tail: ReturnType<typeof tailOf>;
  /** Blank lines to the neighbours; undefined: there is none at this level. */
  readonly above: number | undefined;
  readonly below: number | undefined;
}

function surroundings(text: string, place: SymbolPlace): Surroundings {
  const tail = tailOf(text, place.end);
  const rest = text.slice(tail.end, lineEnd(text, tail.end)).trim();
  const indent = lineIndent(text, place.start).length;
  const lead = text.slice(lineStart(text, place.docStart), place.docStart);
  return {
    isAlone: { before: lead.trim() === "", after: rest === "" || LINE_COMMENT.test(rest) },
    tail,
    above: blankLines(text.slice(0, lineStart(text, place.docStart)).split("\n").slice(0, -1).toReversed(), indent),
    below: blankLines(text.slice(lineEnd(text, tail.end) + 1).split("\n"), indent),
  };
}

function blankLines(lines: readonly string[], indent: number): number | undefined {
  const next = lines.findIndex((line) => line.trim() !== "");
  const neighbour = lines[next];
  return neighbour === undefined || indentOf(neighbour).length < indent ? undefined : next;
}

/** As the neighbours have it: declarations of several lines as far apart as any, those of one line as near. */
function blankLinesBetween({ above, below }: Surroundings, isLong: boolean): number {
  const known = [above, below].filter((count) => count !== undefined);
  if (known.length === 0) return isLong ? 1 : 0;
  return isLong ? Math.max(...known) : Math.min(...known);
}
