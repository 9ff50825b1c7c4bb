import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReticleError } from "../base/errors.ts";
import { createChildProcesses } from "../process/children.ts";
import { moduleUrl } from "../process/module-url.ts";
import { createWorkerProcess } from "../process/worker-process.ts";
import type { SourceDocument } from "../workspace/document.ts";
import type { FileFacts } from "./facts.ts";
import type { LanguageDefinition } from "./language-definition.ts";
import { languages } from "./languages.ts";
import type { ParseRequest, ParseResponse } from "./parse-worker.ts";
import { COMPILE_ONCE } from "./compile-once.ts";
import { createSyntax } from "./syntax.ts";

const DEADLINE_MS = 500;
/** A grammar that does not look at the clock, such as Svelte's, is ended with its process this much later. */
const GRACE_MS = 2_000;
/** Until the answer, a new process included, on a busy machine. */
const MAX_MS = 4 * (DEADLINE_MS + GRACE_MS);
const MEBIBYTE = 1024 * 1024;
const DEPTH = 10_000;

// All languages in one process, as bad luck would have it, and one that is ended when a grammar does not end.
const children = createChildProcesses();
const parser = createWorkerProcess<ParseRequest, ParseResponse>({
  children,
  module: moduleUrl("./parse-worker", import.meta.url),
  label: "test parser",
  nodeArguments: COMPILE_ONCE,
  deadlineMs: 2 * MAX_MS,
});
afterAll(async () => {
  await parser.dispose();
  await children.dispose();
});

async function parse({ id }: LanguageDefinition, text: string, deadlineMs = MAX_MS): Promise<FileFacts> {
  const request = { text, path: "/shop/file", languageId: id, deadlineMs };
  return (await parser.request(request, { deadlineMs: deadlineMs + GRACE_MS })).facts;
}

/** Each line one column deeper. */
function stairs(depth: number, line: string): string {
  return Array.from({ length: depth }, (_, column) => `${" ".repeat(column)}${line}\n`).join("");
}

const inputs: readonly { readonly name: string; readonly make: (language: LanguageDefinition) => string }[] = [
  { name: "an empty file", make: () => "" },
  { name: "a lone line end", make: () => "\r\n" },
  { name: "comments only", make: ({ comments }) => comments.docPrefixes.map((prefix) => `${prefix} words\n`).join("") },
  { name: "one line of 1 MiB", make: () => 'a1("b") + '.repeat(MEBIBYTE / 10) },
  { name: "one word of 1 MiB", make: () => "a".repeat(MEBIBYTE) },
  { name: "NUL bytes", make: ({ sample }) => sample.replaceAll(" ", "\0") },
  { name: "only NUL bytes", make: () => "\0".repeat(1_000) },
  { name: "half a surrogate", make: ({ sample }) => sample.replaceAll("a", "\ud800") },
  { name: "a byte order mark and CRLF", make: ({ sample }) => `\uFEFF${sample.replaceAll("\n", "\r\n")}` },
  { name: "the first half of a file", make: ({ sample }) => sample.slice(0, sample.length / 2) },
  { name: "the second half of a file", make: ({ sample }) => sample.slice(sample.length / 2) },
  { name: "another language's text", make: ({ id }) => languages.find((other) => other.id !== id)?.sample ?? "" },
  { name: "deep (", make: () => `x = ${"(".repeat(DEPTH)}1${")".repeat(DEPTH)}` },
  { name: "deep [", make: () => `x = ${"[".repeat(DEPTH)}1${"]".repeat(DEPTH)}` },
  { name: "deep indentation", make: () => stairs(600, "if x:") },
  { name: "deep keys", make: () => stairs(600, "k:") },
  { name: "deep items", make: () => stairs(600, "- x") },
  { name: "deep items on one line", make: () => `${"- ".repeat(2_000)}x\n` },
  { name: "deep numbers on one line", make: () => `${"10) ".repeat(1_000)}x\n` },
  { name: "deep quotes", make: () => `${">".repeat(2_000)} x\n` },
  { name: "deep quotes with items", make: () => `${"> 1. ".repeat(1_000)}x\n` },
  { name: "deep blocks of layout", make: () => `f = do\n${stairs(600, "let x = do")}` },
  { name: "deep objects", make: () => stairs(600, "object O:") },
  { name: "deep elements", make: () => "<div>".repeat(2_000) },
  { name: "deep names of elements", make: () => `<my-${"x".repeat(200)}>`.repeat(300) },
  { name: "open here-documents", make: () => `cat <<${"E".repeat(300)}\n`.repeat(100) },
  {
    name: "many here-documents on one line",
    make: () => `${Array.from({ length: 200 }, (_, at) => `x = <<~E${"Q".repeat(200)}${at}`).join(", ")}\n`,
  },
  { name: "open strings in strings", make: () => '"${'.repeat(900) },
  { name: "deep do", make: () => `f = ${"do\n ".repeat(DEPTH)}` },
  { name: "deep {", make: () => `${"{".repeat(DEPTH)}\n${"}".repeat(DEPTH)}` },
  { name: "open brackets", make: () => "([{".repeat(300) },
];

describe("a grammar that crashes", () => {
  it("takes neither the process nor the other grammars with it", async () => {
    const syntax = createSyntax({ children });
    const signal = new AbortController().signal;
    const documentOf = (path: string, text: string): SourceDocument => {
      const hash = createHash("sha1").update(text).digest("hex");
      return { path, text, hash, bytes: text.length, encoding: "utf-8", hasBom: false, eol: "\n" };
    };
    const bad = [
      ["/shop/a.rb", `cat <<${"E".repeat(300)}\n`.repeat(100)],
      ["/shop/A.java", "([{".repeat(DEPTH / 3)],
    ] as const;
    for (const [path, text] of bad) {
      const outcome = await syntax.facts(documentOf(path, text), signal).catch((error: unknown) => error);
      if (path.endsWith(".rb") || outcome instanceof ReticleError) {
        expect(outcome).toMatchObject({ kind: "unsupported", hint: "read the file as text" });
      }
    }
    for (const [path, text] of [
      ["/shop/b.rb", "class B; end"],
      ["/shop/B.java", "class B {}"],
      ["/shop/c.py", "class B: pass"],
      ["/shop/d.py", `class B: x = ${"(".repeat(DEPTH)}1${")".repeat(DEPTH)}`],
    ] as const) {
      const { symbols } = await syntax.facts(documentOf(path, text), signal);
      expect(symbols.map(({ name }) => name)).toEqual(["B"]);
    }
    await syntax.dispose();
  });
});

/**
 * The grammars whose scanners pass their own limits and end the process; the next file has a new one. Which input does
 * it is not fixed: memory that one input damaged may be touched by the next only, unless a deadline came between.
 */
const crashing: ReadonlySet<string> = new Set(["ruby", "bash", "kotlin"]);

describe("bad input", () => {
  const samples = new Map<string, FileFacts>();
  beforeAll(async () => {
    for (const language of languages) samples.set(language.id, await parse(language, language.sample));
  }, 60_000);

  describe.each(languages)("$id", (language) => {
    it.each(inputs)("$name", async ({ make }) => {
      const start = performance.now();
      const outcome = await parse(language, make(language), DEADLINE_MS).catch((error: unknown) => error);
      expect(performance.now() - start).toBeLessThan(MAX_MS);
      if (!(outcome instanceof ReticleError)) expect(outcome).toMatchObject({ language: language.id });
      else expect(crashing.has(language.id) ? ["connection_closed", "timeout"] : ["timeout"]).toContain(outcome.kind);
    });
  });

  it.each(languages)("$id reads its sample after all of it as before", async (language) => {
    expect(await parse(language, language.sample)).toEqual(samples.get(language.id));
  });
});
