import { isReticleError, type ReticleError } from "../../base/errors.ts";

/**
 * The text of a failure as the model reads it: kind and message, then the next step. A failure that
 * nobody foresaw shows one line and never a stack.
 */
export function formatError(error: unknown, tool: string): string {
  if (isReticleError(error)) return formatKnown(error);
  return `Error (internal): ${tool} failed unexpectedly: ${firstLine(error)}\nNext: try other arguments; the failure is logged.`;
}

/** Everything there is to know about an unexpected failure, for the log. */
export function describeFailure(error: unknown, tool: string): string {
  if (!(error instanceof Error)) return `${tool}: ${String(error)}\n`;
  const causes = error.cause === undefined ? "" : `\ncaused by ${describeFailure(error.cause, "")}`;
  return `${tool === "" ? "" : `${tool}: `}${error.stack ?? error.message}${causes}\n`;
}

function formatKnown({ kind, message, hint }: ReticleError): string {
  const first = `Error (${kind}): ${endSentence(message)}`;
  return hint === undefined ? first : `${first}\nNext: ${endSentence(hint)}`;
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return endSentence(message.split("\n", 1)[0] || "no message");
}
