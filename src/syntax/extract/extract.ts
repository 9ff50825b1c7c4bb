import { callbackFacts } from "../callbacks/callback-facts.ts";
import type { CallbackFact, FileFacts, SymbolFact } from "../facts.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { collect } from "./collect.ts";
import type { Declaration } from "./collected.ts";
import { indexLines, type LineIndex } from "./line-index.ts";
import { exportLinks, importFacts } from "./links.ts";
import type { Found } from "./match.ts";
import { buildOutline, MAX_DEPTH, type Outline } from "./outline.ts";
import type { Span } from "./span.ts";
import { buildSymbols, type SymbolSource } from "./symbols.ts";

const MAX_ERROR_LINES = 20;
/** An error that swallows more than this is not near its start. */
const MAX_ERROR_SPAN_LINES = 20;

/** Facts, and where in the tree and the text they come from. */
export interface Extracted {
  readonly facts: FileFacts;
  readonly declarationOf: ReadonlyMap<SymbolFact, Declaration>;
  /** All that patterns found, those that are no symbols too. */
  readonly declarations: readonly Declaration[];
  readonly lines: LineIndex;
}

export interface FoundInTree extends Found {
  /** Places of missing tokens. */
  readonly missing: readonly number[];
  /** The patterns say which functions are one call. */
  readonly findsForwarding: boolean;
}

/** Facts from the matches of a language's patterns and the places of missing tokens; a pure function. */
export function extractFacts(
  { matches, omittedCount, missing, findsForwarding }: FoundInTree,
  source: { readonly text: string; readonly path: string },
  language: LanguageDefinition,
): Extracted {
  const { text, path } = source;
  const lines = indexLines(text);
  const naming = language.nameOf === undefined ? {} : { nameOf: language.nameOf };
  const collected = collect(matches, { text, path, ...naming });
  const links = exportLinks(collected, lines);
  const outline = buildOutline(collected, text);
  const { symbols, marked, declarationOf } = buildSymbols(outline, { text, lines, collected, language, links });
  const { imports, reexports } = importFacts(collected, language, { path, lines });
  const errors = placesOfErrors([...collected.errors, ...missing.map((start) => ({ start, end: start }))], lines);
  const errorLines = [...new Set(errors)].sort((a, b) => a - b);
  const facts: FileFacts = {
    language: language.id,
    lineCount: lines.lineCount,
    symbols,
    imports,
    exports: [...links.facts, ...reexports, ...marked].sort((a, b) => a.line - b.line),
    callbacks: callbacksOf(outline, { text, lines, collected, language }),
    callbackSupport: language.callbacks?.support ?? (language.isData === true ? "generic" : "none"),
    ...(!findsForwarding && language.isData !== true && { isForwardingUnknown: true }),
    syntaxErrors: errorLines.slice(0, MAX_ERROR_LINES).map((line) => ({ line })),
    syntaxErrorCount: errors.length,
    ...(language.isData === true && { isData: true }),
    ...(omittedCount > 0 && { omittedCount }),
    warnings: outline.isFlattened ? [`nesting deeper than ${MAX_DEPTH} levels is shown flat`] : [],
  };
  return { facts, declarationOf, declarations: collected.declarations, lines };
}

function callbacksOf({ nodes }: Outline, source: Omit<SymbolSource, "links">): CallbackFact[] {
  const { text, lines, collected, language } = source;
  if (language.callbacks === undefined) return [];
  const symbols = new Set<number | undefined>();
  for (const { declaration, isLocal } of nodes) {
    if (!isLocal) symbols.add(declaration.id).add(declaration.valueId);
  }
  return callbackFacts(collected.callbackMarks, {
    text,
    lines,
    rules: language.callbacks,
    isSymbol: (id) => symbols.has(id),
  });
}

/**
 * The lines of the errors. One around others says nothing that they don't; one that swallowed much
 * comes from something that never ended, so it is placed where the parser gave up.
 */
function placesOfErrors(errors: readonly Span[], lines: LineIndex): number[] {
  const sorted = [...errors].sort((a, b) => a.start - b.start || b.end - a.end);
  return sorted
    .filter(({ end }, index) => {
      const next = sorted[index + 1];
      return next === undefined || next.start >= end;
    })
    .map(({ start, end }) => {
      const first = lines.lineOf(start);
      const last = lines.lineOf(Math.max(start, end - 1));
      return last - first > MAX_ERROR_SPAN_LINES ? last : first;
    });
}
