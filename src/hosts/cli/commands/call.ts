import { buffer } from "node:stream/consumers";
import type { ToolResult } from "../../../tools/core/result.ts";
import type { CallOptions } from "../../../run/run.ts";
import { ProgressBar } from "../progress-bar.ts";
import { INDEX_WAIT_MS, withRun } from "../session.ts";
import { parseCallArguments, parseJsonArguments } from "./call-arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { nearest } from "../parsing/nearest.ts";
import { UsageError } from "../parsing/usage-error.ts";
import { inputSchemaOf } from "./find-tool.ts";

export const call: Command = async (context) => {
  const { invocation, io, out, signal } = context;
  const [tool, ...words] = invocation.words;
  if (tool === undefined) throw new UsageError("The tool to call is missing", "reticle tools lists them");
  const args = await readArguments(context, tool, words);
  const isStdinTaken = invocation.values.get("json") === "-";
  return withRun(context, { isStdinTaken, indexWaitMs: INDEX_WAIT_MS }, async (run) => {
    const bar = new ProgressBar(io.stderr);
    const onProgress: CallOptions["onProgress"] = (done, total, message) => bar.show(done, total, message);
    const result = await run.call(tool, args, { signal, onProgress }).finally(() => bar.clear());
    await out.write(`${resultText(result)}\n`);
    if (result.isError && inputSchemaOf(tool) === undefined)
      suggestTool(
        context,
        tool,
        run.tools().map((each) => each.name),
      );
    return result.isError ? 1 : 0;
  });
};

/** The text of a result as a terminal shows it; an image is named instead of printed. */
export function resultText(result: ToolResult): string {
  return result.content
    .map((block) => {
      if (block.type === "text") return block.text;
      return `[image ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes]`;
    })
    .join("\n");
}

async function readArguments(
  { invocation, io }: CommandContext,
  tool: string,
  words: readonly string[],
): Promise<unknown> {
  const json = invocation.values.get("json");
  if (json === undefined) return parseCallArguments(words, inputSchemaOf(tool));
  if (words.length > 0)
    throw new UsageError(`Give the arguments as --json or as words, not both; got "${words[0]}" besides --json`);
  return parseJsonArguments(json === "-" ? (await buffer(io.stdin)).toString("utf8") : json);
}

function suggestTool({ io }: CommandContext, tool: string, names: readonly string[]): void {
  const candidate = nearest(tool, names);
  io.stderr.write(
    `reticle: ${candidate === undefined ? "reticle tools lists the tools" : `did you mean ${candidate}?`}\n`,
  );
}
