import { formatError } from "../../tools/core/format-error.ts";
import { passGate } from "../../tools/core/gate.ts";
import type { ToolResult } from "../../tools/core/result.ts";

export interface Failure {
  readonly tool: string;
  readonly error: unknown;
  readonly elapsedMs: number;
}

/** The error result of a call that failed before the run could take it, through the gate like every result. */
export function failedResult({ tool, error, elapsedMs }: Failure): Promise<ToolResult> {
  return passGate(
    { content: [{ type: "text", text: formatError(error, tool) }], isError: true },
    // A few lines never need a log.
    { tool, elapsedMs, logResult: () => Promise.resolve(undefined), degraded: () => {} },
  );
}
