import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createChildProcesses } from "../../../process/children.ts";
import { patternCompiler } from "../../../../test/helpers/pattern-compiler.ts";
import type { StructuralQuery } from "../compile-query.ts";
import { structuralLanguages } from "../languages/languages.ts";
import { createStructuralSearch } from "../search.ts";
import { findEngine } from "./binary.ts";
import { EarlySearch, guessQuery } from "./early-search.ts";

const children = createChildProcesses();
afterAll(() => children.dispose());
let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reticle-early-"));
});
afterEach(() => rm(root, { recursive: true }));

const typescript = structuralLanguages.find(({ id }) => id === "typescript");
if (typescript === undefined) throw new Error("no TypeScript");

describe("a guess", () => {
  test.each<[string, StructuralQuery, object | undefined]>([
    ["an expression stands for itself", { pattern: " go($X) " }, { context: "go($X)" }],
    ["repeats are told apart", { pattern: "$X = $X" }, { context: "$X = $X__R2" }],
    ["a strictness of its own", { pattern: "go()", strictness: "ast" }, { context: "go()", strictness: "ast" }],
    ["the usual strictness", { pattern: "go()", strictness: "smart" }, { context: "go()" }],
    [
      "a constructor is a member of a class",
      { pattern: "constructor($$$A) { $$$B }" },
      { context: "class C__ { constructor($$$A) { $$$B } }", selector: "method_definition" },
    ],
    ["a declaration has many contexts", { pattern: "function $F() {}" }, undefined],
    ["a condition beside the pattern", { pattern: "go()", insideKind: "class_body" }, undefined],
    ["a part of the pattern", { pattern: "a = go()", selector: "call_expression" }, undefined],
    ["no pattern", { nodeKind: "identifier" }, undefined],
    ["a rule", { rule: "id: x" }, undefined],
  ])("%s", (_, query, pattern) => {
    const expected = pattern === undefined ? undefined : { kind: "pattern", language: "typescript", pattern };
    expect(guessQuery(typescript, query)).toEqual(expected);
  });

  test("none where an expression needs a context that its look does not show", () => {
    const go = structuralLanguages.find(({ id }) => id === "go");
    expect(go && guessQuery(go, { pattern: "$A + 1" })).toBeUndefined();
  });

  const compile = patternCompiler(children);
  test.each(
    structuralLanguages
      .filter(({ call }) => call !== undefined)
      .flatMap((language) =>
        ["f($A)", "$X.f(g(1))", "$X.f()"].map((pattern) => ({ language, id: language.id, pattern })),
      ),
  )("is right for $pattern in $id", async ({ language, id, pattern }) => {
    expect(guessQuery(language, { pattern })).toEqual((await compile(id, pattern)).query);
  });
});

const typescriptQuery = { kind: "pattern", language: "typescript", pattern: { context: "go()" } } as const;

describe("a search that is begun early", () => {
  /** A search whose engine keeps a list of what it was started for. */
  async function watchedSearch(query: StructuralQuery) {
    const log = join(root, "log");
    const engine = join(root, "engine.sh");
    const script = `#!/bin/sh\ncase "$*" in *--stdin*) echo tree;; *) echo search;; esac >> '${log}'\n`;
    await writeFile(engine, `${script}exec '${findEngine()}' "$@"\n`, { mode: 0o755 });
    await writeFile(join(root, "a.ts"), "go(1); const a = { b: 1 };\n");
    await writeFile(join(root, "b.ts"), "class C { go(x) {} }\nclass D { constructor(x) {} }\n");
    const structural = createStructuralSearch({ children, findBinary: () => engine });
    const request = { language: "typescript", root, paths: ["a.ts", "b.ts"], skip: 0, limit: 9, query };
    const outcome = structural.search(request, AbortSignal.timeout(10_000));
    const places = outcome.then(({ matches }) => matches.map(({ file, line, column }) => `${file}:${line}:${column}`));
    return { places, started: async () => (await readFile(log, "utf8")).trim().split("\n").sort() };
  }

  test("is the search, when the guess was right", async () => {
    const { places, started } = await watchedSearch({ pattern: "go($X)" });
    expect(await places).toEqual(["a.ts:1:1"]);
    expect(await started()).toEqual(["search", "tree"]);
  });

  test.each(["constructor($X) {}", "constructor($X)\n{}"])(
    "%j is read once, as what it looks like",
    async (pattern) => {
      const { places, started } = await watchedSearch({ pattern });
      expect(await places).toEqual(["b.ts:2:11"]);
      expect(await started()).toEqual(["search", "tree"]);
    },
  );

  test("has no part in the answer, when it was wrong", async () => {
    const { places, started } = await watchedSearch({ pattern: "go(x) {}" });
    expect(await places).toEqual(["b.ts:1:11"]);
    expect((await started()).filter((what) => what === "search").length).toBe(2);
  });

  test("is not used when it has left out files for a word that need not stand in a match", async () => {
    const [guess, searched] = [{ query: typescriptQuery, words: [{ text: "go", isWhole: true }] }, vi.fn()];
    using early = new EarlySearch(guess, searched.mockResolvedValue("found"), AbortSignal.timeout(1_000));
    const compiled = (text: string, isWhole: boolean) => ({ query: typescriptQuery, fixedWords: [{ text, isWhole }] });
    expect(await early.outputOf(compiled("go", true))).toBe("found");
    expect(early.outputOf(compiled("go", false))).toBeUndefined();
    expect(early.outputOf(compiled("goes", true))).toBeUndefined();
    expect(early.outputOf({ ...compiled("go", true), query: { ...typescriptQuery, language: "tsx" } })).toBeUndefined();
    expect(searched).toHaveBeenCalledTimes(1);
  });

  test("leaves nothing behind when the pattern parses in no context", async () => {
    const { places } = await watchedSearch({ pattern: "go((" });
    await expect(places).rejects.toMatchObject({ kind: "invalid_input" });
    await expect.poll(() => children.running).toBe(0);
  });
});
