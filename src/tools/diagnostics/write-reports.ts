import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";

/**
 * What changes of files broke, told to the agent that made them: `before` them and `after` them, whoever
 * writes. Nothing here makes a change fail or wait longer than the settings allow.
 */
export interface WriteReports {
  /** Takes what is wrong with files already. Call it before they change, with absolute paths; never rejects. */
  before(paths: readonly string[], signal: AbortSignal): Promise<void>;
  /**
   * Lines that say what is wrong now and was not before, in these files and in others that this agent has
   * looked at; none when everything was looked at and nothing is new. Tells index and language servers of
   * the changes unless a commit has done so. Never rejects.
   */
  after(
    changes: readonly PathChange[],
    signal: AbortSignal,
    options?: { readonly isAnnounced?: boolean },
  ): Promise<readonly string[]>;
  /** As `before`, in the background, for a file that was read and may be changed next. */
  prepare(path: string): void;
  /** What the agent was told in another way is not told again. */
  record(reports: readonly FileReport[]): void;
  /** Lines about earlier changes that came too late for their results; each once. Never rejects. */
  takeLate(): Promise<readonly string[]>;
}
