import { createContext, Script } from "node:vm";
import { ReticleError } from "../../../base/errors.ts";

/** Whether any of a thing's texts matches. */
export type NameMatch = (candidates: readonly (readonly string[])[]) => readonly boolean[];

const BUDGET_MS = 500;
const MAX_TEXT_CHARS = 300;

/**
 * Tests names against a caller's regular expression within a bound: all calls together may take half
 * a second, then the expression is given up as one that backtracks without end. Throws `invalid_input`.
 */
export function createNameMatch(source: string): NameMatch {
  const regex = compile(source);
  // An expression that runs in a script can be interrupted; one that runs in ours cannot.
  const sandbox = createContext({ regex, candidates: [] as unknown });
  const script = new Script("candidates.map((texts) => texts.some((text) => regex.test(text)))");
  let leftMs = BUDGET_MS;
  return (candidates) => {
    sandbox["candidates"] = candidates.map((texts) => texts.map((text) => text.slice(0, MAX_TEXT_CHARS)));
    const startedAt = performance.now();
    try {
      return [...(script.runInContext(sandbox, { timeout: Math.max(1, Math.ceil(leftMs)) }) as boolean[])];
    } catch (cause) {
      throw tooSlow(source, cause);
    } finally {
      leftMs -= performance.now() - startedAt;
    }
  };
}

/** Between slashes, with flags, as a script has it. */
const LITERAL = /^\/(.+)\/([a-z]*)$/s;
/** The way of other languages to say that case does not matter. */
const INSENSITIVE = "(?i)";

function compile(source: string): RegExp {
  const [, between, flags = ""] = LITERAL.exec(source) ?? [];
  const isInsensitive = flags.includes("i") || source.startsWith(INSENSITIVE);
  const body = between ?? (source.startsWith(INSENSITIVE) ? source.slice(INSENSITIVE.length) : source);
  const flag = isInsensitive ? "i" : "";
  try {
    return new RegExp(body, `u${flag}`);
  } catch {
    // Not in the strict syntax; the older one allows needless escapes.
  }
  try {
    return new RegExp(body, flag);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(cause.message.lastIndexOf(": ") + 2) : "";
    throw new ReticleError("invalid_input", `\`match\` ${JSON.stringify(source)} is no regular expression: ${reason}`, {
      hint: "write a JavaScript regular expression without slashes, as in ^get[A-Z]",
    });
  }
}

function tooSlow(source: string, cause: unknown): ReticleError {
  return new ReticleError(
    "invalid_input",
    `\`match\` ${JSON.stringify(source)} did not come to an end within ${BUDGET_MS} ms, so it was given up`,
    { hint: "avoid repetitions inside repetitions, like (a+)+; name a part of the names instead", cause },
  );
}
