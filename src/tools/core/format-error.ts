import { shortenText } from "../../base/code-points.ts";
import { isReticleError, type ReticleError } from "../../base/errors.ts";

const MAX_MESSAGE_CHARS = 500;
/** Causes may run in a circle. */
const MAX_CAUSES = 8;

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
  const lines: string[] = [];
  let cause = error;
  while (cause instanceof Error && lines.length < MAX_CAUSES) {
    lines.push(cause.stack ?? cause.message);
    cause = cause.cause;
  }
  if (cause !== undefined || lines.length === 0) lines.push(cause instanceof Error ? "…" : String(cause));
  return `${tool}: ${lines.join("\ncaused by ")}\n`;
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
  return endSentence(shortenText(message.split("\n", 1)[0] || "no message", MAX_MESSAGE_CHARS));
}
