import type { JsonObject } from "../../../base/json.ts";
import type { Run } from "../../../run/run.ts";
import { withRun } from "../session.ts";
import { resultText } from "./call.ts";
import type { Command } from "./command.ts";
import { readLines } from "./lines.ts";
import type { InputLine } from "./lines.ts";

const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Answers that may be under way or wait for their turn before more input is read. */
const MAX_PENDING = 16;
const LINE_SHAPE = '{"id"?, "tool", "arguments"?}';
const LINE_KEYS = ["id", "tool", "arguments"];

interface AnswerLine {
  readonly id?: unknown;
  readonly text: string;
  readonly isError: boolean;
  readonly structuredContent?: unknown;
  readonly details?: JsonObject;
}
interface CallLine {
  readonly id?: unknown;
  readonly tool: string;
  readonly arguments: unknown;
}

export const run: Command = async (context) =>
  withRun(context, { isStdinTaken: true }, async (session) => {
    const { io, out, signal } = context;
    const written: Promise<void>[] = [];
    let order: Promise<void> = Promise.resolve();
    let hasErrors = false;
    const endInput = (): void => void io.stdin.destroy();
    signal.addEventListener("abort", endInput, { once: true });
    try {
      let number = 0;
      for await (const line of readLines(io.stdin, MAX_LINE_BYTES)) {
        number += 1;
        if ("text" in line && line.text.trim() === "") continue;
        const answer = answerLine(session, line, number, signal);
        order = order.then(async () => {
          const ready = await answer;
          hasErrors ||= ready.isError;
          await out.write(`${JSON.stringify(ready)}\n`);
        });
        written.push(order);
        if (written.length >= MAX_PENDING) await written.shift();
        if (signal.aborted) break;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", endInput);
      await order;
    }
    return hasErrors ? 1 : 0;
  });

/** The answer to one line of input; never rejects. */
async function answerLine(session: Run, line: InputLine, number: number, signal: AbortSignal): Promise<AnswerLine> {
  const parsed = parseLine(line, number);
  if ("text" in parsed) return parsed;
  const result = await session.call(parsed.tool, parsed.arguments, { signal });
  return {
    ...("id" in parsed ? { id: parsed.id } : {}),
    text: resultText(result),
    isError: result.isError,
    ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    ...(result.details === undefined ? {} : { details: result.details }),
  };
}

/** A call, or the error line that answers what is none. */
export function parseLine(line: InputLine, number: number): CallLine | AnswerLine {
  const bad = (reason: string, id?: unknown): AnswerLine => ({
    ...(id === undefined ? {} : { id }),
    text: `Line ${number} ${reason}; a line is ${LINE_SHAPE}`,
    isError: true,
  });
  if ("droppedBytes" in line)
    return bad(`has ${line.droppedBytes} bytes, more than the ${MAX_LINE_BYTES} that a line may have`);
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return bad(`is not valid JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return bad("is not a JSON object");
  const fields = value as Readonly<Record<string, unknown>>;
  const { id, tool } = fields;
  const unknown = Object.keys(fields).find((key) => !LINE_KEYS.includes(key));
  if (unknown !== undefined) return bad(`has an unknown key "${unknown}"`, id);
  if (typeof tool !== "string")
    return bad(tool === undefined ? 'has no "tool"' : 'has a "tool" that is not a string', id);
  return { ...("id" in fields ? { id } : {}), tool, arguments: fields["arguments"] };
}
