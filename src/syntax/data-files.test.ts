import { afterAll, describe, expect, it } from "vitest";
import type { FileFacts, SymbolFact } from "./facts.ts";
import { Grammars } from "./grammars.ts";
import { languageOfPath } from "./languages.ts";
import { SourceParser } from "./source-parser.ts";

const grammars = new Grammars();
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

async function factsOf(path: string, text: string): Promise<FileFacts> {
  const language = languageOfPath(path);
  if (language === undefined) throw new Error(`no language for ${path}`);
  return await parser.parse({ text, path: `/shop/${path}` }, language);
}

function countOf(symbols: readonly SymbolFact[]): number {
  return symbols.reduce((count, { members }) => count + 1 + countOf(members), 0);
}

function names(symbols: readonly SymbolFact[]): string[] {
  return symbols.flatMap(({ name, members }) => [name, ...names(members).map((inner) => `${name}/${inner}`)]);
}

describe("large data files", () => {
  it("keep their outermost entries and count the rest", async () => {
    const packages = Object.fromEntries(
      Array.from({ length: 9_000 }, (_, index) => [
        `node_modules/p${index}`,
        { version: "1.0.0", license: "MIT", engines: { node: ">=22" } },
      ]),
    );
    const facts = await factsOf("lock.json", JSON.stringify({ name: "shop", packages, last: 1 }, undefined, 2));
    expect(facts.symbols.map(({ name, signature }) => [name, signature])).toEqual([
      ["name", 'name: "shop"'],
      ["packages", "packages (9000 keys)"],
      ["last", "last: 1"],
    ]);
    expect(facts.symbols[1]?.members).toHaveLength(9_000);
    expect(countOf(facts.symbols)).toBe(20_000);
    expect(countOf(facts.symbols) + (facts.omittedCount ?? 0)).toBe(3 + 9_000 + 27_000 + 9_000);
  });

  it("do not list a long list whole", async () => {
    const facts = await factsOf(
      "list.json",
      JSON.stringify(Array.from({ length: 30_000 }, (_, index) => ({ name: `n${index}` }))),
    );
    expect(facts.symbols).toHaveLength(20_000);
    expect(facts.omittedCount).toBeGreaterThan(10_000);
  });

  it("have nothing left out when they are small", async () => {
    expect((await factsOf("a.json", '{"a":{"b":1}}')).omittedCount).toBeUndefined();
  });
});

describe("headings", () => {
  it("end where the next one of their level or a higher one starts", async () => {
    const { symbols } = await factsOf("a.md", "# A\n\n### B\ntext\n## C\n\n\n# D\n");
    expect(names(symbols)).toEqual(["A", "A/B", "A/C", "D"]);
    expect(symbols[0]).toMatchObject({ startLine: 1, endLine: 5 });
    expect(symbols[0]?.members[0]).toMatchObject({ startLine: 3, endLine: 4 });
  });

  it.each([
    ["# `code` and *em* **strong** ~~gone~~", "code and em strong gone"],
    ["# [1.0.0](https://example.org/a(b)) - x", "1.0.0 - x"],
    ["# snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
    ["# C# \\# 1 {#anchor}", "C# # 1"],
    ["# ![logo](a.png) Shop [docs][d]", "logo Shop docs"],
    [`# ${"x".repeat(130)}`, `${"x".repeat(119)}…`],
  ])("%s", async (line, name) => {
    expect((await factsOf("a.md", `${line}\n`)).symbols.map((symbol) => symbol.name)).toEqual([name]);
  });
});

describe("languages inside languages", () => {
  it("are found at the head of a document", async () => {
    expect(names((await factsOf("a.md", "+++\ntitle = 'x'\n+++\n# A\n")).symbols)).toEqual(["title", "A"]);
  });

  it("have the lines, comments and errors of the file around them", async () => {
    const script = '\n\n<script lang="ts">\n/** Doc. */\nexport function f(): void {}\nconst = 1;\n</script>\n';
    const facts = await factsOf("Card.vue", script);
    expect(facts.symbols[0]).toMatchObject({ name: "Card", kind: "component", exported: true });
    expect(facts.symbols[0]?.members[0]).toMatchObject({
      name: "f",
      startLine: 5,
      docStartLine: 4,
      doc: "Doc.",
      exported: true,
    });
    expect(facts.syntaxErrors).toEqual([{ line: 6 }]);
  });

  it("are joined when there are several of one language", async () => {
    const facts = await factsOf(
      "a.html",
      "<script>function a() {}</script>\n<p>function no() {}</p>\n<script>function b() {}</script>\n",
    );
    expect(names(facts.symbols)).toEqual(["script", "script/a", "script", "script/b"]);
  });

  it("are left alone when nobody knows them", async () => {
    const facts = await factsOf("Card.vue", '<script lang="coffee">\nf = (x) -> x\n</script>\n');
    expect(names(facts.symbols)).toEqual(["Card"]);
    expect(facts.syntaxErrorCount).toBe(0);
  });
});

describe("nesting deeper than a grammar's scanner can hold", () => {
  const deep = 1_000;
  it.each([
    ["a.md", `${">".repeat(deep)} x\n\n# After\n`],
    ["a.md", `${"- ".repeat(deep)} x\n\n# After\n`],
    ["a.md", `${Array.from({ length: deep }, (_, at) => `${"  ".repeat(at)}- x\n`).join("")}\n# After\n`],
    ["a.yml", `${"- ".repeat(deep)}x\n`],
    ["a.yml", `${"? ".repeat(deep)}x\n`],
    ["a.yml", Array.from({ length: deep }, (_, at) => `${" ".repeat(at)}a:\n`).join("")],
  ])("%s %#", async (path, text) => {
    const facts = await factsOf(path, text);
    expect(grammars.disabled.size).toBe(0);
    if (path === "a.md") expect(facts.symbols.map(({ name }) => name)).toEqual(["After"]);
  });
});
