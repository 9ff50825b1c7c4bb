import { editDistance } from "../base/edit-distance.ts";
import { ReticleError } from "../base/errors.ts";
import { identifiersIn, occurrencesOf } from "./identifiers.ts";

const MAX_LINE_CHARS = 160;
const MAX_NAMES = 8;
const MAX_LINES = 3;
const MAX_MARKED = 20;

/** How an agent points at code: a line and what stands on it, never a column. */
export interface SymbolRequest {
  /** The action that needs the place, for messages. */
  readonly action: string;
  /** The file as answers show it. */
  readonly shown: string;
  /** 1-based. */
  readonly line: number | undefined;
  /** A part of the line; `name#2` is its second occurrence there. */
  readonly symbol: string | undefined;
}

interface Asked extends SymbolRequest {
  readonly line: number;
}
interface Named extends Asked {
  readonly symbol: string;
}

export function lineRequired({ action, shown }: SymbolRequest): ReticleError {
  return new ReticleError("invalid_input", `"line" is required for ${action}: the 1-based line in ${shown}`, {
    hint: "pass `line` and the name that stands on it as `symbol`",
  });
}

export function symbolRequired({ action, line }: Asked, lineText: string): ReticleError {
  const names = namesOf(lineText);
  return new ReticleError(
    "invalid_input",
    `"symbol" is required for ${action}: name the identifier on line ${line}. Line ${line} is: ${quoteLine(lineText)}`,
    { hint: names.length === 0 ? "choose a line with a name on it" : `pass one of ${listed(names)}` },
  );
}

export function pastEnd({ shown, line }: SymbolRequest, lineCount: number): ReticleError {
  const has = lineCount === 0 ? "is empty" : `has ${lineCount} ${lineCount === 1 ? "line" : "lines"}`;
  return new ReticleError("invalid_input", `\`line\` ${line} is past the end of ${shown}, which ${has}`, {
    hint: "read the file again; lines are 1-based",
    data: { lineCount },
  });
}

/** Quotes the line, names what on it is spelled similarly, and the nearest lines that do have the symbol. */
export function notOnLine({ shown, line, symbol }: Named, lines: readonly string[]): ReticleError {
  const lineText = lines[line - 1] ?? "";
  const near = nearNames(symbol, namesOf(lineText));
  const elsewhere = nearestLines(symbol, line, lines);
  const hints = [
    ...(near.length > 0 ? [`on the line there is ${listed(near)}`] : []),
    ...(elsewhere.length > 0
      ? [`${JSON.stringify(symbol)} stands on ${elsewhere.length === 1 ? "line" : "lines"} ${elsewhere.join(", ")}`]
      : []),
  ];
  return new ReticleError(
    "invalid_input",
    `${JSON.stringify(symbol)} is not on line ${line} of ${shown}. Line ${line} is: ${quoteLine(lineText)}`,
    { hint: hints.length > 0 ? hints.join("; ") : "read the file again and name what stands on the line" },
  );
}

interface Occurrences {
  readonly lineText: string;
  readonly starts: readonly number[];
  /** The occurrence that was asked for; undefined: none was. */
  readonly nth: number | undefined;
}

/** Shows the line with its occurrences written as they can be asked for. */
export function noSuchOccurrence({ shown, line, symbol }: Named, { lineText, starts, nth }: Occurrences): ReticleError {
  const times = starts.length === 1 ? "once" : `${starts.length} times`;
  const asked = nth === undefined ? "" : `, so there is no ${symbol}#${nth}`;
  const choices = starts.slice(0, MAX_MARKED).map((_start, at) => `${symbol}#${at + 1}`);
  return new ReticleError(
    "invalid_input",
    `${JSON.stringify(symbol)} stands ${times} on line ${line} of ${shown}${asked}. ` +
      `Line ${line} with each numbered: ${marked(lineText, starts, symbol.length)}`,
    { hint: `say which one: ${starts.length === 1 ? `"${symbol}"` : listed(choices)}` },
  );
}

export function multipleNames({ symbol }: Named, names: readonly string[]): ReticleError {
  return new ReticleError("invalid_input", `\`symbol\` ${JSON.stringify(symbol)} holds several names`, {
    hint: `name one: ${listed([...new Set(names)].slice(0, MAX_NAMES))}`,
  });
}

/** A line as it stands, without its indent, cut when it is long. */
export function quoteLine(lineText: string): string {
  const trimmed = lineText.trim();
  if (trimmed === "") return "(blank)";
  return trimmed.length <= MAX_LINE_CHARS ? trimmed : `${trimmed.slice(0, MAX_LINE_CHARS)}…`;
}

/** `const x#1 = x#2;`, from the indent or, on a long line, from shortly before the first occurrence on. */
function marked(lineText: string, starts: readonly number[], length: number): string {
  const first = starts[0] ?? 0;
  const shown = starts.slice(0, MAX_MARKED);
  const from = Math.max(0, first - MAX_LINE_CHARS / 2);
  const to = Math.max((shown.at(-1) ?? 0) + length, from + MAX_LINE_CHARS);
  const pieces = shown.map(
    (start, at) => `${lineText.slice(at === 0 ? from : (shown[at - 1] ?? 0) + length, start + length)}#${at + 1}`,
  );
  const tail = lineText.slice((shown.at(-1) ?? 0) + length, to);
  return `${from > 0 ? "…" : ""}${pieces.join("")}${tail}${to < lineText.length ? "…" : ""}`.trim();
}

function namesOf(lineText: string): string[] {
  return [...new Set(identifiersIn(lineText).map(({ start, end }) => lineText.slice(start, end)))];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_MARKED).map((name) => `"${name}"`);
  return shown.length < names.length ? `${shown.join(", ")}, …` : shown.join(", ");
}

/** Names of the line most like the missed one, else the first ones there are. */
function nearNames(symbol: string, names: readonly string[]): readonly string[] {
  const wanted = symbol.toLowerCase();
  const distance = (name: string): number => {
    const folded = name.toLowerCase();
    return folded.includes(wanted) || wanted.includes(folded) ? 0.5 : editDistance(wanted, folded);
  };
  const near = names.filter((name) => distance(name) <= Math.max(1, symbol.length / 3));
  const ranked = near.toSorted((a, b) => distance(a) - distance(b));
  return (ranked.length > 0 ? ranked : names).slice(0, MAX_NAMES);
}

function nearestLines(symbol: string, line: number, lines: readonly string[]): readonly number[] {
  return lines
    .flatMap((text, at) => (text.includes(symbol) && occurrencesOf(text, symbol).length > 0 ? [at + 1] : []))
    .toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line))
    .slice(0, MAX_LINES)
    .toSorted((a, b) => a - b);
}
