import { onOneLine } from "../../base/code-points.ts";
import type { SymbolFact } from "../../syntax/facts.ts";
import type { TextSection } from "../core/declaration.ts";
import { fitOutline, MAX_DATA_MEMBERS } from "./fit-outline.ts";
import { shortKind } from "./kinds.ts";
import { countLocals, delegationRatio, symbolFlags } from "./outline-entry.ts";
import type { ReportRequest } from "./report-json.ts";
import { callbacksLine, symbolCount, type ModuleReport } from "./report.ts";
import { blastLines, callLines, usageText, usedByLines } from "./usage/usage-entry.ts";

const MAX_OUTLINE_BYTES = 32_000;
/** Data is looked up by name rather than read through. */
const MAX_DATA_OUTLINE_BYTES = 12_000;
const MAX_IMPORTS = 6;
const MAX_SIGNATURE = 100;
const MAX_DOC = 90;
const MAX_DECORATORS = 3;
const MAX_DECORATOR = 60;
const MAX_EXPORT_LINES = 30;
const MAX_EXPORT_LINE = 300;
/** Room a line needs beside its text: indent, range, line end. */
const RANGE_BYTES = 16;
const HOW_TO_LIST = "read_symbol reads any of them by name, focus lists matching symbols first";

interface Row {
  readonly range: string;
  readonly text: string;
}

/** The report as lines, a section for each part; the least valuable part carries the lowest value. */
export function formatCompact(report: ModuleReport, request: ReportRequest): TextSection[] {
  const { facts, usage } = report;
  const texts = new Map<SymbolFact, string>();
  const textOf = (symbol: SymbolFact): string => {
    const text = texts.get(symbol) ?? entryText(symbol, report);
    texts.set(symbol, text);
    return text;
  };
  const fitted = fitOutline(facts.symbols, {
    budgetBytes: facts.isData === true ? MAX_DATA_OUTLINE_BYTES : MAX_OUTLINE_BYTES,
    hasMembers: true,
    ...(facts.isData === true && { maxMembers: MAX_DATA_MEMBERS }),
    costBytes: (symbol, depth) => Buffer.byteLength(textOf(symbol)) + 2 * depth + RANGE_BYTES,
    isWanted: (symbol) => report.wanted.has(symbol),
  });
  const rowsOf = (symbols: readonly SymbolFact[], depth: number): Row[] =>
    symbols.flatMap((symbol) => [
      { range: rangeText(symbol), text: "  ".repeat(depth) + textOf(symbol) },
      ...rowsOf(fitted.membersOf(symbol), depth + 1),
    ]);
  const { api, internal, members } = fitted.omitted;
  const sections = [
    section("HEADER", [headerLine(report), ...(report.emptiness === undefined ? [] : [report.emptiness])], 100),
    section("API", titled("API:", [...rows(rowsOf(fitted.api, 0)), ...omittedLine(api, "exported symbols")]), 90),
    section("EXPORTS", titled("EXPORTS:", exportLines(report)), 70),
    section(
      "INTERNAL",
      titled(facts.isData === true ? "CONTENTS:" : "INTERNAL:", [
        ...rows(rowsOf(fitted.internal, 0)),
        ...omittedLine(internal, facts.isData === true ? "entries" : "internal symbols"),
      ]),
      60,
    ),
    section("OMITTED", omittedLine(members, "members"), 85),
    section("USED BY", titled("USED BY:", usedBySection(report)), 50),
    section("BLAST RADIUS", titled("BLAST RADIUS:", request.blastRadius && usage ? blastLines(usage) : []), 50),
    section("CALLBACKS", titled("CALLBACKS:", callbackLines(report)), 40),
    section("CALL GRAPH", titled("CALL GRAPH:", request.callGraph && usage ? callLines(usage) : []), 30),
    section("WARNINGS", titled("WARNINGS:", report.warnings), 55),
    section("RECOMMENDED", titled("RECOMMENDED:", recommendedLines(report)), 80),
  ];
  return sections.filter(({ text }) => text !== "");
}

function section(label: string, lines: readonly string[], value: number): TextSection {
  return { label, text: lines.join("\n"), value };
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function headerLine({ path, facts, counts, imports }: ModuleReport): string {
  const sources = [...imports.external, ...imports.internal];
  const more = sources.length > MAX_IMPORTS ? `, +${sources.length - MAX_IMPORTS}` : "";
  const shown = sources.length === 0 ? "" : ` | imports: ${sources.slice(0, MAX_IMPORTS).join(", ")}${more}`;
  const exported = facts.isData === true ? "" : `, ${counts.exports} exported`;
  return `${onOneLine(path)} ${facts.language} ${facts.lineCount}L - ${symbolCount(counts)}${exported}${shown}`;
}

function rangeText({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): string {
  return startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
}

function rows(entries: readonly Row[]): string[] {
  const width = Math.max(0, ...entries.slice(0, 2000).map(({ range }) => range.length));
  return entries.map(({ range, text }) => `  ${range.padEnd(width)} ${text}`);
}

function usedBySection({ facts, usage }: ModuleReport): string[] {
  if (usage === undefined) return [];
  const exported = facts.symbols.filter(({ exported: isExported, kind }) => isExported && kind !== "impl");
  return usedByLines(
    usage,
    exported.map((symbol) => {
      const known = usage.usage.get(symbol);
      return { name: symbol.name, ...(known !== undefined && { usage: known }) };
    }),
  );
}

function entryText(symbol: SymbolFact, moduleReport: ModuleReport): string {
  const usage = moduleReport.usage?.usage.get(symbol);
  const flags = bracketed([
    ...(symbol.exportedAs ?? []).map((name) => `as ${name}`),
    ...(symbol.visibility === undefined ? [] : [symbol.visibility]),
    ...symbolFlags(symbol, usage?.fanout).map((flag) => withMeasure(flag, symbol, usage?.fanout)),
    ...localsFlag(symbol),
  ]);
  const doc = symbol.doc === undefined ? "" : ` - ${cut(symbol.doc, MAX_DOC)}`;
  return `${shortKind(symbol.kind)} ${title(symbol)}${flags}${decoratorText(symbol.decorators)}${usageText(usage, moduleReport.path)}${doc}`;
}

function withMeasure(flag: string, symbol: SymbolFact, fanout: number | undefined): string {
  if (flag === "high fanout") return `${flag} ${fanout}`;
  if (flag === "high complexity") return `${flag} ${symbol.complexity}`;
  return flag === "middle man" ? `${flag} ${delegationRatio(symbol)}` : flag;
}

/** The signature from the name on: kind and flags already say what stands before it. */
function title({ name, kind, signature }: SymbolFact): string {
  // What an implementation block is of stands before the name of the type it is for.
  if (kind === "impl" && signature !== undefined) return cut(signature.replace(/^.*?\bimpl\b\s*/, ""), MAX_SIGNATURE);
  if (kind === "element" && signature !== undefined) return cut(signature, MAX_SIGNATURE);
  if (signature === undefined) return name;
  const last = name.slice(name.lastIndexOf(".") + 1);
  const wholeAt = placeOf(name, signature);
  const at = wholeAt >= 0 ? wholeAt : placeOf(last, signature);
  if (at < 0) return name;
  const [, words = ""] = PATTERN.exec(signature) ?? [];
  if (words !== "") return cut(`${name} in ${signature.slice(words.length)}`, MAX_SIGNATURE);
  const rest = withoutOpening(signature.slice(at));
  const text = wholeAt >= 0 ? rest : name + rest.slice(last.length);
  return text === `${name} ${kind}` ? name : cut(text, MAX_SIGNATURE);
}

/** What stands before a name that is taken out of an object or array: "const { ". */
const PATTERN = /^((?:\w+\s+)*(?:const|let|var)\s+)[[{]/;

/** Of a name that is no part of another word, else of its characters; -1: it is not there. */
function placeOf(name: string, signature: string): number {
  const isWord = /[\p{L}\p{N}_$]/u;
  for (let at = signature.indexOf(name); at >= 0; at = signature.indexOf(name, at + 1)) {
    const around = (signature[at - 1] ?? "") + (signature[at + name.length] ?? "");
    if (!isWord.test(around)) return at;
  }
  return signature.indexOf(name);
}

const OPENINGS = ["{", "=>", ":", "="];

/** Without what begins a body or a value. */
function withoutOpening(text: string): string {
  const opening = OPENINGS.find((end) => text.endsWith(end));
  return opening === undefined ? text : text.slice(0, -opening.length).trimEnd();
}

/** At most `max` characters, the last one `…` when some are left out. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;
}

function localsFlag(symbol: SymbolFact): string[] {
  const locals = countLocals(symbol);
  return locals === 0 ? [] : [`${locals} local`];
}

function bracketed(flags: readonly string[]): string {
  return flags.length === 0 ? "" : ` [${flags.join(", ")}]`;
}

function decoratorText(decorators: readonly string[]): string {
  const shown = decorators.slice(0, MAX_DECORATORS).map((text) => cut(text, MAX_DECORATOR));
  const more = decorators.length > MAX_DECORATORS ? [`+${decorators.length - MAX_DECORATORS}`] : [];
  return [...shown, ...more].map((text) => ` ${text}`).join("");
}

function omittedLine(count: number, what: string): string[] {
  return count === 0 ? [] : [`  … ${count} more ${what} not listed: ${HOW_TO_LIST}`];
}

function exportLines({ moreExports }: ModuleReport): string[] {
  const lines = moreExports.slice(0, MAX_EXPORT_LINES).map(({ from, names }) => {
    const source = from === undefined ? "" : ` from ${from}`;
    return `  ${listText(names)}${source}`;
  });
  const more = moreExports.length - lines.length;
  return more > 0 ? [...lines, `  … ${more} more modules re-exported`] : lines;
}

/** As many names as fit a line, and how many more there are. */
function listText(names: readonly string[]): string {
  let text = "";
  for (const [index, name] of names.entries()) {
    if (text.length + name.length > MAX_EXPORT_LINE) return `${text}, … ${names.length - index} more`;
    text += index === 0 ? name : `, ${name}`;
  }
  return text;
}

function callbackLines({ facts, callbacks }: ModuleReport): string[] {
  if (facts.callbackSupport === "none") return [callbacksLine(facts.language)];
  return rows(
    callbacks.map((callback) => ({
      range: rangeText(callback),
      text: `${callback.handle} ${callback.kind}${bracketed(callback.flags)}`,
    })),
  );
}

function recommendedLines({ recommendedReads }: ModuleReport): string[] {
  return rows(recommendedReads.map((read) => ({ range: rangeText(read), text: `${read.symbol} - ${read.reason}` })));
}
