import { type Complete, complete, type Partial } from "../../base/coverage.ts";

/** What the engine's `--inspect` says about a search that ran to its end. */
export interface Inspection {
  /** Files searched; empty files count, those that a rule's own globs leave out do not. */
  readonly searched: ReadonlySet<string>;
  /** Files that were not searched, in order of path. */
  readonly skipped: readonly SkippedFile[];
  /** Paths that the walk could not enter, as the engine names them. */
  readonly unreachable: readonly string[];
  /** Rules that were searched for; undefined when the search was not by rules. */
  readonly effectiveRules: number | undefined;
  /** The engine came to its end and could write all of this. */
  readonly isWhole: boolean;
}
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

const FILE = "sg: entity|file|";
const LANGUAGE = ": language=";
const SKIPPED = ": skipped=";
const RULES = /^sg: summary\|rule: effectiveRuleCount=(\d+)/;
/** What the engine says when it was given nothing to search. */
export const NOTHING_INSPECTED = "sg: summary|file: scannedFileCount=0,skippedFileCount=0";
const END = /^sg: summary\|file: /m;
const UNREACHABLE = /^ERROR: (.*): [^:]+$/;
const EMPTY = "emptyFile";
const ONE_RULE = ",appliedRuleCount=1";

/** A file that is reached by two of the searched paths is listed twice and counts once. */
export function readInspection(stderr: string): Inspection {
  const searched = new Set<string>();
  const skipped = new Map<string, string>();
  const unreachable = new Set<string>();
  const underOneRule: string[] = [];
  let effectiveRules: number | undefined;
  for (const line of stderr.split("\n")) {
    if (line.startsWith(FILE)) {
      const { file, skippedAs } = readFileLine(line);
      if (line.endsWith(ONE_RULE)) underOneRule.push(file);
      else if (skippedAs === undefined || skippedAs === EMPTY) searched.add(file);
      else skipped.set(file, skippedAs);
    } else {
      const folder = UNREACHABLE.exec(line)?.[1];
      if (folder !== undefined) unreachable.add(withoutDot(folder));
      const rules = RULES.exec(line)?.[1];
      if (rules !== undefined) effectiveRules = Number(rules);
    }
  }
  // The one that is added to every search by rules; the others leave the file out.
  if (effectiveRules === 1) for (const file of underOneRule) searched.add(file);
  const inOrder = [...skipped].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    searched,
    skipped: inOrder.map(([path, reason]) => ({ path, reason })),
    unreachable: [...unreachable].sort(),
    effectiveRules,
    isWhole: END.test(stderr),
  };
}

/** There is one such line for each file of a tree: a regular expression would take longer than all else here. */
function readFileLine(line: string): { file: string; skippedAs: string | undefined } {
  const language = line.lastIndexOf(LANGUAGE);
  const skipped = line.lastIndexOf(SKIPPED);
  const end = Math.max(language, skipped);
  const file = withoutDot(line.slice(FILE.length, end < 0 ? line.length : end));
  return { file, skippedAs: skipped > language ? /^\w*/.exec(line.slice(skipped + SKIPPED.length))?.[0] : undefined };
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

const REASONS: Readonly<Record<string, string>> = {
  invalidUtf8: "not UTF-8",
  fileTooLarge: "over 3 MB and 200,000 lines",
  permissionDenied: "unreadable",
};
const MAX_NAMED = 5;

/** Something that was asked for and not looked at. */
export interface Gap {
  /** How many files it is about, when that is known. */
  readonly files: number;
  readonly what: string;
}

export function searchCoverage(inspection: Inspection, gaps: readonly Gap[]): Complete | Partial {
  const { searched, skipped, unreachable } = inspection;
  const missing = [...gaps.map(({ what }) => what), ...skippedByReason(skipped)];
  if (unreachable.length > 0) missing.push(`what cannot be opened (${nameSome(unreachable)})`);
  if (missing.length === 0) return complete;
  const whole = gaps.reduce((sum, { files }) => sum + files, searched.size + skipped.length);
  return { state: "partial", looked: String(searched.size), whole: countFiles(whole), missing: missing.join("; ") };
}

/** The coverage of a search that was stopped, whose own account of its files ends somewhere. */
export function stoppedCoverage(filesWithMatches: number, gaps: readonly Gap[]): Partial {
  return {
    state: "partial",
    looked: `${countFiles(filesWithMatches)} with matches`,
    whole: "an unknown number of files",
    missing: gaps.map(({ what }) => what).join("; "),
  };
}

function countFiles(count: number): string {
  return `${count} ${count === 1 ? "file" : "files"}`;
}

function skippedByReason(skipped: readonly SkippedFile[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { path, reason } of skipped) groups.set(reason, [...(groups.get(reason) ?? []), path]);
  return [...groups].map(
    ([reason, paths]) =>
      `${countFiles(paths.length)} ${REASONS[reason] ?? `skipped as ${reason}`} (${nameSome(paths)})`,
  );
}

/** The first names, and how many more there are. */
export function nameSome(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : "";
  return names.slice(0, MAX_NAMED).join(", ") + more;
}
