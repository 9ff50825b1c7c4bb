/** UTF-16 offsets in a text. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
}

const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu;
const IDENTIFIER_CHAR = /^[\p{ID_Continue}$\u200c\u200d]$/u;

/** Where a symbol stands on a line: as whole words if there are any, else anywhere. */
export function occurrencesOf(lineText: string, symbol: string): readonly number[] {
  const all: number[] = [];
  for (let at = lineText.indexOf(symbol); at !== -1; at = lineText.indexOf(symbol, at + symbol.length)) all.push(at);
  const whole = all.filter((at) => isWhole(lineText, at, symbol));
  return whole.length > 0 ? whole : all;
}

export function identifiersIn(text: string): readonly NameSpan[] {
  return [...text.matchAll(IDENTIFIER)].map(({ index, 0: name }) => ({ start: index, end: index + name.length }));
}

/** The identifier at or around an offset of a line, for answers that tell what a place is called. */
export function identifierAt(lineText: string, offset: number): string | undefined {
  const span = identifiersIn(lineText).find(({ start, end }) => start <= offset && offset < end);
  return span === undefined ? undefined : lineText.slice(span.start, span.end);
}

/** A symbol that begins or ends inside a longer word is not the whole word. */
function isWhole(lineText: string, at: number, symbol: string): boolean {
  const end = at + symbol.length;
  const isInner = (outside: string | undefined, edge: string | undefined): boolean =>
    outside !== undefined && edge !== undefined && IDENTIFIER_CHAR.test(outside) && IDENTIFIER_CHAR.test(edge);
  const before = Array.from(lineText.slice(Math.max(0, at - 2), at)).at(-1);
  const after = Array.from(lineText.slice(end, end + 2)).at(0);
  return !isInner(before, Array.from(symbol).at(0)) && !isInner(after, Array.from(symbol).at(-1));
}
