import { onOneLine, shortenText } from "../../base/code-points.ts";
import type { Match, SourceRange } from "../../syntax/structural/match.ts";
import { readSlice } from "./read-slice.ts";

/** How much of each match is shown; the smaller it is, the more matches fit into one answer. */
export interface Detail {
  readonly bodyLines: number;
  readonly lineChars: number;
  readonly captureChars: number;
}

const details: readonly Detail[] = [
  { bodyLines: 12, lineChars: 200, captureChars: 120 },
  { bodyLines: 5, lineChars: 160, captureChars: 80 },
  { bodyLines: 1, lineChars: 120, captureChars: 40 },
  { bodyLines: 1, lineChars: 60, captureChars: 20 },
];

/** Room for matches in an answer, so that the result gate has nothing to cut. */
const MAX_PAGE_BYTES = 36_000;
const MAX_LOCATIONS_PER_FILE = 100;

export interface MatchView {
  /** Lines around a match in its read slice. */
  readonly margin: number;
  /** Says which rule found each. */
  readonly namesRules?: boolean;
}

/** Texts of matches in the greatest detail that fits; when even the smallest does not fit, of the first ones only. */
export function renderMatches(matches: readonly Match[], view: MatchView): string[] {
  let texts: string[] = [];
  for (const detail of details) {
    texts = matches.map((match) => renderMatch(match, view, detail));
    if (countFitting(texts) === texts.length) return texts;
  }
  return texts.slice(0, Math.max(1, countFitting(texts)));
}

function countFitting(texts: readonly string[]): number {
  let bytes = 0;
  const tooMuch = texts.findIndex((text) => (bytes += Buffer.byteLength(text) + 1) > MAX_PAGE_BYTES);
  return tooMuch < 0 ? texts.length : tooMuch;
}

function renderMatch(match: Match, { margin, namesRules = false }: MatchView, detail: Detail): string {
  const { offset, limit } = readSlice(match, margin);
  const captures = match.captures.map(({ name, text, range }) =>
    text === "" ? `${name} is empty` : `${name}=${oneLine(text, detail.captureChars)}${renderRange(range)}`,
  );
  const body = renderBody(match.text, detail).map((line) => `  ${line}`);
  const tail = captures.length > 0 ? [`  ${captures.join("  ")}`] : [];
  const rule = namesRules && match.ruleId !== undefined ? ` [${onOneLine(match.ruleId)}]` : "";
  const place = `${onOneLine(match.file)}:${match.line}:${match.column}`;
  return [`${place}${rule} (read ${offset}+${limit})`, ...body, ...tail].join("\n");
}

/** " (4:7-11)", " (4:7-6:2)"; the end is the column behind the last character. */
function renderRange(range: SourceRange | undefined): string {
  if (range === undefined) return "";
  const { line, column, endLine, endColumn } = range;
  return ` (${line}:${column}-${endLine === line ? "" : `${endLine}:`}${endColumn})`;
}

function renderBody(text: string, { bodyLines, lineChars }: Detail): string[] {
  const [first = "", ...rest] = text.replaceAll("\r\n", "\n").split("\n");
  const indents = rest.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  const lines = [first, ...rest.map((line) => line.slice(indent))].map((line) =>
    shortenText(line.trimEnd(), lineChars),
  );
  if (lines.length <= bodyLines) return lines;
  const left = lines.length - bodyLines;
  const kept = lines.slice(0, bodyLines);
  const more = `… (+${left} ${left === 1 ? "line" : "lines"})`;
  return bodyLines === 1 ? [`${kept[0] ?? ""} ${more}`] : [...kept, more];
}

/** Whitespace collapsed, cut between code points. */
function oneLine(text: string, max: number): string {
  return shortenText(text.replace(/\s+/g, " ").trim(), max);
}

/** One line per file: how many matches it holds, and where those of this page are. */
export function renderByFile(matches: readonly Match[], files: ReadonlyMap<string, number>): string[] {
  const byFile = new Map<string, Match[]>();
  for (const match of matches) byFile.set(match.file, [...(byFile.get(match.file) ?? []), match]);
  return [...byFile].map(([file, inFile]) => {
    const places = inFile.slice(0, MAX_LOCATIONS_PER_FILE).map(({ line, column }) => `L${line}:${column}`);
    const more = inFile.length > places.length ? ` … (+${inFile.length - places.length})` : "";
    return `${onOneLine(file)} (${files.get(file) ?? inFile.length}): ${places.join(" ")}${more}`;
  });
}
