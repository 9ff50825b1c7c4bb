import { ReticleError } from "../../../base/errors.ts";
import type { ByteSpan, FileMatches, RewriteMatch } from "./file-matches.ts";
import { placeTemplateText, reindent } from "./indentation.ts";
import type { Parenthesizer } from "./parenthesizer.ts";
import { indentAt, type Template, type TemplateVariable } from "./template.ts";

/** A file as it is decoded: the text without a byte order mark. */
export interface RewritableFile {
  readonly text: string;
  /** Of the file. */
  readonly bytes: number;
  readonly hasBom: boolean;
  readonly eol: string;
}

/** One replacement. Half-open, in UTF-16 units of the file's text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What puts captures into a template. */
export interface Rewriter {
  readonly language: string;
  readonly template: Template;
  readonly parenthesizer: Parenthesizer;
}

const BOM_BYTES = 3;

/**
 * The replacements in one file, in order; a match that would stay as it is has none. Throws `conflict` when the file is
 * not the one that was searched.
 */
export async function rewriteFile(
  file: RewritableFile,
  { file: name, matches }: FileMatches,
  rewriter: Rewriter,
): Promise<readonly Replacement[]> {
  const toIndex = indexOffsets(file, matches);
  const replacements: Replacement[] = [];
  for (const match of matches) {
    const [start, end] = [toIndex(match.start), toIndex(match.end)];
    if (end > file.text.length || !file.text.startsWith(match.text, start)) throw changedMeanwhile(name);
    const capture = (variable: string): Place | undefined => {
      const span = match.captures.get(variable);
      return span && { start: toIndex(span.start), end: toIndex(span.end) };
    };
    const made = await replace({ file, name, start, end, capture }, rewriter);
    if (made.text !== file.text.slice(made.start, made.end)) replacements.push(made);
  }
  return replacements;
}

export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, text: replacement } of replacements) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

interface Place {
  readonly start: number;
  readonly end: number;
}
interface MatchPlace extends Place {
  readonly file: RewritableFile;
  readonly name: string;
  readonly capture: (variable: string) => Place | undefined;
}

async function replace(match: MatchPlace, rewriter: Rewriter): Promise<Replacement> {
  const { file, start, end } = match;
  const made = await substitute(match, rewriter);
  if (made === "") return { ...withItsLine(file.text, { start, end }), text: "" };
  const needsParentheses = await rewriter.parenthesizer.forReplacement({ text: file.text, start, end }, made);
  return { start, end, text: needsParentheses ? `(${made})` : made };
}

async function substitute(match: MatchPlace, { template, parenthesizer, language }: Rewriter): Promise<string> {
  const { file, start } = match;
  const indent = indentAt(file.text, start);
  const eol = file.eol === "\r\n" ? "\r\n" : "\n";
  let made = "";
  let isAfterEmptyList = false;
  for (const part of template.parts) {
    if ("text" in part) {
      let text = placeTemplateText(part.text, indent, eol);
      if (isAfterEmptyList) ({ made, text } = withoutComma(made, text));
      isAfterEmptyList = false;
      made += text;
      continue;
    }
    const captured = match.capture(part.variable);
    if (captured === undefined) {
      if (!part.variable.startsWith("$$$")) throw capturedNothing(part, match);
      isAfterEmptyList = true;
      continue;
    }
    const text = file.text.slice(captured.start, captured.end);
    const from = indentAt(file.text, captured.start);
    const placed = reindent(text, from, indent + part.indent, language);
    made += (await parenthesizer.forCapture(part, text)) ? `(${placed})` : placed;
  }
  return isAfterEmptyList ? made.replace(/,\s*$/, "") : made;
}

/** Takes the comma away that would separate a list of nothing. */
function withoutComma(made: string, text: string): { made: string; text: string } {
  if (/^\s*[)\]}>]/.test(text) && /,\s*$/.test(made)) return { made: made.replace(/,\s*$/, ""), text };
  if (/[([{<]\s*$/.test(made)) return { made, text: text.replace(/^\s*,\s*/, "") };
  return /,\s*$/.test(made) ? { made, text: text.replace(/^\s*,\s*/, "") } : { made, text };
}

/** The whole line, when there is nothing else on it. */
function withItsLine(text: string, { start, end }: Place): Place {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const newline = text.indexOf("\n", end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const isAlone = (text.slice(lineStart, start) + text.slice(end, lineEnd)).trim() === "";
  return isAlone ? { start: lineStart, end: lineEnd } : { start, end };
}

/** From offsets of the file's bytes to those of its text. */
function indexOffsets(
  { text, bytes, hasBom }: RewritableFile,
  matches: readonly RewriteMatch[],
): (at: number) => number {
  const bom = hasBom ? BOM_BYTES : 0;
  if (bytes - bom === text.length) return (at) => at - bom;
  const spans: ByteSpan[] = matches.flatMap((match) => [match, ...match.captures.values()]);
  const offsets = [...new Set(spans.flatMap(({ start, end }) => [start - bom, end - bom]))].sort((a, b) => a - b);
  const encoded = Buffer.from(text);
  const indexes = new Map<number, number>();
  let [from, index] = [0, 0];
  for (const offset of offsets) {
    index += encoded.toString("utf8", from, offset).length;
    from = offset;
    indexes.set(offset, index);
  }
  return (at) => indexes.get(at - bom) ?? text.length + 1;
}

function changedMeanwhile(name: string): ReticleError {
  return new ReticleError("conflict", `${name} was changed while it was being looked at; nothing was changed`, {
    hint: "call again",
    data: { path: name },
  });
}

function capturedNothing({ variable }: TemplateVariable, { name }: MatchPlace): ReticleError {
  return new ReticleError(
    "invalid_input",
    `\`rewrite\` uses ${variable}, which stands for nothing in a match in ${name}`,
    {
      hint: "leave it out of the rewrite, or match the whole pattern (without `selector`)",
      data: { variable, path: name },
    },
  );
}
