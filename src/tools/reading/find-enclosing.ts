import type { FileFacts } from "../../syntax/facts.ts";
import { allCallbacks, allSymbols, type Found } from "./find-symbol.ts";
import { lineCountOf, type Span } from "./verbatim.ts";

export interface Enclosing extends Found {
  readonly isCallback: boolean;
}

/** Stands for every kind of callback in a filter of kinds. */
export const ANY_CALLBACK = "callback";

/**
 * The smallest span that holds the line, among symbols not declared inside the body of another and
 * callbacks; of equal spans a callback wins, then the earlier start. `kinds` undefined: all kinds.
 */
export function findEnclosing(facts: FileFacts, line: number, kinds?: ReadonlySet<string>): Enclosing | undefined {
  const isOfKind = ({ kind, isCallback }: Enclosing): boolean =>
    kinds === undefined || kinds.has(kind) || (isCallback && kinds.has(ANY_CALLBACK));
  return candidates(facts)
    .filter((found) => holds(found, line) && isOfKind(found))
    .toSorted(bySize)[0];
}

function candidates(facts: FileFacts): Enclosing[] {
  const symbols = allSymbols(facts.symbols).filter(({ isLocal }) => !isLocal);
  return [
    ...symbols.map((found) => ({ ...found, isCallback: false })),
    ...allCallbacks(facts).map((found) => ({ ...found, isCallback: true })),
  ];
}

function holds({ startLine, endLine }: Span, line: number): boolean {
  return startLine <= line && line <= endLine;
}

function bySize(a: Enclosing, b: Enclosing): number {
  return lineCountOf(a) - lineCountOf(b) || Number(b.isCallback) - Number(a.isCallback) || a.startLine - b.startLine;
}

/** The last symbol or callback that ends before the line and the first that starts after it. */
export function findNeighbours(facts: FileFacts, line: number): { before?: Found; after?: Found } {
  let before: Found | undefined;
  let after: Found | undefined;
  for (const found of candidates(facts)) {
    if (found.endLine < line && (before === undefined || isCloserBefore(found, before))) before = found;
    if (found.startLine > line && (after === undefined || isCloserAfter(found, after))) after = found;
  }
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

// Of two that end (or start) on the same line, the outer one says more about the place.
function isCloserBefore(a: Found, b: Found): boolean {
  return a.endLine > b.endLine || (a.endLine === b.endLine && a.startLine < b.startLine);
}
function isCloserAfter(a: Found, b: Found): boolean {
  return a.startLine < b.startLine || (a.startLine === b.startLine && a.endLine > b.endLine);
}

/** The outermost symbols (local ones too) and callbacks inside `outer`, in source order. */
export function findNested(facts: FileFacts, outer: Found): Found[] {
  const inside = [...allSymbols(facts.symbols), ...allCallbacks(facts)]
    .filter((found) => isInside(found, outer))
    .toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  const nested: Found[] = [];
  for (const found of inside) {
    const last = nested.at(-1);
    if (last === undefined || found.startLine > last.endLine) nested.push(found);
  }
  return nested;
}

function isInside(found: Found, outer: Found): boolean {
  return (
    found.startLine >= outer.startLine && found.endLine <= outer.endLine && lineCountOf(found) < lineCountOf(outer)
  );
}
