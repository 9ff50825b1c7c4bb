import { complete, coverageLine, emptyText } from "../../../base/coverage.ts";
import { onOneLine } from "../../../base/code-points.ts";
import type { CallLine, ModuleUsage, SymbolUsage } from "../../../index/graph/module-usage.ts";
import type { BlastRadius } from "../../../index/graph/blast-radius.ts";
import type { User } from "../../../index/graph/used-by.ts";

/** Calls from which a symbol is flagged. */
export const HIGH_FANOUT = 4;
const MAX_FILES_ON_LINE = 3;
/** Files longer than this are read in parts. */
const MAX_READ_LINES = 400;
const MAX_UNUSED = 12;

export interface UserEntry {
  readonly file: string;
  /** Absent: code at file level. */
  readonly symbol?: string;
  readonly line: number;
  readonly relation: string;
  readonly resolution: string;
  /** Absent: one. */
  readonly uses?: number;
}

export interface UsageEntry {
  readonly fanout?: number;
  readonly usedBy?: readonly UserEntry[];
  readonly usedByTests?: readonly UserEntry[];
  /** How many there are, when not all are listed. */
  readonly usedByTotal?: { readonly code: number; readonly tests: number };
  /** Uses of the name that were not looked at. */
  readonly unseenUses?: number;
}

/** What a JSON view says of one symbol's users, at most `limit` of them and as many tests. */
export function usageEntry(usage: SymbolUsage | undefined, limit: number): UsageEntry {
  if (usage === undefined) return {};
  const { users, tests, userCount, testCount, unseen, fanout } = usage;
  const isCut = userCount > Math.min(limit, users.length) || testCount > Math.min(limit, tests.length);
  return {
    ...(fanout !== undefined && { fanout }),
    ...(users.length > 0 && limit > 0 && { usedBy: users.slice(0, limit).map(userEntry) }),
    ...(tests.length > 0 && limit > 0 && { usedByTests: tests.slice(0, limit).map(userEntry) }),
    ...(isCut && { usedByTotal: { code: userCount, tests: testCount } }),
    ...(unseen > 0 && { unseenUses: unseen }),
  };
}

function userEntry({ file, symbol, line, relation, resolution, uses }: User): UserEntry {
  return {
    file,
    ...(symbol !== undefined && { symbol }),
    line,
    relation,
    resolution,
    ...(uses > 1 && { uses }),
  };
}

/** The line that stands at a section of which not all is known. */
export function usageLine({ coverage }: ModuleUsage): string | undefined {
  return coverageLine(coverage);
}

/** How many declarations use it for sure. */
export function sureUsers({ byTier }: SymbolUsage): number {
  return byTier.exact + byTier.import + byTier["receiver-type"];
}

/** " used-by: here x2, b.ts, …; tests x4; by name x7"; `own` is "here"; empty when nothing is known to use it. */
export function usageText(usage: SymbolUsage | undefined, own: string): string {
  if (usage === undefined) return "";
  const { users, userCount, testCount, byTier, unseen } = usage;
  const byFile = new Map<string, number>();
  for (const { file, resolution } of users) {
    if (resolution !== "name-only") byFile.set(file, (byFile.get(file) ?? 0) + 1);
  }
  const files = [...byFile].sort((a, b) => b[1] - a[1]);
  const named = files.slice(0, MAX_FILES_ON_LINE).map(([file, count]) => {
    const place = file === own ? "here" : onOneLine(file);
    return count === 1 ? place : `${place} x${count}`;
  });
  const more = files.length - named.length + (userCount > users.length ? 1 : 0);
  const parts = [
    ...(named.length === 0 ? [] : [`${named.join(", ")}${more > 0 ? ", …" : ""}`]),
    ...(testCount > 0 ? [`tests x${testCount}`] : []),
    ...(byTier["name-only"] > 0 ? [`by name x${byTier["name-only"]}`] : []),
    ...(unseen > 0 ? [`${unseen} uses of the name not looked at`] : []),
  ];
  return parts.length === 0 ? "" : ` used-by: ${parts.join("; ")}`;
}

/** State and remarks of the who-uses part, one line each. */
export function usedByLines(usage: ModuleUsage, exported: readonly { name: string; usage?: SymbolUsage }[]): string[] {
  const line = usageLine(usage);
  if (line !== undefined) return [line];
  if (usage.coverage.state !== "complete") return [];
  const unused = [
    ...new Set(exported.filter((one) => one.usage !== undefined && isUnused(one.usage)).map(({ name }) => name)),
  ];
  if (unused.length === 0) return [];
  const more = unused.length > MAX_UNUSED ? ` and ${unused.length - MAX_UNUSED} more` : "";
  return [emptyText(usage.coverage, `no use found of exported ${unused.slice(0, MAX_UNUSED).join(", ")}${more}`)];
}

function isUnused({ userCount, testCount, unseen }: SymbolUsage): boolean {
  return userCount === 0 && testCount === 0 && unseen === 0;
}

export interface Located {
  /** The absolute path of a file that the index names. */
  readonly absoluteOf: (file: string) => string;
}

/** The section of a JSON view. */
export function blastEntry(usage: ModuleUsage, { absoluteOf }: Located): unknown {
  const { blastRadius: radius } = usage;
  if (radius === undefined) return usageLine(usage);
  return {
    files: radius.files.map(({ file, isTest, lineCount, dependents, minDepth, relations }) => ({
      file,
      dependents,
      minDepth,
      relations,
      ...(isTest && { test: true }),
      read: { path: absoluteOf(file), offset: 1, limit: Math.min(lineCount, MAX_READ_LINES) },
    })),
    fileCount: radius.fileCount,
    truncated: isTruncated(radius),
    maxDepth: radius.maxDepth,
    ...(radius.files.length === 0 && { note: emptyBlast(usage) }),
  };
}

export function blastLines(usage: ModuleUsage): string[] {
  const { blastRadius: radius } = usage;
  const line = usageLine(usage);
  if (radius === undefined) return line === undefined ? [] : [line];
  if (radius.files.length === 0) return [emptyBlast(usage)];
  const more = isTruncated(radius) ? ", more not listed" : "";
  return [
    `  ${radius.hits} dependents in ${radius.fileCount} ${radius.fileCount === 1 ? "file" : "files"}, depth ${radius.maxDepth}${more}`,
    ...radius.files.map(
      ({ file, isTest, dependents, minDepth, relations }) =>
        `  ${minDepth} ${onOneLine(file)} x${dependents} ${relations.join("+")}${isTest ? " [test]" : ""}`,
    ),
  ];
}

function isTruncated({ isTruncated: isCut, files, fileCount }: BlastRadius): boolean {
  return isCut || fileCount > files.length;
}

function emptyBlast(usage: ModuleUsage): string {
  if (usage.coverage.state === "complete" && usage.blastRadius?.isTruncated === false) {
    return emptyText(complete, "nothing in this root is known to depend on the file");
  }
  return usageLine(usage) ?? "nothing found before the limit of the search";
}

export function callEntries(usage: ModuleUsage): unknown {
  const { callGraph } = usage;
  return callGraph ?? usageLine(usage);
}

export function callLines(usage: ModuleUsage): string[] {
  const { callGraph } = usage;
  const line = usageLine(usage);
  if (callGraph === undefined) return line === undefined ? [] : [line];
  if (callGraph.calls.length === 0) {
    return usage.coverage.state === "complete"
      ? [emptyText(complete, "  no call of a declaration of this root is sure")]
      : [line ?? ""];
  }
  const more = callGraph.total - callGraph.calls.length;
  return [...callGraph.calls.map(callText), ...(more > 0 ? [`  … ${more} more calls`] : [])];
}

function callText({ from, to, file, line, resolution }: CallLine): string {
  return `  ${line} ${from ?? "(file)"} -> ${to} ${onOneLine(file)} ${resolution}`;
}
