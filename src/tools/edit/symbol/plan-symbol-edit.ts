import { indentOf, indentUnitOf, fitIndentation, type FittedText, stripBlankEnds } from "./indentation.ts";

/** A symbol in a text with LF alone; offsets, end exclusive. */
export interface SymbolPlace {
  /** Of its doc comment, else of itself; never inside its line's indentation. */
  readonly docStart: number;
  readonly start: number;
  readonly end: number;
  /** Absent: it has none, or several. */
  readonly body?: { readonly start: number; readonly end: number } | undefined;
  /** Others like it may stand beside it in a list with commas. */
  readonly isListed: boolean;
}

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** Lines of the new text were indented differently from how they came. */
  readonly isMoved: boolean;
}

/** Brackets around a body, in the languages' own words. */
const DELIMITERS = [
  { open: /^\{/, close: /\}$/, isSpaced: true },
  { open: /^do\b/, close: /\bend$/, isSpaced: false },
  { open: /^begin\b/, close: /\bend$/, isSpaced: false },
] as const;

/** The declaration, and its doc comment when the new text brings one of its own. */
export function planReplace(text: string, place: SymbolPlace, given: string): Splice {
  const piece = stripBlankEnds(given);
  const hasDoc = place.docStart < place.start;
  const bringsDoc = hasDoc && piece.trimStart()[0] === text[place.docStart];
  const start = bringsDoc ? place.docStart : place.start;
  const fitted = fitIndentation(piece, lineIndent(text, start), indentUnitOf(text));
  const { separator } = tailOf(text, place.end);
  const isDoubled = separator !== "" && fitted.text.endsWith(separator);
  return splice(start, place.end, { ...fitted, text: isDoubled ? fitted.text.slice(0, -1) : fitted.text });
}

/** What is between the brackets of the body, or all of a body without brackets. */
export function planBody(
  text: string,
  body: NonNullable<SymbolPlace["body"]>,
  given: string,
  declared: number,
): Splice {
  const old = text.slice(body.start, body.end);
  const end = body.end - (old.length - old.trimEnd().length);
  const delimiters = DELIMITERS.find(({ open, close }) => open.test(old) && close.test(old.trimEnd()));
  const unit = indentUnitOf(text);
  const base = lineIndent(text, declared);
  if (delimiters !== undefined)
    return bracketed({ start: body.start, end }, old.trimEnd(), { given, unit, base, delimiters });
  const piece = stripBlankEnds(given);
  const isOwnLine = text.slice(lineStart(text, body.start), body.start).trim() === "";
  if (isOwnLine) return splice(body.start, end, fitIndentation(piece, lineIndent(text, body.start), unit));
  const before = text.slice(0, body.start).trimEnd();
  if (piece.includes("\n") && before.endsWith(":") && !/^[[{(]/.test(piece)) {
    const fitted = fitIndentation(piece, base + unit, unit);
    return { start: before.length, end, replacement: `\n${fitted.text}`, isMoved: fitted.isMoved };
  }
  const fitted = fitIndentation(piece, base, unit);
  const isClosed = tailOf(text, end).separator === ";" && fitted.text.endsWith(";");
  return splice(body.start, end, isClosed ? { ...fitted, text: fitted.text.slice(0, -1) } : fitted);
}

interface Bracketing {
  readonly given: string;
  readonly unit: string;
  readonly base: string;
  readonly delimiters: (typeof DELIMITERS)[number];
}

function bracketed(
  { start, end }: { readonly start: number; readonly end: number },
  old: string,
  { given, unit, base, delimiters: { open, close, isSpaced } }: Bracketing,
): Splice {
  const opening = open.exec(old)?.[0] ?? "";
  const closing = close.exec(old)?.[0] ?? "";
  const whole = given.trim();
  const isWhole = open.test(whole) && close.test(whole) && whole.length >= opening.length + closing.length;
  const inner = stripBlankEnds(isWhole ? whole.slice(opening.length, whole.length - closing.length) : given);
  const lines = old.split("\n");
  const isOneLine = lines.length === 1;
  if (inner === "" && isSpaced) return { start, end, replacement: opening + closing, isMoved: false };
  if (isSpaced && isOneLine && !inner.includes("\n")) {
    return { start, end, replacement: `${opening} ${inner.trim()} ${closing}`, isMoved: false };
  }
  const last = lines.at(-1) ?? "";
  const outer = isOneLine || last.trim() !== closing ? base : indentOf(last);
  const first = lines.slice(1, -1).find((line) => line.trim() !== "");
  const indent = first !== undefined && indentOf(first).length > outer.length ? indentOf(first) : outer + unit;
  const fitted = fitIndentation(inner, indent, unit);
  const middle = inner === "" ? "" : `${fitted.text}\n`;
  return { start, end, replacement: `${opening}\n${middle}${outer}${closing}`, isMoved: fitted.isMoved };
}

/** The new text starts behind the indentation of the place where the old one did. */
function splice(start: number, end: number, { text, isMoved }: FittedText): Splice {
  return { start, end, replacement: text.slice(indentOf(text).length), isMoved };
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Of the line's end, its line break excluded. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}

export function lineIndent(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return indentOf(text.slice(start, lineEnd(text, start)));
}

/** A separator right behind a declaration that its grammar does not count to it. */
export function tailOf(text: string, end: number): { readonly separator: "" | "," | ";"; readonly end: number } {
  const at = end + (/^[ \t]*/.exec(text.slice(end, end + 200))?.[0].length ?? 0);
  const next = text[at];
  return next === "," || next === ";" ? { separator: next, end: at + 1 } : { separator: "", end };
}
