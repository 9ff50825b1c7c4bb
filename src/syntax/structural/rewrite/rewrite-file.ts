import { ReticleError } from "../../../base/errors.ts";
import { emptiedBlocks, isRemoval, type Removal } from "./emptied-blocks.ts";
import type { ByteSpan, FileMatches, RewriteMatch } from "./file-matches.ts";
import { placeTemplateText, reindent } from "./indentation.ts";
import type { LeftOut } from "./left-out.ts";
import type { Parenthesizer } from "./parenthesizer.ts";
import type { SlotFit } from "./slot-fit.ts";
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

export interface RewrittenFile {
  readonly replacements: readonly Replacement[];
  /** Whether a replacement is of another kind than what it replaces, so that the file may no longer parse. */
  readonly isDoubtful: boolean;
  /** The 1-based lines of the new text above blocks that are left without a statement, where blocks are what is indented. */
  readonly emptiedBlocks: readonly number[];
  /** The 1-based lines of matches that hold code which the pattern does not name, so that the rewrite leaves it out. */
  readonly leftOut: readonly number[];
}

/** What puts captures into a template. */
export interface Rewriter {
  readonly language: string;
  readonly fit: SlotFit;
  /** Undefined: it cannot be told. */
  readonly leftOut: LeftOut | undefined;
  /** The template for matches in which these runs stand for nothing. */
  readonly templateFor: (empty: ReadonlySet<string>) => Promise<FittedTemplate>;
  /** Runs of the template. */
  readonly runs: readonly string[];
  /** The pattern ends with a semicolon, so that of a match is a part of what it stands for. */
  readonly isTerminated: boolean;
  readonly parenthesizer: Parenthesizer;
}
export interface FittedTemplate {
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
): Promise<RewrittenFile> {
  const toIndex = indexOffsets(file, matches);
  const replacements: Replacement[] = [];
  const removals: Removal[] = [];
  const leftOut: number[] = [];
  let isDoubtful = false;
  let shift = 0;
  for (const match of matches) {
    const [start, end] = [toIndex(match.start), toIndex(match.end)];
    if (end > file.text.length || !file.text.startsWith(match.text, start)) throw changedMeanwhile(name);
    const capture = (variable: string): Place | undefined => {
      const span = match.captures.get(variable);
      return span && { start: toIndex(span.start), end: toIndex(span.end) };
    };
    const made = await replace({ file, name, start, end, capture }, rewriter);
    if (made.text === file.text.slice(made.start, made.end)) continue;
    replacements.push(made);
    isDoubtful ||= made.isDoubtful;
    if (leavesOut({ start, end, capture }, file.text, rewriter)) leftOut.push(lineAt(file.text, start));
    if (isRemoval(made.text, rewriter.language)) {
      removals.push({ at: made.start + shift, indent: indentAt(file.text, start) });
    }
    shift += made.text.length - (made.end - made.start);
  }
  const after = removals.length === 0 ? "" : applyReplacements(file.text, replacements);
  return { replacements, isDoubtful, emptiedBlocks: emptiedBlocks(after, removals, rewriter.language), leftOut };
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

async function replace(match: MatchPlace, rewriter: Rewriter): Promise<Replacement & { isDoubtful: boolean }> {
  const { file, start, end: matchEnd } = match;
  const captures: [TemplateVariable, string][] = [];
  const made = await substitute(match, rewriter, captures);
  if (made === "") return { ...withItsLine(file.text, { start, end: matchEnd }), text: "", isDoubtful: true };
  const isDoubtful = await rewriter.fit.isDoubtful(made, captures);
  const isTerminated = file.text[matchEnd - 1] === ";";
  const end = isTerminated && leavesTerminator(rewriter, made) ? matchEnd - 1 : matchEnd;
  const needsParentheses =
    !isTerminated && (await rewriter.parenthesizer.forReplacement({ text: file.text, start, end }, made));
  return { start, end, text: needsParentheses ? `(${made})` : made, isDoubtful };
}

function leavesOut(
  { start, end, capture }: Pick<MatchPlace, "start" | "end" | "capture">,
  text: string,
  { leftOut }: Rewriter,
): boolean {
  if (leftOut === undefined) return false;
  const captures = leftOut.variables.flatMap((variable) => capture(variable) ?? []);
  return leftOut.has(
    text.slice(start, end),
    captures.map((one) => ({ start: one.start - start, end: one.end - start })),
  );
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** A statement with a body, which no semicolon ends. */
const WITH_BODY =
  /^(async|class|def|do|enum|fn|for|foreach|fun|func|function|if|lock|switch|try|using|void|while)\b[\s\S]*\}$/;

/** Whether the semicolon of a match is none of the pattern's, and the rewrite brings none of its own. */
function leavesTerminator({ isTerminated }: Rewriter, made: string): boolean {
  return !isTerminated && !/;\s*$/.test(made) && !WITH_BODY.test(made.trim());
}

/** Puts the captures into the template, and says in `captures` which they were. */
async function substitute(
  match: MatchPlace,
  { templateFor, runs, language }: Rewriter,
  captures: [TemplateVariable, string][],
): Promise<string> {
  const { file, start } = match;
  const empty = new Set(runs.filter((run) => match.capture(run) === undefined));
  const { template, parenthesizer } = await templateFor(empty);
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
      isAfterEmptyList = template.hasOnlyNeededCommas !== true;
      continue;
    }
    const text = file.text.slice(captured.start, captured.end);
    captures.push([part, text]);
    const from = indentOf(file.text, captured, part);
    const placed = reindent(text, from, indent + part.indent, language);
    made += (await parenthesizer.forCapture(part, text)) ? `(${placed})` : placed;
  }
  return isAfterEmptyList ? made.replace(/,\s*$/, "") : made;
}

/**
 * The indentation that the further lines of a capture have from where it stood. A list that begins behind other code, as
 * one with a comment behind the head of its block does, and that gets a line of its own, goes by its further lines.
 */
function indentOf(text: string, { start, end }: Place, { isFirstOnLine }: TemplateVariable): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  if (!isFirstOnLine || text.slice(lineStart, start).trim() === "") return indentAt(text, start);
  const [, ...further] = text.slice(start, end).split("\n");
  const indents = further.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  return indents.reduce((least, one) => (one.length < least.length ? one : least), indents[0] ?? "");
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
