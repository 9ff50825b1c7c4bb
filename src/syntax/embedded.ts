import type { Point, Range } from "web-tree-sitter";
import { indexLines, type LineIndex } from "./extract/line-index.ts";
import type { PatternMatch } from "./extract/match.ts";
import type { FileFacts, SymbolFact } from "./facts.ts";

const MAX_ERROR_LINES = 20;

/** The parts of a file that are in other languages, by the id of the language, in source order. */
export function embeddedRanges(matches: readonly PatternMatch[], text: string): ReadonlyMap<string, readonly Range[]> {
  const lines = indexLines(text);
  const claimed = new Map<number, { readonly pattern: number; readonly language: string; readonly range: Range }>();
  for (const { pattern, captures } of matches) {
    const node = captures.find(({ name }) => name === "embedded")?.node;
    const language = pattern.properties["language"];
    if (node === undefined || language === undefined || node.endIndex <= node.startIndex) continue;
    const known = claimed.get(node.id);
    if (known !== undefined && known.pattern <= pattern.index) continue;
    const { startIndex, endIndex } = node;
    const range = {
      startIndex,
      endIndex,
      startPosition: pointAt(startIndex, lines),
      endPosition: pointAt(endIndex, lines),
    };
    claimed.set(node.id, { pattern: pattern.index, language, range });
  }
  const ranges = new Map<string, Range[]>();
  for (const { language, range } of claimed.values()) {
    const others = ranges.get(language);
    if (others === undefined) ranges.set(language, [range]);
    else others.push(range);
  }
  for (const list of ranges.values()) list.sort((a, b) => a.startIndex - b.startIndex);
  return ranges;
}

function pointAt(offset: number, lines: LineIndex): Point {
  const line = lines.lineOf(offset);
  return { row: line - 1, column: offset - lines.startOf(line) };
}

/** One file's facts with those of its parts in another language; symbols become members of what is around them. */
export function joinFacts(host: FileFacts, inner: FileFacts): FileFacts {
  const omittedCount = (host.omittedCount ?? 0) + (inner.omittedCount ?? 0);
  const { isForwardingUnknown, ...own } = host;
  return {
    ...own,
    // What stands around parts that are code has few functions or none.
    ...(isForwardingUnknown === true &&
      (inner.isData === true || inner.isForwardingUnknown === true) && { isForwardingUnknown }),
    symbols: nest(host.symbols, inner.symbols),
    imports: [...host.imports, ...inner.imports].toSorted(byLine),
    exports: [...host.exports, ...inner.exports].toSorted(byLine),
    callbacks: [...host.callbacks, ...inner.callbacks].toSorted((a, b) => a.startLine - b.startLine),
    callbackSupport: inner.isData === true ? host.callbackSupport : inner.callbackSupport,
    syntaxErrors: [...host.syntaxErrors, ...inner.syntaxErrors].toSorted(byLine).slice(0, MAX_ERROR_LINES),
    syntaxErrorCount: host.syntaxErrorCount + inner.syntaxErrorCount,
    warnings: [...host.warnings, ...inner.warnings],
    ...(omittedCount > 0 && { omittedCount }),
  };
}

function byLine(a: { readonly line: number }, b: { readonly line: number }): number {
  return a.line - b.line;
}

function nest(owners: readonly SymbolFact[], symbols: readonly SymbolFact[]): SymbolFact[] {
  const left = new Set(symbols);
  const nested = owners.map((owner) => {
    const inside = symbols.filter(
      (symbol) => owner.start <= symbol.start && symbol.end <= owner.end && left.delete(symbol),
    );
    return inside.length === 0 ? owner : { ...owner, members: nest(owner.members, inside) };
  });
  return [...nested, ...left].toSorted((a, b) => a.start - b.start || b.end - a.end);
}
