import type { SearchOutcome } from "../../syntax/structural/search-outcome.ts";
import type { SearchScope, SearchServices } from "./search-scope.ts";

/** What is known of syntax errors in the files of a search. */
export interface SyntaxCheck {
  /** In order of path. */
  readonly flagged: readonly FlaggedFile[];
  /**
   * How many files are known about: some of those with the shown matches, all that were searched, or none for want of
   * time. Where nothing was found, a file in which no match can be counts as known.
   */
  readonly checked: number;
}
export interface FlaggedFile {
  readonly path: string;
  /** The first lines with errors, 1-based. */
  readonly lines: readonly number[];
}

export type SyntaxCheckWhen = "always" | "cheaply";

const MAX_PAGE_FILES = 50;
/** More are not named one by one on the engine's command line. */
const MAX_SUSPECTS = 1_000;
const DEADLINE_MS = 4_000;
const MAX_LINES = 3;
const MAX_NAMED = 3;
const MAX_NAMED_LINES = 10;

interface CheckedSearch {
  readonly language: string;
  readonly scope: SearchScope;
  readonly outcome: SearchOutcome;
}

/** Whether `checkSyntax` has little to do beside the search. */
export function isCheapToCheck({ total, suspects }: SearchOutcome): boolean {
  return total === 0 && suspects !== undefined && suspects.length <= MAX_PAGE_FILES;
}

/**
 * Looks for syntax errors in the files with the shown matches or, when nothing was found, in those in
 * which a match could be. The engine itself searches around them in silence.
 */
export async function checkSyntax(
  { language, scope, outcome }: CheckedSearch,
  services: SearchServices,
  signal: AbortSignal,
): Promise<SyntaxCheck> {
  const page = [...new Set(outcome.matches.map(({ file }) => file))].slice(0, MAX_PAGE_FILES);
  const isPage = page.length > 0;
  const suspects = isPage ? page : outcome.suspects;
  if (suspects?.length === 0) return { flagged: [], checked: outcome.searched };
  const paths = suspects === undefined || suspects.length > MAX_SUSPECTS ? scope.paths : suspects;
  const isOfFiles = suspects !== undefined || scope.files.length === scope.paths.length;
  const findsMissing = isOfFiles && paths.length <= MAX_PAGE_FILES;
  const request = { language, root: scope.root, paths, deadlineMs: DEADLINE_MS, findsMissing };
  const report = await services.structural.syntaxErrors(request, signal);
  const isSuspect = suspects === undefined ? () => true : (path: string) => suspects.includes(path);
  const flagged = [...report.files]
    .filter(([path]) => isSuspect(path))
    .map(([path, lines]) => ({ path, lines: lines.slice(0, MAX_LINES) }));
  return { flagged, checked: report.isWhole ? (isPage ? page.length : outcome.searched) : 0 };
}

/** "syntax errors in a.ts (line 3), b.ts (lines 2, 9) and 4 more files". */
export function syntaxErrorsText(flagged: readonly FlaggedFile[]): string {
  return `syntax errors in ${namePlaces(flagged)}`;
}

export function namePlaces(flagged: readonly FlaggedFile[]): string {
  const named = flagged.slice(0, MAX_NAMED).map(({ path, lines }) => {
    const first = lines.slice(0, MAX_NAMED_LINES).join(", ") + (lines.length > MAX_NAMED_LINES ? " …" : "");
    const places = lines.length === 0 ? "" : ` (${lines.length === 1 ? "line" : "lines"} ${first})`;
    return `${path}${places}`;
  });
  const rest = flagged.length - named.length;
  const more = rest === 0 ? "" : ` and ${rest} more ${rest === 1 ? "file" : "files"}`;
  return `${named.join(", ")}${more}`;
}
