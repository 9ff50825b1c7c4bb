import type { Config } from "../config/config.ts";
import type { ServerDefinition } from "./definition.ts";
import type { MissingReason } from "./language-servers.ts";

/** A server that is all there: what to start, and where. */
export interface ServerStart {
  /** Absolute path of the executable. */
  readonly executable: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What probing found out about one server for one file or workspace. */
export interface ServerCandidate {
  readonly definition: ServerDefinition;
  /** Absolute; absent where no marker was found and one is needed. */
  readonly root?: string;
  /** Absent where no executable was found, or none that may be used. */
  readonly start?: ServerStart;
  /** Empty for a server that can start. */
  readonly reasons: readonly MissingReason[];
  /** What is missing, in words; empty for a server that can start. */
  readonly what: string;
  readonly remedy: string;
}

export interface ProbeRequest {
  readonly workspaceRoot: string;
  readonly config: Config;
  /** "primary": linters need not be looked for. */
  readonly roles?: "primary" | "all";
}

/** Looks for marker, binary and trust, in each call. */
export interface ServerProbe {
  /** Every server that knows the file: primaries by priority, highest first, then linters. */
  forFile(path: string, request: ProbeRequest): Promise<readonly ServerCandidate[]>;
  /** Every server that is of use in the workspace: one whose marker or whose files are there, and each that the settings name. */
  forWorkspace(request: ProbeRequest): Promise<readonly ServerCandidate[]>;
}
