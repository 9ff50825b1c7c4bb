import type { CheckProblem } from "./checker.ts";

/**
 * clean: it looked at everything it looks at, and found nothing. failed: it did not look, or not to the
 * end, for a reason of its own. missing, untrusted: it was not started.
 */
export type CheckState = "clean" | "problems" | "failed" | "timed-out" | "missing" | "untrusted";

/** What one checker says about one project. */
export interface CheckReport {
  readonly id: string;
  readonly title: string;
  readonly language: string;
  /** Absolute. */
  readonly root: string;
  readonly state: CheckState;
  readonly problems: readonly CheckProblem[];
  /** When it does not see all that a compiler would: "syntax only". */
  readonly extent?: string;
  /** How many of its steps ran, where there are several. */
  readonly steps?: { readonly done: number; readonly total: number };
  /** Why it is not clean and has no problems to show. */
  readonly reason?: string;
  /** What helps. */
  readonly remedy?: string;
  readonly durationMs: number;
}
