import { isReticleError } from "../../base/errors.ts";
import { passGate } from "../../tools/core/gate.ts";
import type { ToolResult } from "../../tools/core/result.ts";

export interface Failure {
  readonly tool: string;
  readonly error: unknown;
  readonly elapsedMs: number;
}

/** The error result of a call that failed before the run could take it, through the gate like every result. */
export function failedResult({ tool, error, elapsedMs }: Failure): Promise<ToolResult> {
  const message = error instanceof Error ? error.message : String(error);
  const hint = isReticleError(error) && error.hint !== undefined ? `\n${error.hint}` : "";
  return passGate(
    { content: [{ type: "text", text: `${message}${hint}` }], isError: true },
    // A few lines never need a log.
    { tool, elapsedMs, logResult: () => Promise.resolve(undefined), degraded: () => {} },
  );
}
