import { complete, emptyText } from "../../base/coverage.ts";
import type { JsonObject } from "../../base/json.ts";
import {
  type FileDiagnostic,
  type FileReport,
  type ServerReport,
  serverReports,
  severities,
  type Verdict,
  verdicts,
} from "../../lsp/diagnostics/file-report.ts";
import type { TextSection } from "../core/declaration.ts";
import { coverageOfFile, isShown, shownOf, type Threshold, verdictAt } from "./report-view.ts";

/** Findings that the text holds. */
const MAX_RENDERED = 200;
const MAX_NAMED = 50;
const WORDS = { error: "errors", warning: "warnings", information: "information", hint: "hints" } as const;

/** What the servers said about files, findings first; files without a verdict are named with the reason. */
export function formatReports(reports: readonly FileReport[], threshold: Threshold): readonly TextSection[] {
  const budget = { left: MAX_RENDERED };
  const by = (verdict: Verdict): readonly FileReport[] =>
    reports.filter((report) => verdictAt(report, threshold) === verdict);
  const findings = by("findings").map((report) => fileSection(report, threshold, budget));
  return [
    // About one file the sections say it all.
    ...(reports.length === 1 ? [] : [{ label: "SUMMARY", text: summaryLine(reports, threshold), value: 100 }]),
    ...findings,
    ...(budget.left < 0
      ? [{ label: "CAP", text: `${-budget.left} more findings are not shown; ask for fewer files`, value: 99 }]
      : []),
    ...verdicts
      .filter((verdict) => verdict !== "findings" && verdict !== "clean")
      .flatMap((verdict) => openSection(verdict, by(verdict))),
    ...cleanSection(by("clean"), threshold),
  ];
}

/** "2 files: 3 errors, 1 hint in 1 file; 1 clean". */
export function summaryLine(reports: readonly FileReport[], threshold: Threshold): string {
  const counts = countVerdicts(reports, threshold);
  const found = reports.flatMap((report) => shownOf(report, threshold));
  const parts = verdicts.flatMap((verdict) => {
    const count = counts[verdict];
    if (count === 0) return [];
    return [
      verdict === "findings" ? `${countSeverities(found)} in ${plural(count, "file")}` : `${count} ${words(verdict)}`,
    ];
  });
  return `${plural(reports.length, "file")}: ${parts.join("; ")}`;
}

export function countVerdicts(reports: readonly FileReport[], threshold: Threshold): Readonly<Record<Verdict, number>> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const report of reports) counts[verdictAt(report, threshold)] += 1;
  return counts;
}

function fileSection(report: FileReport, threshold: Threshold, budget: { left: number }): TextSection {
  const { file, primary, linters, reason } = report;
  const parts = [
    ...(primary === undefined ? [] : serverLines(primary, threshold, budget)),
    ...linters.flatMap((linter) => serverLines(linter, threshold, budget)),
    ...(reason === undefined ? [] : [`  not all: ${reason}`]),
  ];
  const hasErrors = shownOf(report, threshold).some(({ severity }) => severity === "error");
  return { label: file.shown, text: [file.shown, ...parts].join("\n"), value: hasErrors ? 80 : 60 };
}

function serverLines(report: ServerReport, threshold: Threshold, budget: { left: number }): string[] {
  const { title, role, diagnostics, state } = report;
  const shown = diagnostics.filter((one) => isShown(one, threshold));
  const hidden = diagnostics.length - shown.length;
  const isConfirmed = state === "confirmed";
  if (shown.length === 0 && !isConfirmed) return [];
  const name = role === "linter" ? `${title} (linter)` : title;
  const count = shown.length === 0 ? emptyText(complete, "nothing") : countSeverities(shown);
  const notes = [...(hidden > 0 ? [`${hidden} less severe`] : []), ...(isConfirmed ? [] : ["unconfirmed"])];
  const room = Math.max(0, budget.left);
  budget.left -= shown.length;
  return [
    `  ${name}: ${count}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`,
    ...shown.slice(0, room).map((one) => `    ${diagnosticLine(one)}`),
  ];
}

/** "12:5 error 2322 Type … (typescript)"; further lines of a message are indented below. */
export function diagnosticLine({ severity, line, column, message, code, source }: FileDiagnostic): string {
  const text = message.trim().replaceAll(/\r?\n/g, "\n      ");
  return [
    `${line}:${column}`,
    severity,
    ...(code === undefined ? [] : [code]),
    text,
    ...(source === undefined ? [] : [`(${source})`]),
  ].join(" ");
}

/** Files that came to no verdict, those with one reason together. */
function openSection(verdict: Verdict, reports: readonly FileReport[]): readonly TextSection[] {
  const groups = Map.groupBy(reports, ({ reason = "", remedy = "" }) => `${reason}\0${remedy}`);
  return [...groups.values()].map((group) => {
    const { reason = "", remedy } = group[0] ?? {};
    const next = remedy === undefined ? "" : `; ${remedy}`;
    const earlier = group.flatMap(earlierLines);
    const text = [`${words(verdict)}: ${names(group)} — ${reason}${next}`, ...earlier].join("\n");
    return { label: words(verdict).toUpperCase(), text, value: 70 };
  });
}

function earlierLines(report: FileReport): string[] {
  const known = serverReports(report).flatMap(({ earlier }) => earlier);
  if (known.length === 0) return [];
  return [
    `  ${report.file.shown} had before (lines may be others now):`,
    ...known.slice(0, MAX_NAMED).map((one) => `    ${diagnosticLine(one)}`),
  ];
}

function cleanSection(reports: readonly FileReport[], threshold: Threshold): readonly TextSection[] {
  const groups = Map.groupBy(reports, (report) => cleanText(report, threshold));
  return [...groups].map(([text, group]) => ({ label: "CLEAN", text: `${text}: ${names(group)}`, value: 40 }));
}

/** Who says so, and what the threshold leaves out. */
function cleanText(report: FileReport, threshold: Threshold): string {
  const coverage = coverageOfFile(report);
  if (coverage.state !== "complete") return "nothing found so far";
  const confirmed = serverReports(report).filter(({ state }) => state === "confirmed");
  const hidden = confirmed.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0);
  const by = confirmed.map(({ title }) => title).join(", ");
  const below = hidden > 0 ? `; ${hidden} less severe than ${threshold}` : "";
  return emptyText(coverage, `clean (${by}${below})`);
}

function names(reports: readonly FileReport[]): string {
  const shown = reports.slice(0, MAX_NAMED).map(({ file }) => file.shown);
  const rest = reports.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}

function countSeverities(found: readonly FileDiagnostic[]): string {
  return severities
    .flatMap((severity) => {
      const count = found.filter((one) => one.severity === severity).length;
      return count === 0 ? [] : [`${count} ${count === 1 ? severity : WORDS[severity]}`];
    })
    .join(", ");
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function words(verdict: Verdict): string {
  return verdict.replace("_", " ");
}

/** For programs: counters, and every file with its verdict. */
export function reportDetails(reports: readonly FileReport[], threshold: Threshold): JsonObject {
  const counts = countVerdicts(reports, threshold);
  const total = reports.reduce((sum, report) => sum + shownOf(report, threshold).length, 0);
  return {
    filesChecked: reports.length,
    totalDiagnostics: total,
    cleanFiles: counts.clean,
    unconfirmedFiles: counts.unconfirmed,
    timedOutFiles: reports.filter(({ isTimedOut }) => isTimedOut).length,
    outcomeCounts: { ...counts },
    files: reports.map((report) => ({
      path: report.file.shown,
      outcome: verdictAt(report, threshold),
      isTimedOut: report.isTimedOut,
      ...(report.reason === undefined ? {} : { reason: report.reason }),
      diagnostics: serverReports(report).flatMap(({ id, diagnostics }) =>
        diagnostics.filter((one) => isShown(one, threshold)).map((one) => ({ server: id, ...one })),
      ),
    })),
  };
}
