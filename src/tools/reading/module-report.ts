import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ModuleUsage } from "../../index/graph/module-usage.ts";
import type { ToolContext } from "../core/context.ts";
import { defineTool, type TextSection } from "../core/declaration.ts";
import type { SymbolFact } from "../../syntax/facts.ts";
import { outlineMembers } from "./outline-entry.ts";
import { focusHits, focusNotes, parseFocus, recommendReads, type Focus } from "./recommended-reads.ts";
import { formatCompact } from "./report-compact.ts";
import { formatJson, formatSummary } from "./report-json.ts";
import { buildReport, symbolCount, type ModuleReport } from "./report.ts";
import { readUsage, usageNotes } from "./usage/read-usage.ts";
import { encodingNotes, parseCoverage, readSourceFile, type SourceFile } from "./source-file.ts";

const LARGE_BYTES = 500_000;

const input = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    maxRefsPerSymbol: {
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 10,
    },
    focus: { type: "string", description: "Words that rank recommendedReads." },
    view: {
      type: "string",
      enum: ["summary", "default", "compact"],
      description: "summary: small; compact: all as text lines, cheapest.",
      default: "default",
    },
    blastRadius: { type: "boolean", description: "Files that depend on this one.", default: false },
    blastRadiusDepth: { type: "integer", minimum: 1, default: 3 },
    callGraph: { type: "boolean", description: "Calls between symbols.", default: false },
    maxCallGraphEntries: {
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 20,
    },
  },
  required: ["path"],
} as const;

export const moduleReport = defineTool({
  name: "module_report",
  mcp: { name: "pilens_module_report", rename: { path: "file" }, cwd: true },
  title: "Module report",
  tier: "read",
  description:
    "Outlines one source file: every symbol with kind, lines, signature and doc line, imports, exports, and what to read next.",
  example: { path: "src/server.ts", view: "compact" },
  input,
  needs: ["workspace", "parser"],
  parallel: true,
  run: async (input, context, signal) => {
    const { path, focus: focusText, view, blastRadius, callGraph } = input;
    const source = await readSourceFile(path, context, signal);
    const usage = await usageFor(source, input, context, signal);
    const focus = parseFocus(focusText);
    const notes = [...encodingNotes(source.document), ...focusNotes(focusText, focus)];
    if (view === "summary" && (blastRadius || callGraph)) {
      notes.push("view summary has no blastRadius or callGraph: use view default or compact");
    }
    notes.push(...idleNotes(input));
    if (usage !== undefined) notes.push(...usageNotes(usage));
    const root = context.workspace.rootOf(source.absolute) ?? context.cwd;
    // What is read beside a large file need not wait for its report.
    if (source.document.bytes > LARGE_BYTES) await setImmediate();
    return {
      coverage: parseCoverage(source),
      facts: context.reports.keep(questionOf(source, input, root), partsOf(source, usage), () => {
        const isBlank = source.document.text.trim() === "";
        const report = buildReport(
          { ...source, isBlank, ...(usage !== undefined && { usage }), absoluteOf: (file) => join(root, file) },
          recommendReads(source.facts, focus, usage?.usage),
          wantedSymbols(source.facts.symbols, focus),
        );
        return { ...report, body: formatReport(report, input) };
      }),
      notes,
    };
  },
  format: ({ facts: { body } }) => body,
  details: ({ facts: { path, absolute, facts, counts, recommendedReads } }) => ({
    path,
    absolutePath: absolute,
    language: facts.language,
    lineCount: facts.lineCount,
    summary: { ...counts },
    recommendedReads: recommendedReads.map((read) => ({ ...read })),
  }),
  summary: ({ facts: { path, counts } }) => `${path}: ${symbolCount(counts)}, ${counts.exports} exported`,
});

/** Arguments that say how much of something is wanted that was not asked for. */
function idleNotes({ blastRadius, blastRadiusDepth, callGraph, maxCallGraphEntries }: ReportInput): string[] {
  const { properties } = input;
  const isDepthIdle = !blastRadius && blastRadiusDepth !== properties.blastRadiusDepth.default;
  const areEntriesIdle = !callGraph && maxCallGraphEntries !== properties.maxCallGraphEntries.default;
  return [
    ...(isDepthIdle ? ["`blastRadiusDepth` had no effect without `blastRadius`"] : []),
    ...(areEntriesIdle ? ["`maxCallGraphEntries` had no effect without `callGraph`"] : []),
  ];
}

/** All that a report depends on besides its parts. */
function questionOf({ absolute, shown, pathArgument }: SourceFile, input: ReportInput, root: string): string {
  return JSON.stringify([absolute, shown, pathArgument, root, { ...input, path: "" }]);
}

/** What is the same object as long as it says the same. */
function partsOf({ document, facts }: SourceFile, usage: ModuleUsage | undefined): readonly unknown[] {
  return [document, facts, usage?.usage, usage?.builtAt, usage?.coverage, usage?.blastRadius, usage?.callGraph];
}

function formatReport(report: ModuleReport, { view, blastRadius, callGraph }: ReportInput): string | TextSection[] {
  switch (view) {
    case "summary":
      return formatSummary(report);
    case "compact":
      return formatCompact(report, { blastRadius, callGraph });
    case "default":
      return formatJson(report, { blastRadius, callGraph });
  }
}

interface ReportInput {
  readonly focus?: string | undefined;
  readonly view: "summary" | "default" | "compact";
  readonly maxRefsPerSymbol: number;
  readonly blastRadius: boolean;
  readonly blastRadiusDepth: number;
  readonly callGraph: boolean;
  readonly maxCallGraphEntries: number;
}

/** Undefined: the view has no place for it, or nothing in the file can be used. */
async function usageFor(
  source: SourceFile,
  input: ReportInput,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ModuleUsage | undefined> {
  if (input.view === "summary" || source.facts.isData === true) return undefined;
  const wanted = {
    maxUsers: input.maxRefsPerSymbol,
    ...(input.blastRadius && { blastRadiusDepth: input.blastRadiusDepth }),
    ...(input.callGraph && { maxCalls: input.maxCallGraphEntries }),
  };
  return context.phase("index", () => readUsage(source, wanted, context, signal));
}

function wantedSymbols(symbols: readonly SymbolFact[], focus: Focus): ReadonlySet<SymbolFact> {
  const wanted = new Set<SymbolFact>();
  if (focus.tokens.length === 0) return wanted;
  const visit = (symbol: SymbolFact): void => {
    if (focusHits(symbol, focus).length > 0) wanted.add(symbol);
    for (const member of outlineMembers(symbol)) visit(member);
  };
  for (const symbol of symbols) visit(symbol);
  return wanted;
}
