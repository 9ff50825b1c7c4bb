/**
 * Has the built parser read each language's sample in a process of its own, and again in one process after all
 * others: all grammars of a process share one memory, and their scanners are other people's C.
 */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { createChildProcesses } from "../src/process/children.ts";
import { createWorkerProcess, type WorkerProcess } from "../src/process/worker-process.ts";
import type { FileFacts } from "../src/syntax/facts.ts";
import type { LanguageDefinition } from "../src/syntax/language-definition.ts";
import { languages } from "../src/syntax/languages.ts";
import type { ParseRequest, ParseResponse } from "../src/syntax/parse-worker.ts";
import { COMPILE_ONCE } from "../src/syntax/compile-once.ts";

const DEADLINE_MS = 20_000;

type Parser = WorkerProcess<ParseRequest, ParseResponse>;

/** What is wrong, one line for each grammar: "the Go grammar does not read its sample: …". */
export async function selfTestGrammars(dist: string): Promise<string[]> {
  await using children = { all: createChildProcesses(), [Symbol.asyncDispose]: () => children.all.dispose() };
  const module = pathToFileURL(join(dist, "syntax/parse-worker.js"));
  const startParser = (): Parser =>
    createWorkerProcess({
      children: children.all,
      module,
      label: "built parser",
      deadlineMs: DEADLINE_MS,
      nodeArguments: COMPILE_ONCE,
    });

  const shared = startParser();
  // The first round only loads; what goes wrong in it shows in the second.
  for (const language of languages) await readSample(shared, language);
  const problems: string[] = [];
  for (const language of languages) {
    const own = startParser();
    const alone = await readSample(own, language);
    await own.dispose();
    const problem = problemOf(alone, await readSample(shared, language));
    if (problem !== undefined) problems.push(`the ${language.title} grammar ${problem}`);
  }
  await shared.dispose();
  return problems;
}

async function readSample(parser: Parser, { id, sample, extensions }: LanguageDefinition): Promise<FileFacts | Error> {
  const request = { text: sample, path: `/sample${extensions[0] ?? ""}`, languageId: id, deadlineMs: DEADLINE_MS };
  try {
    return (await parser.request(request)).facts;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function problemOf(alone: FileFacts | Error, afterOthers: FileFacts | Error): string | undefined {
  if (alone instanceof Error) return `does not read its sample: ${alone.message}`;
  if (alone.syntaxErrorCount > 0) return `finds ${alone.syntaxErrorCount} syntax errors in its sample`;
  if (alone.symbols.length === 0) return "finds no symbol in its sample";
  if (alone.unread !== undefined) return `cannot read ${alone.unread.join(", ")}`;
  if (afterOthers instanceof Error) return `does not read its sample after all others: ${afterOthers.message}`;
  return isDeepStrictEqual(alone, afterOthers) ? undefined : "reads its sample in another way after all others";
}
