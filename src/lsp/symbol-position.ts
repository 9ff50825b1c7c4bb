import { identifiersIn, type NameSpan, occurrencesOf } from "./identifiers.ts";
import { protocolLines } from "./position-encoding.ts";
import {
  lineRequired,
  multipleNames,
  noSuchOccurrence,
  notOnLine,
  pastEnd,
  type SymbolRequest,
  symbolRequired,
} from "./symbol-errors.ts";

export interface SymbolPlace {
  /** 1-based. */
  readonly line: number;
  /** UTF-16 offsets in the line of the name that is pointed at. */
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly lineText: string;
}

/** What joins the parts of one qualified name; the last part is meant then. */
const QUALIFIED = /^(?:\.|::|->|\?\.|!\.|#|\\|\/|-|\.\.?\/|@)$/;

/**
 * The place of a symbol on a line of a text. An occurrence as a whole word counts before one inside
 * a longer word; letter case always counts. Of a qualified name the last part is meant. Throws
 * `invalid_input` when line or symbol is missing, not there, or stands there more than once.
 */
export function findSymbol(text: string, request: SymbolRequest): SymbolPlace {
  const { line, symbol } = request;
  if (line === undefined) throw lineRequired(request);
  const lineText = lineOf(text, line);
  if (lineText === undefined) throw pastEnd(request, linesOf(text).length);
  const wanted = symbol?.trim() ?? "";
  if (wanted === "") throw symbolRequired({ ...request, line }, lineText);
  const { name, nth } = splitOccurrence(wanted, lineText);
  const starts = occurrencesOf(lineText, name);
  if (starts.length === 0) throw notOnLine({ ...request, line, symbol: name }, linesOf(text));
  if (nth === undefined ? starts.length > 1 : nth < 1 || nth > starts.length) {
    throw noSuchOccurrence({ ...request, line, symbol: name }, { lineText, starts, nth });
  }
  const start = starts[(nth ?? 1) - 1] ?? 0;
  const meant = meantPart(name);
  if (meant === undefined)
    throw multipleNames(
      { ...request, line, symbol: name },
      identifiersIn(name).map((one) => name.slice(one.start, one.end)),
    );
  return place(lineText, line, { start: start + meant.start, end: start + meant.end });
}

/** The lines of a text; a final line break does not begin another one. */
export function linesOf(text: string): string[] {
  const lines = protocolLines(text);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** One of the lines of a text, without making all the others. */
function lineOf(text: string, line: number): string | undefined {
  if (text.includes("\r")) return linesOf(text)[line - 1];
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf("\n", start);
    if (end === -1) return undefined;
    start = end + 1;
  }
  if (start === text.length || line < 1) return undefined;
  const end = text.indexOf("\n", start);
  return text.slice(start, end === -1 ? text.length : end);
}

function place(lineText: string, line: number, { start, end }: NameSpan): SymbolPlace {
  return { line, start, end, name: lineText.slice(start, end), lineText };
}

/** `name#2`, unless the line holds that very text and not so many of the name alone. */
function splitOccurrence(symbol: string, lineText: string): { readonly name: string; readonly nth?: number } {
  const match = /^(.*[^\s#])#(\d+)$/su.exec(symbol);
  const name = match?.[1];
  if (match === null || name === undefined) return { name: symbol };
  const nth = Number(match[2]);
  if (lineText.includes(symbol) && occurrencesOf(lineText, name).length < nth) return { name: symbol };
  return { name, nth };
}

/** The one name a symbol points at: its only identifier, the last of a qualified name; undefined: it names several. */
function meantPart(symbol: string): NameSpan | undefined {
  const names = identifiersIn(symbol);
  const last = names.at(-1);
  if (/^["'`]/.test(symbol)) return { start: 1, end: Math.max(1, symbol.length - 1) };
  // An operator, or a number: pointed at as it is.
  if (last === undefined) return { start: 0, end: symbol.length };
  if (names.length === 1) return last;
  const joints = names.slice(1).map(({ start }, at) => symbol.slice(names[at]?.end, start));
  return joints.every((joint) => QUALIFIED.test(joint)) ? last : undefined;
}
