import { complete } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import type { FileFacts } from "../../syntax/facts.ts";
import { defineTool } from "../core/declaration.ts";
import { bodyCoverage, guessedEndNotes } from "./body-coverage.ts";
import { findEnclosing, findNeighbours, findNested } from "./find-enclosing.ts";
import { placeText, type Found } from "./find-symbol.ts";
import { fullKind } from "./kinds.ts";
import { readSourceFile, unparsedNote, verbatimNotes, type SourceFile } from "./source-file.ts";
import { fitAround, lineCountOf, sliceLines, windowAround, type Span } from "./verbatim.ts";

const DEFAULT_AROUND_LINES = 80;
const MAX_NESTED = 25;

const input = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    line: { type: "integer", description: "1-based.", minimum: 1 },
    kinds: {
      type: "array",
      items: { type: "string" },
      description: "E.g. method, callback.",
    },
    maxLines: { type: "integer", description: "Longest body to read whole.", minimum: 1 },
    onOversize: {
      type: "string",
      enum: ["error", "slice", "outline"],
      description: "Above maxLines. slice: lines around the line; outline: what is inside.",
      default: "error",
    },
    aroundLine: {
      type: "integer",
      description: "Lines of a slice; default maxLines or 80.",
      minimum: 1,
    },
  },
  required: ["path", "line"],
} as const;

/** What stands around a line: verbatim lines of one symbol, or what is nested in it. */
export interface EnclosingBody {
  readonly path: string;
  /** Canonical absolute path, for hosts. */
  readonly absolute: string;
  readonly found: Found;
  readonly content: Verbatim | Outline;
}
interface Verbatim {
  readonly kind: "verbatim";
  readonly span: Span;
  readonly text: string;
}
interface Outline {
  readonly kind: "outline";
  readonly maxLines: number;
  readonly nested: readonly Found[];
  readonly nestedCount: number;
  readonly pathArgument: string;
  readonly line: number;
  readonly searchedFor: string;
}

export const readEnclosing = defineTool({
  name: "read_enclosing",
  mcp: { name: "pilens_read_enclosing", rename: { path: "file" }, cwd: true },
  title: "Read enclosing symbol",
  tier: "read",
  description: "Reads the source of the smallest symbol or callback around a line, verbatim.",
  example: { path: "src/server.ts", line: 120 },
  input,
  needs: ["workspace", "parser"],
  parallel: true,
  run: async ({ path, line, kinds, maxLines, onOversize, aroundLine }, context, signal) => {
    const source = await readSourceFile(path, context, signal);
    const found = enclosingOf(source, line, kinds);
    const content = contentOf(source, found, {
      line,
      maxLines: maxLines ?? Number.POSITIVE_INFINITY,
      onOversize,
      aroundLine: aroundLine ?? maxLines ?? DEFAULT_AROUND_LINES,
    });
    return {
      coverage: content.kind === "verbatim" ? bodyCoverage(source, found, content.span) : complete,
      facts: { path: source.shown, absolute: source.absolute, found, content },
      notes: [...verbatimNotes(source.document), ...guessedEndNotes(source.facts, found)],
    };
  },
  format: ({ facts: { path, found, content } }) =>
    content.kind === "verbatim"
      ? `${found.kind} ${found.name}  ${path}:${content.span.startLine}-${content.span.endLine}\n\n${content.text}`
      : formatOutline(path, found, content),
  details: ({ facts: { path, absolute, found, content } }) => ({
    path,
    absolutePath: absolute,
    kind: found.kind,
    name: found.name,
    enclosing: { startLine: found.startLine, endLine: found.endLine },
    ...(content.kind === "verbatim"
      ? { startLine: content.span.startLine, endLine: content.span.endLine, partial: isPart(found, content.span) }
      : { nested: content.nested.map((one) => ({ name: one.name, kind: one.kind, read: readArguments(path, one) })) }),
  }),
  summary: ({ facts: { path, found } }) => `${found.kind} ${found.name} ${path}:${found.startLine}-${found.endLine}`,
  delivered: ({ facts: { absolute, content } }) =>
    content.kind === "verbatim"
      ? [{ path: absolute, startLine: content.span.startLine, lines: content.text.split("\n") }]
      : [],
});

interface SizeRequest {
  readonly line: number;
  readonly maxLines: number;
  readonly onOversize: "error" | "slice" | "outline";
  readonly aroundLine: number;
}

function enclosingOf(source: SourceFile, line: number, kinds: readonly string[] | undefined): Found {
  const { shown, facts } = source;
  if (line > facts.lineCount) throw pastTheEnd(shown, line, facts.lineCount);
  const wanted = kinds === undefined || kinds.length === 0 ? undefined : new Set(kinds.map(fullKind));
  const found = findEnclosing(facts, line, wanted);
  if (found !== undefined) return found;
  const ofAnyKind = wanted === undefined ? undefined : findEnclosing(facts, line);
  throw ofAnyKind === undefined
    ? nothingEncloses(source, line)
    : ofOtherKind(shown, line, [...(wanted ?? [])], ofAnyKind);
}

function contentOf(source: SourceFile, found: Found, request: SizeRequest): Verbatim | Outline {
  const { line, maxLines, onOversize, aroundLine } = request;
  const { text } = source.document;
  const verbatim = (wanted: Span): Verbatim => {
    const span = fitAround(text, line, wanted);
    return { kind: "verbatim", span, text: sliceLines(text, span) };
  };
  if (lineCountOf(found) <= maxLines) return verbatim(found);
  switch (onOversize) {
    case "error":
      throw oversize(source.shown, found, maxLines);
    case "slice":
      return verbatim(windowAround(line, aroundLine, found));
    case "outline":
      return outlineOf(source, found, request);
  }
}

function outlineOf({ facts, pathArgument }: SourceFile, found: Found, { line, maxLines }: SizeRequest): Outline {
  const all = findNested(facts, found);
  const nearest = all.findIndex(({ endLine }) => endLine >= line);
  const at = nearest === -1 ? all.length : nearest;
  const from = Math.max(0, Math.min(at - Math.floor(MAX_NESTED / 2), all.length - MAX_NESTED));
  const nested = all.slice(from, from + MAX_NESTED);
  return {
    kind: "outline",
    maxLines,
    nested,
    nestedCount: all.length,
    pathArgument,
    line,
    searchedFor: searchedFor(facts),
  };
}

function formatOutline(path: string, found: Found, outline: Outline): string {
  const { nested, nestedCount, maxLines, pathArgument, line } = outline;
  const head = `${found.kind} ${found.name}  ${path}:${found.startLine}-${found.endLine}: ${lineCountOf(found)} lines, more than maxLines ${maxLines}`;
  const slice = `read_enclosing ${JSON.stringify({ [pathArgument]: path, line, maxLines, onOversize: "slice" })}`;
  if (nestedCount === 0) return `${head}\nno ${outline.searchedFor} is nested in it: ${slice}`;
  const left = nestedCount - nested.length;
  const count =
    left > 0 ? `${nested.length} of ${nestedCount} nested, nearest to line ${line}` : `${nestedCount} nested`;
  const rows = nested.map((one) => {
    const { offset, limit } = readArguments(path, one);
    return `  ${one.startLine}-${one.endLine} ${one.kind} ${one.name} (read: offset=${offset} limit=${limit})`;
  });
  return [`${head}; ${count}:`, ...rows, `around line ${line}: ${slice}`].join("\n");
}

function readArguments(path: string, span: Span): { path: string; offset: number; limit: number } {
  return { path, offset: span.startLine, limit: lineCountOf(span) };
}

function isPart(whole: Span, part: Span): boolean {
  return part.startLine !== whole.startLine || part.endLine !== whole.endLine;
}

function oversize(shown: string, found: Found, maxLines: number): ReticleError {
  const { startLine, endLine, kind, name } = found;
  return new ReticleError(
    "too_large",
    `${kind} ${name} (${shown}:${startLine}-${endLine}) has ${lineCountOf(found)} lines, more than \`maxLines\` ${maxLines}`,
    {
      hint: '`onOversize` "slice" reads the lines around `line`, "outline" lists what is nested in it',
      data: { kind, name, startLine, endLine, lines: lineCountOf(found), maxLines },
    },
  );
}

function pastTheEnd(shown: string, line: number, lineCount: number): ReticleError {
  const end = lineCount === 0 ? "which is empty" : `which has ${lineCount} ${lineCount === 1 ? "line" : "lines"}`;
  return new ReticleError("invalid_input", `\`line\` ${line} is past the end of ${shown}, ${end}`, {
    hint: lineCount === 0 ? "name another file" : `give a line from 1 to ${lineCount}`,
    data: { line, lineCount },
  });
}

function nothingEncloses({ shown, facts }: SourceFile, line: number): ReticleError {
  const { before, after } = findNeighbours(facts, line);
  const places = [
    before !== undefined && `before it: ${placeText(before)}`,
    after !== undefined && `after it: ${placeText(after)}`,
  ].filter((place) => place !== false);
  const message = `no ${searchedFor(facts)} encloses line ${line} of ${shown}${unparsedNote(facts)}`;
  return new ReticleError("not_found", message, {
    hint:
      places.length === 0
        ? "the file declares no symbol; read its lines directly"
        : `${places.join("; ")}; read_symbol reads one by name`,
    data: { line },
  });
}

/** What a search for the innermost code can have found: a missing rule set is no absence of callbacks. */
function searchedFor({ callbackSupport, language }: FileFacts): string {
  return callbackSupport === "none" ? `symbol (callbacks in ${language} are not covered)` : "symbol or callback";
}

function ofOtherKind(shown: string, line: number, kinds: readonly string[], found: Found): ReticleError {
  return new ReticleError(
    "not_found",
    `nothing of \`kinds\` ${JSON.stringify(kinds)} encloses line ${line} of ${shown}`,
    {
      hint: `without \`kinds\` it is ${placeText(found)}`,
      data: { line, kinds },
    },
  );
}
