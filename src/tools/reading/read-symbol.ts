import { shortenText } from "../../base/code-points.ts";
import { ReticleError } from "../../base/errors.ts";
import { defineTool } from "../core/declaration.ts";
import { bodyCoverage, guessedEndNotes } from "./body-coverage.ts";
import { findSymbols, nearestSymbols, placeText, type Found } from "./find-symbol.ts";
import { fullKind } from "./kinds.ts";
import { omittedText, readSourceFile, unparsedNote, verbatimNotes, type SourceFile } from "./source-file.ts";
import { fitAround, sliceLines, type Span } from "./verbatim.ts";

const input = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    symbol: {
      type: "string",
      description: "Name, Owner.member, or a callback's handle.",
      minLength: 1,
    },
    kind: { type: "string", description: "E.g. method." },
  },
  required: ["path", "symbol"],
} as const;

/** A symbol's body as it leaves the file. */
export interface SymbolBody {
  readonly path: string;
  /** Canonical absolute path, for hosts. */
  readonly absolute: string;
  readonly found: Found;
  /** The lines in `text`: all of the symbol, or its head when all is too much for one answer. */
  readonly span: Span;
  readonly text: string;
  /** The other symbols the name stands for, in source order. */
  readonly others: readonly Found[];
}

const MAX_OTHERS = 8;
const MAX_SUGGESTED = 3;
const MAX_QUOTED_CHARS = 200;

export const readSymbol = defineTool({
  name: "read_symbol",
  mcp: { name: "pilens_read_symbol", rename: { path: "file" }, cwd: true },
  title: "Read symbol",
  tier: "read",
  description: "Reads one symbol's source, doc comment included, verbatim by name.",
  example: { path: "src/server.ts", symbol: "Server.listen" },
  input,
  needs: ["workspace", "parser"],
  parallel: true,
  run: async ({ path, symbol, kind }, context, signal) => {
    const source = await readSourceFile(path, context, signal);
    const matches = findSymbols(source.facts, symbol, kind === undefined ? undefined : fullKind(kind));
    const [found, ...others] = matches;
    if (found === undefined) throw noSuchSymbol(source, symbol, kind);
    const span = fitAround(source.document.text, found.startLine, found);
    const { shown, absolute, document, facts } = source;
    return {
      coverage: bodyCoverage(source, found, span),
      facts: { path: shown, absolute, found, span, text: sliceLines(document.text, span), others },
      notes: [...verbatimNotes(document), ...guessedEndNotes(facts, found)],
    };
  },
  format: ({ facts: { path, found, span, text, others } }) =>
    `${found.kind} ${found.name}${ambiguityNote([found, ...others])}  ${path}:${span.startLine}-${span.endLine}\n\n${text}`,
  details: ({ facts: { path, absolute, found, span, others } }) => ({
    path,
    absolutePath: absolute,
    kind: found.kind,
    name: found.name,
    startLine: span.startLine,
    endLine: span.endLine,
    ...(others.length > 0 && {
      ambiguous: { count: others.length + 1, kinds: [...new Set([found, ...others].map((one) => one.kind))] },
    }),
  }),
  summary: ({ facts: { path, found, span } }) =>
    `${found.kind} ${found.name} ${path}:${span.startLine}-${span.endLine}`,
  delivered: ({ facts: { absolute, span, text } }) => [
    { path: absolute, startLine: span.startLine, lines: text.split("\n") },
  ],
});

/** " (ambiguous: 3, function, method; others: Left.pick 8-8, …)": the first in source order is read. */
function ambiguityNote(matches: readonly Found[]): string {
  if (matches.length < 2) return "";
  const kinds = [...new Set(matches.map(({ kind }) => kind))].join(", ");
  const others = matches.slice(1, MAX_OTHERS + 1).map(placeText);
  const more = matches.length - 1 - others.length;
  return ` (ambiguous: ${matches.length} of kind ${kinds}; others: ${others.join(", ")}${more > 0 ? `, … ${more} more` : ""})`;
}

/** Says what the file has instead. */
export function noSuchSymbol({ shown, facts }: SourceFile, symbol: string, kind: string | undefined): ReticleError {
  const named = JSON.stringify(shortenText(symbol, MAX_QUOTED_CHARS));
  const ofKind = kind === undefined ? "" : ` of kind "${kind}"`;
  const unparsed = unparsedNote(facts);
  const place = unparsed === "" ? "" : `${unparsed}, it may stand there`;
  const more = omittedText(facts);
  const unlisted = more === undefined ? "" : `; ${more} of it cannot be read by name, only what is around them`;
  const ofOtherKind = kind === undefined ? [] : findSymbols(facts, symbol).slice(0, MAX_SUGGESTED);
  const nearest = ofOtherKind.length > 0 ? ofOtherKind : nearestSymbols(facts, symbol);
  const label = ofOtherKind.length > 0 ? "of other kinds" : "nearest";
  const without = facts.symbols.length === 0 ? "the file declares no symbol" : "module_report lists what the file has";
  return new ReticleError("not_found", `${shown} has no symbol ${named}${ofKind}${place}${unlisted}`, {
    hint: nearest.length === 0 ? without : `${label}: ${nearest.map(placeText).join("; ")}`,
    data: { nearest: nearest.map(({ name, startLine }) => ({ name, startLine })) },
  });
}
