import type { SymbolFact } from "../../syntax/facts.ts";
import { fitOutline, MAX_DATA_MEMBERS, type Fitted, type Omitted } from "./fit-outline.ts";
import { briefEntry, fullEntry, type OutlineEntry } from "./outline-entry.ts";
import { callbacksLine, type ExportGroup, type ModuleReport } from "./report.ts";
import { blastEntry, callEntries, usageEntry, usageLine } from "./usage/usage-entry.ts";

export interface ReportRequest {
  readonly blastRadius: boolean;
  readonly callGraph: boolean;
}

/** Leaves room under the result gate for the coverage line and notes. */
const MAX_BYTES = 38_000;
/** Data is looked up by name rather than read through. */
const MAX_DATA_BYTES = 16_000;
const MAX_LISTED = 200;
const HOW_TO_LIST = "read_symbol reads any of them by name; focus lists symbols that match its words first";

/** Users listed of one symbol, most first, until all of them fit. */
const USER_LIMITS = [100, 50, 20, 10, 5, 3, 2, 1, 0] as const;

/** The full report as one line of JSON. */
export function formatJson(report: ModuleReport, request: ReportRequest): string {
  const { facts, usage } = report;
  const isCovered = facts.callbackSupport !== "none";
  const before = head(report, undefined);
  const after = {
    callbacks: isCovered ? report.callbacks.map(shownCallback) : callbacksLine(facts.language),
    callbackSupport: facts.callbackSupport,
    recommendedReads: report.recommendedReads,
    ...usageSections(report, request),
    ...(report.warnings.length > 0 && { warnings: report.warnings }),
    provenance: {
      symbols: "syntax",
      imports: "syntax",
      flags: `syntax (async, high complexity${facts.isForwardingUnknown === true ? "" : ", boundary wrapper, middle man"})`,
      callbacks: isCovered ? "heuristic" : "unavailable",
      ...usageProvenance(usage, request),
    },
    semantic: { source: "none", references: "unavailable", implementations: "unavailable" },
  };
  const fitted = fit(report, { rest: { ...before, ...after }, hasMembers: true, entry: fullEntry });
  for (const limit of USER_LIMITS) {
    const entry = (symbol: SymbolFact): OutlineEntry => fullEntry(symbol, usageEntry(usage?.usage.get(symbol), limit));
    const text = JSON.stringify({ ...before, ...outline(fitted, entry), ...after });
    if (limit === 0 || Buffer.byteLength(text) <= MAX_BYTES) return text;
  }
  return "";
}

function usageSections(report: ModuleReport, request: ReportRequest): object {
  const { usage } = report;
  if (usage === undefined) return {};
  const line = usageLine(usage);
  return {
    ...(line !== undefined && { usedBy: line }),
    ...(request.blastRadius && { blastRadius: blastEntry(usage, report) }),
    ...(request.callGraph && { callGraph: callEntries(usage) }),
    ...(usage.builtAt > 0 && { graphBuiltAt: new Date(usage.builtAt).toISOString() }),
  };
}

function usageProvenance(usage: ModuleReport["usage"], request: ReportRequest): object {
  const isThere = usage !== undefined && usage.coverage.state !== "pending" && usage.coverage.state !== "unavailable";
  const state = isThere ? "index" : "unavailable";
  return {
    usedBy: state,
    fanout: state,
    ...(request.blastRadius && { blastRadius: state }),
    ...(request.callGraph && { callGraph: state }),
  };
}

/** Top-level entries and recommendations only. */
export function formatSummary(report: ModuleReport): string {
  const before = head(report, "summary");
  const after = {
    recommendedReads: report.recommendedReads,
    ...(report.warnings.length > 0 && { warnings: report.warnings }),
    provenance: { symbols: "syntax", imports: "syntax" },
  };
  const fitted = fit(report, { rest: { ...before, ...after }, hasMembers: false, entry: briefEntry });
  return JSON.stringify({ ...before, ...outline(fitted, briefEntry), ...after });
}

function head(report: ModuleReport, view: "summary" | undefined): object {
  const { facts, imports, moreExports } = report;
  const exported = capGroups(moreExports);
  return {
    available: true,
    staleness: "fresh",
    path: report.path,
    language: facts.language,
    lineCount: facts.lineCount,
    ...(view !== undefined && { view }),
    summary: report.counts,
    ...(report.emptiness !== undefined && { note: report.emptiness }),
    imports: { external: cap(imports.external), internal: cap(imports.internal) },
    ...(exported.length > 0 && { moreExports: exported }),
  };
}

/** The first entries and, when there are more, how many. */
function cap(values: readonly string[]): readonly string[] {
  return values.length <= MAX_LISTED
    ? values
    : [...values.slice(0, MAX_LISTED), `… ${values.length - MAX_LISTED} more`];
}

function capGroups(groups: readonly ExportGroup[]): readonly ExportGroup[] {
  const shown = groups.slice(0, MAX_LISTED).map((group) => ({ ...group, names: cap(group.names) }));
  return groups.length <= MAX_LISTED ? shown : [...shown, { names: [`… ${groups.length - MAX_LISTED} more modules`] }];
}

function shownCallback({ handle, kind, startLine, endLine, flags }: ModuleReport["callbacks"][number]): object {
  return { handle, kind, startLine, endLine, ...(flags.length > 0 && { flags }) };
}

interface FitRequest {
  readonly rest: object;
  readonly hasMembers: boolean;
  readonly entry: (symbol: SymbolFact) => OutlineEntry;
}

function fit(report: ModuleReport, { rest, hasMembers, entry }: FitRequest): Fitted {
  const isData = report.facts.isData === true;
  const overhead = '"members":[],'.length + 1;
  return fitOutline(report.facts.symbols, {
    budgetBytes: (isData ? MAX_DATA_BYTES : MAX_BYTES) - Buffer.byteLength(JSON.stringify(rest)),
    hasMembers,
    ...(isData && { maxMembers: MAX_DATA_MEMBERS }),
    costBytes: (symbol) => Buffer.byteLength(JSON.stringify(entry(symbol))) + overhead,
    isWanted: (symbol) => report.wanted.has(symbol),
  });
}

function outline(fitted: Fitted, entry: (symbol: SymbolFact) => OutlineEntry): object {
  const withMembers = (symbol: SymbolFact): OutlineEntry => {
    const members = fitted.membersOf(symbol);
    return members.length === 0 ? entry(symbol) : { ...entry(symbol), members: members.map(withMembers) };
  };
  return {
    api: fitted.api.map(withMembers),
    internal: fitted.internal.map(withMembers),
    ...(omittedCount(fitted.omitted) > 0 && { omitted: { ...fitted.omitted, next: HOW_TO_LIST } }),
  };
}

export function omittedCount({ api, internal, members }: Omitted): number {
  return api + internal + members;
}
