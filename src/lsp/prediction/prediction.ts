import type { ResolvedPath, Workspace } from "../../workspace/workspace.ts";
import type { FileDiagnostic } from "../diagnostics/file-report.ts";
import type { LanguageServers } from "../language-servers.ts";

/** What a file would become. */
export interface ProposedChange {
  readonly file: ResolvedPath;
  /** Hex SHA-1 of the bytes that the change was made for; undefined: there is no such file yet. */
  readonly hash: string | undefined;
  /** Undefined: it would be gone. */
  readonly text: string | undefined;
}

export interface PredictRequest {
  readonly servers: Pick<LanguageServers, "serversFor" | "plan">;
  readonly workspace: Workspace;
  /** For files that lie in no root. */
  readonly workspaceRoot: string;
  readonly signal: AbortSignal;
  /** `performance.now()` by which there must be an answer. */
  readonly until: number;
}

/** What the servers find in one file now, and what they would find. */
export interface FilePrediction {
  readonly file: ResolvedPath;
  /** False: it stays as it is, but depends on what would change. */
  readonly isChanged: boolean;
  /** By those servers only that could say both. */
  readonly before: readonly FileDiagnostic[];
  readonly after: readonly FileDiagnostic[];
  /** Servers that said both. */
  readonly servers: readonly string[];
  /** What is not in it and why, in words, each once: "cargo check, which reads the disk". Empty: it is whole. */
  readonly notPredicted: readonly string[];
}
