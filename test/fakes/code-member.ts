/** A process that keeps compiled code, as those that parse do; it answers what it finds and makes. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createChildProcesses } from "../../src/process/children.ts";
import { serveRequests } from "../../src/process/serve-requests.ts";
import { compileModule, readKept } from "../../src/syntax/code/kept-code.ts";
import { keepWantedCode } from "../../src/syntax/code/keep-code.ts";
import { Grammars, locateGrammar } from "../../src/syntax/grammars.ts";
import { languages } from "../../src/syntax/languages.ts";
import { SourceParser } from "../../src/syntax/source-parser.ts";

/** Less than it takes to make code. */
const LEAVES_AFTER_MS = 500;

export type CodeRequest =
  | { readonly ask: "compile" | "parse" | "make" | "leave while it is made" }
  | { readonly ask: "read" | "open to others" | "damage"; readonly file: string };

const [language] = languages.filter(({ id }) => id === "json");
if (language === undefined) throw new Error("no grammar of JSON");
const bytes = readFileSync(locateGrammar(language));

serveRequests<CodeRequest, unknown>(async (request) => {
  switch (request.ask) {
    case "compile":
      return (await compileModule(language.id, bytes))[Symbol.toStringTag];
    case "parse":
      return new SourceParser(new Grammars(), 5_000).parse({ text: language.sample, path: "/a.json" }, language);
    case "make": {
      const children = createChildProcesses();
      try {
        return await keepWantedCode({ children, languageIds: [language.id], isIdle: () => true });
      } finally {
        await children.dispose();
      }
    }
    case "leave while it is made": {
      const children = createChildProcesses();
      let isOver = false;
      const keeping = keepWantedCode({ children, languageIds: [language.id], isIdle: () => !isOver });
      await setTimeout(LEAVES_AFTER_MS);
      isOver = true;
      await children.dispose();
      return keeping;
    }
    case "read":
      return readKept(request.file, bytes) !== undefined;
    case "open to others":
      return chmodSync(request.file, 0o666);
    case "damage": {
      const kept = readFileSync(request.file);
      kept[kept.length - 1] = (kept.at(-1) ?? 0) ^ 1;
      return writeFileSync(request.file, kept);
    }
  }
});
