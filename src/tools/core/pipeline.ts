import { shortenText } from "../../base/code-points.ts";
import { isReticleError } from "../../base/errors.ts";
import type { LatencyLedger, LatencyPhase } from "../../base/latency.ts";
import { byteLength } from "../../base/truncate.ts";
import type { ReadLines } from "../../workspace/reads/read-coverage.ts";
import type { Executed, ExecutionPorts, MeasurePhase } from "./execute.ts";
import { execute } from "./execute.ts";
import { describeFailure, formatError } from "./format-error.ts";
import { type GateRequest, joinSectioned, passGate, PAYLOAD_BUDGET_BYTES, type SectionedText } from "./gate.ts";
import { headLines, type Ignored, joinText, type Prepared, prepareCall, type ToolCall } from "./prepare.ts";
import type { ToolResult } from "./result.ts";

export interface PipelinePorts extends ExecutionPorts, Pick<GateRequest, "logResult" | "degraded"> {
  readonly latency: LatencyLedger;
  /** A path argument as the latency report shows it. */
  readonly showFile: (path: string) => string;
  /** Remembers what a call delivered of a file; throws when it cannot. */
  readonly recordRead?: ((lines: ReadLines) => void) | undefined;
  /** Lines about earlier calls that came too late for their results; each once. Never rejects. */
  readonly takeLate?: () => Promise<readonly string[]>;
  /** Keeps the stack of a failure that nobody foresaw. */
  readonly logFailure: (text: string) => Promise<unknown>;
}

/** Names come from the wire; no tool has one this long. */
const MAX_NAME_CHARS = 200;

/** A result on its way to the gate. */
interface Draft extends ToolResult {
  readonly sectioned?: SectionedText;
}

/**
 * The one way a tool runs: argument check, values, guardrails and approval, the run under its
 * deadline, coverage, gate. Never rejects. Up to the wait for its turn it is synchronous, so calls
 * keep their order.
 */
export async function runCall(call: ToolCall, ports: PipelinePorts, signal: AbortSignal): Promise<ToolResult> {
  const startedAt = performance.now();
  const phases: LatencyPhase[] = [];
  const measure: MeasurePhase = async (name, work) => {
    const from = performance.now();
    try {
      return await work();
    } finally {
      phases.push({ name, durationMs: performance.now() - from });
    }
  };
  const prepared = prepareCall(call);
  const draft = await makeDraft(call, prepared, ports, { signal, measure });
  const result = await leave(call.name, draft, startedAt, ports);
  const file = prepared.isReady ? prepared.input.path : undefined;
  ports.latency.record({
    tool: call.name,
    ...(typeof file === "string" ? { file: ports.showFile(file) } : {}),
    totalMs: performance.now() - startedAt,
    outcome: result.isError ? "error" : "ok",
    phases,
    at: Date.now(),
  });
  return result;
}

/** The answer to a name that does not exist, is hidden from this surface or is switched off. */
export function refuseUnknown(name: string, ports: PipelinePorts): Promise<ToolResult> {
  const shown = shortenText(name, MAX_NAME_CHARS);
  return leave(shown, failed(`Unknown or disabled tool: ${shown}`), performance.now(), ports);
}

/** The answer to a call that fails before its tool is reached. */
export function refuseCall(name: string, error: unknown, ports: PipelinePorts): Promise<ToolResult> {
  return leave(name, failed(formatError(error, name), error), performance.now(), ports);
}

async function makeDraft(
  call: ToolCall,
  prepared: Prepared,
  ports: PipelinePorts,
  { signal, measure }: { signal: AbortSignal; measure: MeasurePhase },
): Promise<Draft> {
  const { ignored } = prepared;
  if (ignored !== undefined) {
    const { ignoredArguments } = ignored.structuredContent;
    ports.degraded("mcp-ignored-arguments", call.name, ignoredArguments.join(", "));
  }
  if (!prepared.isReady) return withIgnored(failed(prepared.text), ignored);
  const { notes } = prepared;
  try {
    const executed = await execute({ ...call, input: prepared.input, cwd: prepared.cwd, signal }, ports, measure);
    const late = (await ports.takeLate?.()) ?? [];
    const lines = [...late, ...notes, ...executed.lines];
    const draft = answered(executed, headLines(ignored, lines));
    const problem = recordReads(executed, draft, ports);
    if (problem === undefined) return withIgnored(draft, ignored);
    ports.degraded("read-not-recorded", call.name, problem);
    const warning = `not recorded as read: ${problem}`;
    return withIgnored(answered(executed, headLines(ignored, [warning, ...lines])), ignored);
  } catch (error) {
    if (!isReticleError(error)) {
      ports.degraded("tool-failed", call.name, error instanceof Error ? error.message : String(error));
      await ports.logFailure(describeFailure(error, call.name)).catch(() => {});
    }
    const text =
      isReticleError(error) && call.tool.formatFailure !== undefined
        ? call.tool.formatFailure(error, prepared.input)
        : formatError(error, call.name);
    return withIgnored(failed(joinText(headLines(ignored, notes), text), error), ignored);
  }
}

/** Why the lines that were delivered could not be remembered. A text that the gate will cut delivers none for sure. */
function recordReads({ delivered }: Executed, { content }: Draft, { recordRead }: PipelinePorts): string | undefined {
  const bytes = content.reduce((sum, block) => sum + (block.type === "text" ? byteLength(block.text) : 0), 0);
  if (recordRead === undefined || bytes > PAYLOAD_BUDGET_BYTES) return undefined;
  try {
    for (const lines of delivered) recordRead(lines);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function answered({ body, details, summary }: Executed, head: readonly string[]): Draft {
  const rest = {
    isError: false,
    ...(details === undefined ? {} : { details }),
    ...(summary === undefined ? {} : { summary }),
  };
  if (typeof body === "string") return { content: [{ type: "text", text: joinText(head, body) }], ...rest };
  const sectioned = { head: head.map((line) => `${line}\n`).join(""), sections: body };
  return { content: [{ type: "text", text: joinSectioned(sectioned) }], sectioned, ...rest };
}

/** `details.errorKind` is for programs, which never read the text; so is `stalePreview`, which asks for a new preview. */
function failed(text: string, error?: unknown): Draft {
  const errorKind = isReticleError(error) ? error.kind : "internal";
  return {
    content: [{ type: "text", text }],
    isError: true,
    ...(error === undefined ? {} : { details: { errorKind, ...stalePreviewOf(error) } }),
  };
}

function stalePreviewOf(error: unknown): { readonly stalePreview?: true } {
  return isReticleError(error) && error.data?.stalePreview === true ? { stalePreview: true } : {};
}

function withIgnored(draft: Draft, ignored: Ignored | undefined): Draft {
  return ignored === undefined ? draft : { ...draft, structuredContent: ignored.structuredContent };
}

async function leave(name: string, draft: Draft, startedAt: number, ports: PipelinePorts): Promise<ToolResult> {
  const { sectioned, ...result } = draft;
  return passGate(result, {
    tool: name,
    elapsedMs: performance.now() - startedAt,
    sectioned,
    logResult: ports.logResult,
    degraded: ports.degraded,
  });
}
