import { type FileDiagnostic, severities } from "../../lsp/diagnostics/file-report.ts";
import { diagnosticLine } from "./format-reports.ts";

/** Of one file, and together. */
const MAX_OF_FILE = 20;
const MAX_LINES = 50;
const MAX_OTHER_FILES = 3;
const MAX_OTHER_LINES = 10;

/** What is new in one file. */
export interface FileNews {
  readonly shown: string;
  readonly findings: readonly FileDiagnostic[];
  /** False: older ones may be among them. */
  readonly isCompared: boolean;
}

/** Hints and information are for those who look at the file, not for those who change it. */
export function severeOf<D extends FileDiagnostic>(findings: readonly D[]): readonly D[] {
  return findings.filter(({ severity }) => severity === "error" || severity === "warning");
}

/** "src/a.ts: 1 new error", and the errors below. */
export function newsLines(news: readonly FileNews[]): readonly string[] {
  const room = { left: MAX_LINES };
  return news.flatMap((one) => sectionOf(one, countNew(one), room, MAX_OF_FILE));
}

/** Files that were not changed, and are broken now. */
export function otherNewsLines(news: readonly FileNews[]): readonly string[] {
  const room = { left: MAX_OTHER_LINES };
  const shown = news.slice(0, MAX_OTHER_FILES).flatMap((one) => {
    return sectionOf(one, `${countNew(one)}, not changed itself`, room, MAX_OTHER_LINES);
  });
  const rest = news.length - MAX_OTHER_FILES;
  return rest > 0 ? [...shown, `… new problems in ${rest} more ${rest === 1 ? "file" : "files"}`] : shown;
}

function sectionOf(
  { shown, findings }: FileNews,
  count: string,
  room: { left: number },
  most: number,
): readonly string[] {
  const lines = findings.slice(0, Math.min(most, room.left));
  room.left -= lines.length;
  const rest = findings.length - lines.length;
  return [
    `${shown}: ${count}`,
    ...lines.map((one) => `  ${diagnosticLine(one)}`),
    ...(rest > 0 ? [`  … ${rest} more`] : []),
  ];
}

function countNew({ findings, isCompared }: FileNews): string {
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((one) => one.severity === severity).length;
    if (count === 0) return [];
    return [`${count} ${isCompared ? "new " : ""}${severity}${count === 1 ? "" : "s"}`];
  });
  const limits = isCompared ? "" : ", not compared with a baseline: older ones may be among them";
  return `${counts.join(", ")}${limits}`;
}
