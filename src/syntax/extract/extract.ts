import type { FileFacts } from "../facts.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { collect } from "./collect.ts";
import { indexLines } from "./line-index.ts";
import type { PatternMatch } from "./match.ts";
import { exportLinks, importFacts } from "./links.ts";
import { buildOutline, MAX_DEPTH } from "./outline.ts";
import { buildSymbols } from "./symbols.ts";

const MAX_ERROR_LINES = 20;

/** Facts from the matches of a language's patterns and the places of missing tokens; a pure function. */
export function extractFacts(
  { matches, missing }: { readonly matches: readonly PatternMatch[]; readonly missing: readonly number[] },
  source: { readonly text: string; readonly path: string },
  language: LanguageDefinition,
): FileFacts {
  const { text, path } = source;
  const lines = indexLines(text);
  const collected = collect(matches, text);
  const links = exportLinks(collected, lines);
  const outline = buildOutline(collected, text);
  const { symbols, marked } = buildSymbols(outline, { text, lines, collected, language, links });
  const { imports, reexports } = importFacts(collected, language, { path, lines });
  const errors = [...collected.errors, ...missing];
  const errorLines = [...new Set(errors.map(lines.lineOf))].sort((a, b) => a - b);
  return {
    language: language.id,
    lineCount: lines.lineCount,
    symbols,
    imports,
    exports: [...links.facts, ...reexports, ...marked].sort((a, b) => a.line - b.line),
    callbacks: [],
    callbackSupport: "none",
    syntaxErrors: errorLines.slice(0, MAX_ERROR_LINES).map((line) => ({ line })),
    syntaxErrorCount: errors.length,
    warnings: outline.isFlattened ? [`nesting deeper than ${MAX_DEPTH} levels is shown flat`] : [],
  };
}
