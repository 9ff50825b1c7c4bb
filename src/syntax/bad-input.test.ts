import { createHash } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { ReticleError } from "../base/errors.ts";
import { createChildProcesses } from "../process/children.ts";
import type { SourceDocument } from "../workspace/document.ts";
import { Grammars } from "./grammars.ts";
import type { LanguageDefinition } from "./language-definition.ts";
import { languages } from "./languages.ts";
import { SourceParser } from "./source-parser.ts";
import { createSyntax } from "./syntax.ts";

const DEADLINE_MS = 1_000;
/** Work after the parse is bound by the deadline as well, give or take a step and a busy machine. */
const MAX_MS = 10 * DEADLINE_MS;
const MEBIBYTE = 1024 * 1024;
const DEPTH = 10_000;

const grammars = new Grammars();
const parser = new SourceParser(grammars, DEADLINE_MS);
afterAll(() => grammars.dispose());

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
  {
    name: "deep indentation",
    make: () => Array.from({ length: 600 }, (_, depth) => `${" ".repeat(depth)}if x:\n`).join(""),
  },
  { name: "deep do", make: () => `f = ${"do\n ".repeat(DEPTH)}` },
  { name: "deep {", make: () => `${"{".repeat(DEPTH)}\n${"}".repeat(DEPTH)}` },
  { name: "open brackets", make: () => "([{".repeat(300) },
];

describe("a grammar that crashes", () => {
  it("takes neither the process nor the other grammars with it", async () => {
    const children = createChildProcesses();
    const syntax = createSyntax({ children });
    const signal = new AbortController().signal;
    const documentOf = (path: string, text: string): SourceDocument => {
      const hash = createHash("sha1").update(text).digest("hex");
      return { path, text, hash, bytes: text.length, encoding: "utf-8", hasBom: false, eol: "\n" };
    };
    const open = "([{".repeat(DEPTH / 3);
    const outcome = await syntax.facts(documentOf("/shop/A.java", open), signal).catch((error: unknown) => error);
    if (outcome instanceof ReticleError) expect(outcome.kind).toBe("unsupported");
    for (const [path, text] of [
      ["/shop/B.java", "class B {}"],
      ["/shop/c.py", "class B: pass"],
      ["/shop/d.py", `class B: x = ${"(".repeat(DEPTH)}1${")".repeat(DEPTH)}`],
    ] as const) {
      const { symbols } = await syntax.facts(documentOf(path, text), signal);
      expect(symbols.map(({ name }) => name)).toEqual(["B"]);
    }
    await syntax.dispose();
    await children.dispose();
  });
});

describe.each(languages)("bad input: $id", (language) => {
  it.each(inputs)("$name", async ({ make }) => {
    const text = make(language);
    const start = performance.now();
    const outcome = await parser.parse({ text, path: "/shop/file" }, language).catch((error: unknown) => error);
    expect(performance.now() - start).toBeLessThan(MAX_MS);
    expect(grammars.disabled.get(language.id)).toBeUndefined();
    if (outcome instanceof ReticleError) expect(outcome.kind).toBe("timeout");
    else expect(outcome).toMatchObject({ language: language.id });
  });
});
