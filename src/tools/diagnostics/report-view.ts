import { complete, type Coverage } from "../../base/coverage.ts";
import {
  type FileDiagnostic,
  type FileReport,
  serverReports,
  type Severity,
  severities,
  type Verdict,
} from "../../lsp/diagnostics/file-report.ts";

/** The least severe that is shown. */
export type Threshold = Severity | "all";

const MAX_NAMED = 5;

export function isShown({ severity }: FileDiagnostic, threshold: Threshold): boolean {
  return threshold === "all" || severities.indexOf(severity) <= severities.indexOf(threshold);
}

export function shownOf(report: FileReport, threshold: Threshold): readonly FileDiagnostic[] {
  return serverReports(report).flatMap(({ diagnostics }) => diagnostics.filter((one) => isShown(one, threshold)));
}

/** The verdict as far as the threshold goes: a file with hints alone has no errors. */
export function verdictAt(report: FileReport, threshold: Threshold): Verdict {
  if (report.verdict !== "findings" || shownOf(report, threshold).length > 0) return report.verdict;
  return report.reason === undefined ? "clean" : "unconfirmed";
}

/** Complete for a file about which nothing is in doubt. */
export function coverageOfFile(report: FileReport): Coverage {
  const { verdict, reason = "", remedy, file, waitedMs } = report;
  if ((verdict === "clean" || verdict === "findings") && reason === "") return complete;
  const what = `diagnostics of ${file.shown}: ${reason}`;
  if (verdict === "unavailable") return { state: "unavailable", what, remedy: remedy ?? "see lsp status" };
  if (verdict === "unconfirmed") return { state: "pending", what, waitedMs };
  return { state: "partial", looked: "some", whole: "what was asked", missing: `${file.shown} (${doubtOf(report)})` };
}

/** How far the answer goes about files that were asked for. */
export function coverageOfReports(reports: readonly FileReport[]): Coverage {
  const [first] = reports;
  const open = reports.filter((report) => coverageOfFile(report).state !== "complete");
  if (first === undefined || open.length === 0) return complete;
  const own = coverageOfFile(first);
  if (reports.length === 1 && (own.state === "unavailable" || own.state === "pending")) return own;
  const named = open.slice(0, MAX_NAMED).map((report) => `${report.file.shown} (${doubtOf(report)})`);
  const rest = open.length - named.length;
  return {
    state: "partial",
    looked: String(reports.length - open.length),
    whole: reports.length === 1 ? "1 file" : `${reports.length} files`,
    missing: rest > 0 ? `${named.join(", ")} and ${rest} more` : named.join(", "),
  };
}

function doubtOf({ verdict, reason = "" }: FileReport): string {
  if (verdict === "too_large") return "too large";
  if (verdict === "findings") return reason;
  return `${verdict}: ${reason}`;
}
