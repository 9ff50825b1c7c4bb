import type { Readable } from "node:stream";
import { shortenText } from "../../../base/code-points.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { Run } from "../../../run/run.ts";
import { INDEX_WAIT_MS, withRun } from "../session.ts";
import { resultText } from "./call.ts";
import { findTool } from "./find-tool.ts";
import type { Command } from "./command.ts";
import { readLines } from "./lines.ts";
import type { InputLine } from "./lines.ts";

const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Answers that may be under way or wait for their turn before more input is read. */
const MAX_PENDING = 16;
const LINE_SHAPE = '{"id"?, "tool", "arguments"?}';
const LINE_KEYS = ["id", "tool", "arguments"];
const MAX_QUOTED_CHARS = 64;

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
  withRun(context, { isStdinTaken: true, indexWaitMs: INDEX_WAIT_MS }, async (session) => {
    const { io, out, signal } = context;
    const pending: Promise<void>[] = [];
    let order: Promise<void> = Promise.resolve();
    let hasErrors = false;
    const answerInOrder = (answer: Promise<AnswerLine>): void => {
      order = order.then(async () => {
        const ready = await answer;
        hasErrors ||= ready.isError;
        await out.write(`${JSON.stringify(ready)}\n`);
      });
      pending.push(order);
    };
    const endInput = (): void => void io.stdin.destroy();
    signal.addEventListener("abort", endInput, { once: true });
    try {
      for await (const line of parsedLines(io.stdin)) {
        // What changes something sees all that came before it, and all that comes after sees it.
        const isAlone = "tool" in line && findTool(line.tool)?.tool.parallel === false;
        if (isAlone) await order;
        answerInOrder("tool" in line ? answerCall(session, line, signal) : Promise.resolve(line));
        if (isAlone) await order;
        if (pending.length >= MAX_PENDING) await pending.shift();
        if (signal.aborted) break;
      }
    } catch (error) {
      // Ending the input under the reader fails its next read.
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", endInput);
      await order;
    }
    return hasErrors ? 1 : 0;
  });

async function* parsedLines(stdin: Readable): AsyncGenerator<CallLine | AnswerLine> {
  let number = 0;
  for await (const line of readLines(stdin, MAX_LINE_BYTES)) {
    number += 1;
    if ("isTooLong" in line || line.text.trim() !== "") yield parseLine(line, number);
  }
}

/** The answer to one call; never rejects. */
async function answerCall(session: Run, call: CallLine, signal: AbortSignal): Promise<AnswerLine> {
  const result = await session.call(call.tool, call.arguments, { signal });
  return {
    ...("id" in call ? { id: call.id } : {}),
    text: resultText(result),
    isError: result.isError,
    ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    ...(result.details === undefined ? {} : { details: result.details }),
  };
}

/** A call, or the error line that answers what is none. */
function parseLine(line: InputLine, number: number): CallLine | AnswerLine {
  const bad = (reason: string, id?: unknown): AnswerLine => ({
    ...(id === undefined ? {} : { id }),
    text: `Line ${number} ${reason}; a line is ${LINE_SHAPE}`,
    isError: true,
  });
  if ("isTooLong" in line) return bad(`is longer than the ${MAX_LINE_BYTES} bytes that a line may have`);
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return bad(`is not valid JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return bad("is not a JSON object");
  const fields = value as Readonly<Record<string, unknown>>;
  const { id, tool } = fields;
  // It is written back, and what is nested deeply enough cannot be.
  if (typeof id === "object" && id !== null) return bad('has an "id" that is a list or an object');
  const unknown = Object.keys(fields).find((key) => !LINE_KEYS.includes(key));
  if (unknown !== undefined)
    return bad(`has an unknown key ${JSON.stringify(shortenText(unknown, MAX_QUOTED_CHARS))}`, id);
  if (typeof tool !== "string")
    return bad(tool === undefined ? 'has no "tool"' : 'has a "tool" that is not a string', id);
  return { ...("id" in fields ? { id } : {}), tool, arguments: fields["arguments"] };
}
