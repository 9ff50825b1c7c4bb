import { type Complete, complete, type Partial } from "../../base/coverage.ts";

/** What the engine's `--inspect` says about a search. */
export interface Inspection {
  /** Files searched; empty files count. */
  readonly searched: number;
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
  let effectiveRules: number | undefined;
  const skipped: SkippedFile[] = [];
  for (const line of stderr.split("\n")) {
    if (line.includes(SEARCHED)) continue;
    const file = SKIPPED.exec(line);
    if (file?.[2] === EMPTY) searched += 1;
    else if (file !== null) skipped.push({ path: file[1] ?? "", reason: file[2] ?? "" });
    const unreadable = UNREADABLE.exec(line);
    if (unreadable !== null) skipped.push({ path: unreadable[1] ?? "", reason: "unreadable" });
    searched += Number(FILES.exec(line)?.[1] ?? 0);
    const rules = RULES.exec(line)?.[1];
    if (rules !== undefined) effectiveRules = Number(rules);
  }
  skipped.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { searched, skipped, effectiveRules };
}

const REASONS: Readonly<Record<string, string>> = {
  invalidUtf8: "not UTF-8",
  fileTooLarge: "over 3 MB and 200,000 lines",
  unreadable: "unreadable",
};
const MAX_NAMED = 5;

/** The coverage of a search that ran to its end, or was cut. */
export function searchCoverage({ searched, skipped }: Inspection, gaps: readonly string[]): Complete | Partial {
  const missing = [...gaps, ...skippedByReason(skipped)];
  if (missing.length === 0) return complete;
  const whole = searched + skipped.length;
  return {
    state: "partial",
    looked: String(searched),
    whole: `${whole} ${whole === 1 ? "file" : "files"}`,
    missing: missing.join("; "),
  };
}

function skippedByReason(skipped: readonly SkippedFile[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { path, reason } of skipped) groups.set(reason, [...(groups.get(reason) ?? []), path]);
  return [...groups].map(([reason, paths]) => {
    const more = paths.length > MAX_NAMED ? `, and ${paths.length - MAX_NAMED} more` : "";
    const count = `${paths.length} ${paths.length === 1 ? "file" : "files"}`;
    return `${count} ${REASONS[reason] ?? `skipped (${reason})`} (${paths.slice(0, MAX_NAMED).join(", ")}${more})`;
  });
}
