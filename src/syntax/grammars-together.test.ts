import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChildProcesses } from "../process/children.ts";
import { moduleUrl } from "../process/module-url.ts";
import { createWorkerProcess, type WorkerProcess } from "../process/worker-process.ts";
import { languages } from "./languages.ts";
import type { LanguageDefinition } from "./language-definition.ts";
import type { ParseRequest, ParseResponse } from "./parse-worker.ts";
import { COMPILE_ONCE } from "./compile-once.ts";

const DEADLINE_MS = 10_000;

const children = createChildProcesses();
afterAll(() => children.dispose());

type Parser = WorkerProcess<ParseRequest, ParseResponse>;

function startParser(): Parser {
  const module = moduleUrl("./parse-worker", import.meta.url);
  const nodeArguments = COMPILE_ONCE;
  return createWorkerProcess({ children, module, label: "test parser", deadlineMs: 2 * DEADLINE_MS, nodeArguments });
}

async function parseSample(parser: Parser, { id, sample }: LanguageDefinition): Promise<unknown> {
  const request = { text: sample, path: "/shop/sample", languageId: id, deadlineMs: DEADLINE_MS };
  return (await parser.request(request)).facts;
}

/** All grammars live in one memory, and their scanners are other people's C: one may change what another reads. */
describe("a grammar reads its sample alone as after all others", () => {
  let shared: Parser;
  beforeAll(async () => {
    shared = startParser();
    for (const language of languages) await parseSample(shared, language);
  }, 60_000);
  afterAll(() => shared.dispose());

  it.each(languages)("$id", async (language) => {
    const own = startParser();
    try {
      const alone = await parseSample(own, language);
      expect(alone).toMatchObject({ syntaxErrorCount: 0 });
      expect(await parseSample(shared, language)).toEqual(alone);
    } finally {
      await own.dispose();
    }
  });
});
