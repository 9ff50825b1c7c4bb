import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { MissingServer, ServersRequest } from "../language-servers.ts";
import type { ServerDefinition } from "../definition.ts";

export type Severity = "error" | "warning" | "information" | "hint";

/** Most severe first. */
export const severities: readonly Severity[] = ["error", "warning", "information", "hint"];

/** One finding. Lines are 1-based, columns 1-based in UTF-16 units. */
export interface FileDiagnostic {
  readonly severity: Severity;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
  readonly code?: string;
  readonly source?: string;
}

/**
 * Why a report holds for this version of the file: the server was asked and answered, it published for
 * this version, or it published without a version and then nothing newer.
 */
export type Evidence = "pull" | "versioned publish" | "settled publish";

/** What one server says about one file. */
export interface ServerReport {
  readonly id: string;
  readonly title: string;
  readonly role: ServerDefinition["role"];
  /** "unsupported": it does not diagnose, or not this file. */
  readonly state: "confirmed" | "unconfirmed" | "unsupported" | "failed";
  /** There exactly when the state is "confirmed". */
  readonly evidence?: Evidence;
  /** About this version of the file, as far as is known. */
  readonly diagnostics: readonly FileDiagnostic[];
  /** What was last known of an earlier version, when nothing is known of this one. */
  readonly earlier: readonly FileDiagnostic[];
  /** Why it is not confirmed. */
  readonly reason?: string;
  readonly isTimedOut: boolean;
}

/**
 * `clean` needs every server that answers for the file to have confirmed that there is nothing; `findings`
 * needs one finding. `unconfirmed` is neither.
 */
export type Verdict = "clean" | "findings" | "unconfirmed" | "too_large" | "unavailable" | "unsupported" | "failed";

export const verdicts: readonly Verdict[] = [
  "findings",
  "clean",
  "unconfirmed",
  "too_large",
  "unavailable",
  "unsupported",
  "failed",
];

export interface FileReport {
  readonly file: ResolvedPath;
  readonly verdict: Verdict;
  /** Hex SHA-1 of the content that the report is about, which the disk still had at the end. */
  readonly hash?: string;
  /** Of that content. */
  readonly lineCount?: number;
  readonly primary?: ServerReport;
  readonly linters: readonly ServerReport[];
  readonly missing: readonly MissingServer[];
  /** Why the verdict is neither clean nor findings; what keeps findings from being all. */
  readonly reason?: string;
  /** The command or step that helps. */
  readonly remedy?: string;
  readonly isTimedOut: boolean;
  readonly waitedMs: number;
}

/** What a diagnosis asks of the fleet. */
export interface DiagnoseLimits extends Pick<ServersRequest, "signal" | "roles" | "workspaceRoot"> {
  /** `performance.now()` by which there must be a report. */
  readonly until: number;
}

/** Every server's report, the primary's first. */
export function serverReports({ primary, linters }: Pick<FileReport, "primary" | "linters">): readonly ServerReport[] {
  return primary === undefined ? linters : [primary, ...linters];
}
