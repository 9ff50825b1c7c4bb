import { type Coverage, coverageLine } from "../../base/coverage.ts";
import { type FileReport, serverReports } from "../../lsp/diagnostics/file-report.ts";
import { type Doubt, doubtsOf, isAwaited } from "./observation.ts";

const MAX_NAMED = 3;

/** What an agent was told of who cannot say what is wrong, so that it is told once until it changes. */
export class ToldStates {
  /** Server → the state that was told. */
  readonly #told = new Map<string, string>();

  /** The line about the files in doubt whose reasons were not told yet, if there are any. */
  lineFor(reports: readonly FileReport[]): readonly string[] {
    for (const report of reports) this.settle(report);
    const isNews = ({ who, state }: Doubt): boolean => this.#told.get(who) !== state;
    const untold = reports.filter((report) => doubtsOf(report).some(isNews));
    for (const { who, state } of untold.flatMap(doubtsOf)) this.#told.set(who, state);
    const line = coverageLine(coverageOf(untold));
    return line === undefined ? [] : [line];
  }

  /** Servers that have answered can fail anew. */
  settle(report: FileReport): void {
    for (const { id, state } of serverReports(report)) if (state === "confirmed") this.#told.delete(id);
  }
}

function coverageOf(reports: readonly FileReport[]): Coverage {
  const [first] = reports;
  if (first === undefined) return { state: "complete" };
  const named = reports.slice(0, MAX_NAMED).map(({ file }) => file.shown);
  const rest = reports.length - named.length;
  const names = rest > 0 ? `${named.join(", ")} and ${rest} more` : named.join(", ");
  const reasons = [...new Set(reports.flatMap(({ reason }) => reason ?? []))].slice(0, MAX_NAMED).join("; ");
  const what = `diagnostics of ${names}${reasons === "" ? "" : `: ${reasons}`}`;
  if (reports.some(isAwaited)) {
    return { state: "pending", what, waitedMs: Math.max(...reports.map(({ waitedMs }) => waitedMs)) };
  }
  const remedy = reports.find((report) => report.remedy !== undefined)?.remedy ?? "check it in another way";
  return { state: "unavailable", what, remedy };
}
