import type { Coverage } from "../../base/coverage.ts";
import type { ReticleError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { ReadLines } from "../../workspace/reads/read-coverage.ts";
import type { ToolContext } from "./context.ts";
import type { InferInput, ObjectSchema } from "./schema.ts";

/** What a call may do: look; change files; start or drive a process. */
export type Tier = "read" | "write" | "exec";

/** What a tool needs attached to its run before it is registered at all. */
export type Resource =
  | "workspace"
  | "languageServers"
  | "parser"
  | "debugSupervisor"
  | "conversation"
  | "kernelFactory"
  | "questionPort"
  | "targetSpace"
  | "vibeRoster"
  | "toolActivation";

/**
 * A part of a text result; parts are joined by one line break. When the whole is too large, sections
 * with the lowest value go first.
 */
export interface TextSection {
  /** Names the section in the notice that says it was left out, e.g. "CALLBACKS". */
  readonly label: string;
  readonly text: string;
  readonly value: number;
}

export interface Answer<Facts> {
  readonly coverage: Coverage;
  readonly facts: Facts;
  /** One line each, shown above the coverage line. */
  readonly notes?: readonly string[];
  /** One line each, shown below the text: what the call's changes of files broke. */
  readonly report?: readonly string[];
}

/** How a tool appears on MCP. Absent: not on MCP (unless the run-bound switch is on). */
export interface McpName {
  readonly name: string;
  /** Own argument name → MCP argument name. */
  readonly rename?: Readonly<Record<string, string>>;
  /** The tool takes `cwd` there (and on the command line). */
  readonly cwd: boolean;
}

/** Which set of names and schemas a host speaks: pi's, MCP's, or ours (pi's plus `cwd`; `pilens_*` work too). */
export type Dialect = "pi" | "mcp" | "own";

export interface ToolDeclaration<S extends ObjectSchema = ObjectSchema, Facts = unknown> {
  /** The name on pi, the command line and in the library. */
  readonly name: string;
  readonly mcp?: McpName;
  /** A tool without a name on MCP takes `cwd` on the command line and in the library. */
  readonly takesCwd?: true;
  /** False: has no place on pi (tools that exist for MCP clients only). */
  readonly pi?: boolean;
  /** False: `tools.<name>.enabled` in a config file cannot switch it off. */
  readonly canDisable?: boolean;
  readonly title: string;
  readonly tier: Tier;
  /** One sentence: the contract. */
  readonly description: string;
  /** One call, in our own argument names; shown behind the description and checked by tests. */
  readonly example: InferExample<S>;
  readonly input: S;
  readonly needs: readonly Resource[];
  /** Whether calls may run side by side within a run. */
  readonly parallel: boolean;
  /** Default 30 000 ms; above 55 000 only for eval, ask_user and vibe_wait. */
  readonly deadlineMs?: number;
  /** The facts; throws ReticleError on failure. */
  readonly run: (input: InferInput<S>, context: ToolContext, signal: AbortSignal) => Promise<Answer<Facts>>;
  /** The text the model reads, without notes, coverage line and footer. */
  readonly format: (answer: Answer<Facts>, input: InferInput<S>) => string | readonly TextSection[];
  /** The text of a failure, for a tool whose every text has a form of its own; default: the one that all tools share. */
  readonly formatFailure?: (error: ReticleError, input: InferInput<S>) => string;
  /** For hosts' interfaces and programs; models never see it. */
  readonly details?: (answer: Answer<Facts>, input: InferInput<S>) => JsonObject;
  /** One line for a collapsed view. */
  readonly summary?: (answer: Answer<Facts>, input: InferInput<S>) => string;
  /** The lines of files that the text holds whole and verbatim. */
  readonly delivered?: (answer: Answer<Facts>, input: InferInput<S>) => readonly ReadLines[];
}

type InferExample<S extends ObjectSchema> = Partial<InferInput<S>>;

/** A declaration with its types erased, as registries hold it. */
export interface Tool extends Omit<
  ToolDeclaration,
  "run" | "format" | "formatFailure" | "details" | "summary" | "delivered" | "example"
> {
  readonly example: Readonly<Record<string, unknown>>;
  run(input: unknown, context: ToolContext, signal: AbortSignal): Promise<Answer<unknown>>;
  format(answer: Answer<unknown>, input: unknown): string | readonly TextSection[];
  formatFailure?(error: ReticleError, input: unknown): string;
  details?(answer: Answer<unknown>, input: unknown): JsonObject;
  summary?(answer: Answer<unknown>, input: unknown): string;
  delivered?(answer: Answer<unknown>, input: unknown): readonly ReadLines[];
}

/** Checks a declaration's types and erases them. A tool without a tier does not compile. */
export function defineTool<const S extends ObjectSchema, Facts>(declaration: ToolDeclaration<S, Facts>): Tool {
  return declaration as unknown as Tool;
}
