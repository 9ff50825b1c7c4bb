import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import { type FileNews, otherNewsLines } from "../../tools/diagnostics/news-lines.ts";
import { newsOf } from "./news-of.ts";
import { observationOf } from "./observation.ts";
import type { ReportMemory } from "./report-memory.ts";

/** What is new in files that were not changed; only what can be compared. Undefined: nobody could look. */
export function linesOfOthers(reports: readonly FileReport[] | undefined, memory: ReportMemory): readonly string[] {
  if (reports === undefined) return [];
  const { ledger } = memory;
  const news: FileNews[] = [];
  if (reports.length > 0) memory.owesOthers = reports.some((report) => observationOf(report) === undefined);
  for (const report of reports) {
    const { absolute, shown } = report.file;
    const observation = observationOf(report);
    const version = ledger.versionOf(absolute);
    if (observation === undefined || version === undefined) continue;
    const found = newsOf(shown, ledger.takeNew(absolute, observation));
    // When somebody else has changed it since, it may be broken by that.
    if (version.hash === observation.hash) news.push(...found.filter(({ isCompared }) => isCompared));
  }
  return otherNewsLines(news);
}
