import { coverageLine } from "../../base/coverage.ts";
import { deadline, raceSignal } from "../../base/deadline.ts";
import { isReticleError, ReticleError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { settlesWithin } from "../../base/settles-within.ts";
import type { Slots } from "../../base/slots.ts";
import type { ReadLines } from "../../workspace/reads/read-coverage.ts";
import type { ToolContext } from "./context.ts";
import type { Answer, Dialect, TextSection, Tier, Tool } from "./declaration.ts";

export const DEFAULT_DEADLINE_MS = 30_000;
/** How long the next call of a queue waits for one that was cut off to really end. */
const ABANDONED_GRACE_MS = 2_000;

/** A call that is about to run, in the tool's own names. */
export interface GuardedCall {
  readonly tool: string;
  readonly tier: Tier;
  readonly arguments: Readonly<Record<string, unknown>>;
}
export interface ApprovalRequest extends GuardedCall {
  readonly tier: Exclude<Tier, "read">;
}

/** Whether the call may run. The signal ends with the call: whoever is being asked need not answer any more. */
export type Approve = (request: ApprovalRequest, signal: AbortSignal) => Promise<boolean>;

/** A rule that can deny a call on every host. */
export type Guardrail = (call: GuardedCall) => Promise<Denial | undefined>;
export interface Denial {
  /** A sentence without a final period. */
  readonly reason: string;
  readonly hint?: string;
}

export type MeasurePhase = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface ExecutionPorts {
  readonly guardrails: readonly Guardrail[];
  /** Asked before calls that write or execute; absent: allowed. */
  readonly approve?: Approve | undefined;
  /** One slot: calls of tools that are not parallel take it one after the other. */
  readonly turns: Slots;
  /** What the tool may use; `cwd` is the call's own argument. Throws when that is not a folder inside the roots. */
  readonly openContext: (call: Execution, measure: MeasurePhase) => Promise<ToolContext>;
}

export interface Execution {
  readonly tool: Tool;
  readonly name: string;
  readonly dialect: Dialect;
  readonly input: Readonly<Record<string, unknown>>;
  /** The folder the call names, as it was written. */
  readonly cwd: string | undefined;
  readonly onProgress: ToolContext["progress"];
  /** The caller's; also ends the wait for a turn or an approval. */
  readonly signal: AbortSignal;
}

export interface Executed {
  /** Notes, one line each, then the coverage line. */
  readonly lines: readonly string[];
  readonly body: string | readonly TextSection[];
  readonly details?: JsonObject;
  readonly summary?: string;
  /** What the body holds of files, whole lines only. */
  readonly delivered: readonly ReadLines[];
}

/** Waits for its turn, asks whether it may, runs under the deadline and formats. Throws what the tool throws. */
export async function execute(call: Execution, ports: ExecutionPorts, measure: MeasurePhase): Promise<Executed> {
  const { tool, signal } = call;
  if (signal.aborted) throw cancellation(signal, call.name);
  const endTurn = tool.parallel ? undefined : await takeTurn(call, ports, measure);
  let running: Promise<unknown> = Promise.resolve();
  try {
    await allow(call, ports, measure);
    const answer = await runUnderDeadline(call, (limit) => {
      const promise = run(call, ports, limit, measure);
      running = promise;
      return promise;
    });
    return format(call, answer);
  } finally {
    if (endTurn !== undefined) void settled(running).then(endTurn);
  }
}

async function takeTurn(
  { signal, name }: Execution,
  { turns }: ExecutionPorts,
  measure: MeasurePhase,
): Promise<() => void> {
  try {
    return await measure("queue", () => turns.take(signal));
  } catch {
    // The line is left only by the caller's signal.
    throw cancellation(signal, name);
  }
}

async function allow(
  { tool, name, input, signal }: Execution,
  { guardrails, approve }: ExecutionPorts,
  measure: MeasurePhase,
): Promise<void> {
  for (const guardrail of guardrails) {
    const denial = await guardrail({ tool: tool.name, tier: tool.tier, arguments: input });
    if (denial === undefined) continue;
    throw new ReticleError("refused", denial.reason, denial.hint === undefined ? {} : { hint: denial.hint });
  }
  if (tool.tier === "read" || approve === undefined) return;
  const request: ApprovalRequest = { tool: tool.name, tier: tool.tier, arguments: input };
  const isAllowed = await measure("approval", () => raceSignal(approve(request, signal), signal)).catch(
    (error: unknown) => {
      throw signal.aborted ? cancellation(signal, name) : error;
    },
  );
  if (isAllowed) return;
  throw new ReticleError("refused", `${name} was not approved; nothing was run`, {
    hint: "do not retry it unchanged; ask the operator or go on without it",
  });
}

async function runUnderDeadline(
  { tool, name, signal }: Execution,
  start: (limit: AbortSignal) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const limit = deadline(tool.deadlineMs ?? DEFAULT_DEADLINE_MS, name, signal);
  try {
    return await raceSignal(start(limit.signal), limit.signal);
  } catch (error) {
    throw limit.signal.aborted ? cancellation(limit.signal, name) : error;
  } finally {
    limit.clear();
  }
}

async function run(
  call: Execution,
  { openContext }: ExecutionPorts,
  limit: AbortSignal,
  measure: MeasurePhase,
): Promise<Answer<unknown>> {
  return measure("run", async () => {
    const context = await openContext(call, (name, work) => measure(`run.${name}`, work));
    return call.tool.run(call.input, context, limit);
  });
}

function format({ tool, input }: Execution, answer: Answer<unknown>): Executed {
  const state = coverageLine(answer.coverage);
  const summary = summarise(tool, answer, input);
  return {
    lines: [...(answer.notes ?? []), ...(state === undefined ? [] : [state])],
    body: withReport(tool.format(answer, input), answer.report ?? []),
    ...(tool.details === undefined ? {} : { details: tool.details(answer, input) }),
    ...(summary === undefined ? {} : { summary }),
    delivered: tool.delivered?.(answer, input) ?? [],
  };
}

/** What was broken is what a text is cut for last. */
function withReport(body: Executed["body"], report: readonly string[]): Executed["body"] {
  if (report.length === 0) return body;
  const text = report.join("\n");
  if (typeof body !== "string") return [...body, { label: "DIAGNOSTICS", text, value: Number.MAX_SAFE_INTEGER }];
  return body === "" ? text : `${body}\n${text}`;
}

/** Undefined where there is none: a line for a collapsed view never costs the answer. */
function summarise(tool: Tool, answer: Answer<unknown>, input: unknown): string | undefined {
  try {
    return tool.summary?.(answer, input);
  } catch {
    return undefined;
  }
}

/** Why the signal ended the call: a deadline says so itself, everything else is a cancellation. */
function cancellation(signal: AbortSignal, name: string): ReticleError {
  const reason: unknown = signal.reason;
  if (isReticleError(reason)) return reason;
  return new ReticleError("cancelled", `${name} was cancelled by its caller`, { cause: reason });
}

async function settled(running: Promise<unknown>): Promise<void> {
  await settlesWithin(
    running.catch(() => {}),
    ABANDONED_GRACE_MS,
  );
}
