import type { Dialect, Resource } from "../tools/core/declaration.ts";
import type { ObjectSchema } from "../tools/core/schema.ts";
import type { ToolResult } from "../tools/core/result.ts";

/** Who asks: decides which tools exist at all, in the schema and at the gate. */
export type Surface = "main" | "plan" | "read-only" | "mcp";

export interface RunOptions {
  readonly surface: Surface;
  readonly dialect: Dialect;
  /** Folder calls start from; default: the process's working directory. */
  readonly cwd?: string;
  /** Folders the client opened (absolute paths); they narrow the engine's bounds. */
  readonly roots?: readonly string[];
  /** Resources attached to this run beyond "workspace" and "parser", which an engine always brings. */
  readonly resources?: readonly Resource[];
  /** Asked before write- and exec-tier calls; absent = allowed. */
  readonly approve?: (request: ApprovalRequest) => Promise<boolean>;
}
export interface ApprovalRequest {
  readonly tool: string;
  readonly tier: "write" | "exec";
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A tool as a host advertises it, in the run's dialect. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  /** The contract sentence plus the example. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly tier: "read" | "write" | "exec";
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number | undefined, message: string) => void;
}

/** One agent's own: surface, approvals, counters. Two runs of one engine share no state. */
export interface Run {
  /** What this run's surface shows. */
  tools(): readonly ToolListing[];
  /**
   * The one way in. Never rejects: failures are results with `isError`. `args` undefined, null or []
   * means no arguments; another non-object is a result with `isError` (hosts with a protocol error for it check first).
   */
  call(name: string, args: unknown, options?: CallOptions): Promise<ToolResult>;
  /** Replaces the client's roots (MCP roots/list_changed). */
  setRoots(roots: readonly string[]): Promise<void>;
  dispose(): Promise<void>;
}
