/**
 * How much of what was asked an answer covers. It is part of every answer's type: text that says
 * "nothing found" or "clean" is made from a `Complete` value only (see `emptyText`).
 */
export type Coverage = Complete | Partial | Pending | Stale | Unavailable;

export interface Complete {
  readonly state: "complete";
}
/** Some of it was looked at: "12" of "15 files"; not covered: "2 UTF-16 files (a.ts, b.ts)". */
export interface Partial {
  readonly state: "partial";
  readonly looked: string;
  readonly whole: string;
  readonly missing: string;
}
/** Being prepared; `waitedMs` is how long this call waited for it. */
export interface Pending {
  readonly state: "pending";
  readonly what: string;
  readonly waitedMs: number;
}
/** Known from an earlier state of the code. */
export interface Stale {
  readonly state: "stale";
  readonly what: string;
  readonly since: string;
}
/** Cannot be had here; `remedy` is the command or setting that brings it. */
export interface Unavailable {
  readonly state: "unavailable";
  readonly what: string;
  readonly remedy: string;
}

export const complete: Complete = { state: "complete" };

/** The fixed line that stands first in an answer (or section) that is not complete. */
export function coverageLine(coverage: Coverage): string | undefined {
  switch (coverage.state) {
    case "complete":
      return undefined;
    case "partial":
      return `partial: ${coverage.looked} of ${coverage.whole}; not covered: ${coverage.missing}`;
    case "pending":
      return `pending: ${coverage.what} (waited ${Math.round(coverage.waitedMs)} ms); ask again`;
    case "stale":
      return `stale: ${coverage.what} since ${coverage.since}`;
    case "unavailable":
      return `unavailable: ${coverage.what}; ${coverage.remedy}`;
  }
}

/**
 * The only maker of "nothing found" and "clean" texts. It takes a complete coverage so that an
 * answer which did not look everywhere cannot say it.
 */
export function emptyText(_proof: Complete, text: string): string {
  return text;
}
