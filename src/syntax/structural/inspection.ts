import { type Complete, complete, type Partial } from "../../base/coverage.ts";

/** What the engine's `--inspect` says about a search. */
export interface Inspection {
  /** Files searched; empty files count. */
  readonly searched: number;
  /** The engine got to the end of the tree. */
  readonly isWhole: boolean;
  readonly skipped: readonly SkippedFile[];
  /** Rules that were searched for; undefined when the search was for a pattern. */
  readonly effectiveRules: number | undefined;
}
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

const SKIPPED = /^sg: entity\|file\|(.*): skipped=(\w+)/;
const FILES = /^sg: summary\|file: scannedFileCount=(\d+),skippedFileCount=(\d+)/;
const RULES = /^sg: summary\|rule: effectiveRuleCount=(\d+)/;
const UNREADABLE = /^ERROR: (.*): ([^:]+)$/;
const EMPTY = "emptyFile";
const SEARCHED = ": language=";

export function readInspection(stderr: string): Inspection {
  let searched = 0;
  let seen = 0;
  let hasSummary = false;
  let effectiveRules: number | undefined;
  const skipped: SkippedFile[] = [];
  for (const line of stderr.split("\n")) {
    if (line.includes(SEARCHED)) {
      seen += 1;
      continue;
    }
    const file = SKIPPED.exec(line);
    if (file?.[2] === EMPTY) searched += 1;
    else if (file !== null) skipped.push({ path: file[1] ?? "", reason: file[2] ?? "" });
    const unreadable = UNREADABLE.exec(line);
    if (unreadable !== null) skipped.push({ path: unreadable[1] ?? "", reason: "unreadable" });
    const files = FILES.exec(line);
    hasSummary ||= files !== null;
    searched += Number(files?.[1] ?? 0);
    const rules = RULES.exec(line)?.[1];
    if (rules !== undefined) effectiveRules = Number(rules);
  }
  skipped.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  // A search that was stopped has no summary; what it opened is listed all the same.
  return { searched: hasSummary ? searched : searched + seen, skipped, isWhole: hasSummary, effectiveRules };
}

const REASONS: Readonly<Record<string, string>> = {
  invalidUtf8: "not UTF-8",
  fileTooLarge: "over 3 MB and 200,000 lines",
  unreadable: "unreadable",
};
const MAX_NAMED = 5;

/** Something that was asked for and not looked at. */
export interface Gap {
  /** How many files it is about, when that is known. */
  readonly files: number;
  readonly what: string;
}

export function searchCoverage(inspection: Inspection, gaps: readonly Gap[]): Complete | Partial {
  const { searched, skipped, isWhole } = inspection;
  const missing = [...gaps.map(({ what }) => what), ...skippedByReason(skipped)];
  if (missing.length === 0) return complete;
  const whole = gaps.reduce((sum, { files }) => sum + files, searched + skipped.length);
  return {
    state: "partial",
    looked: String(searched),
    whole: isWhole ? countFiles(whole) : "an unknown number of files",
    missing: missing.join("; "),
  };
}

function countFiles(count: number): string {
  return `${count} ${count === 1 ? "file" : "files"}`;
}

function skippedByReason(skipped: readonly SkippedFile[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { path, reason } of skipped) groups.set(reason, [...(groups.get(reason) ?? []), path]);
  return [...groups].map(([reason, paths]) => {
    const more = paths.length > MAX_NAMED ? `, and ${paths.length - MAX_NAMED} more` : "";
    return `${countFiles(paths.length)} ${REASONS[reason] ?? `skipped (${reason})`} (${paths.slice(0, MAX_NAMED).join(", ")}${more})`;
  });
}
