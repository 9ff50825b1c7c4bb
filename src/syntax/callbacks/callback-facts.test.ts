import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { FileFacts, SymbolFact } from "../facts.ts";
import { Grammars } from "../grammars.ts";
import { languageOfPath } from "../languages.ts";
import { SourceParser } from "../source-parser.ts";

const grammars = new Grammars();
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

async function factsOf(name: string, text: string): Promise<FileFacts> {
  const language = languageOfPath(name);
  if (language === undefined) throw new Error(`no language for ${name}`);
  return await parser.parse({ text, path: `/shop/${name}` }, language);
}

/** Facts as the .callbacks files beside the fixtures write them. */
function render({ callbackSupport, callbacks }: FileFacts): string {
  const lines = callbacks.map(({ handle, kind, startLine, endLine, flags }) => {
    const range = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
    return `${range} ${handle} ${kind}${flags.length === 0 ? "" : `: ${flags.join(", ")}`}`;
  });
  return `${[callbackSupport, ...lines].join("\n")}\n`;
}

const fixtures = fileURLToPath(new URL("../../../test/fixtures/callbacks/", import.meta.url));

describe("LENS-7 callbacks", () => {
  for (const file of readdirSync(fixtures).filter((name) => !name.endsWith(".callbacks"))) {
    it(file, async () => {
      const facts = await factsOf(file, readFileSync(`${fixtures}${file}`, "utf8"));
      expect(facts.syntaxErrorCount).toBe(0);
      expect(render(facts)).toBe(readFileSync(`${fixtures}${file.replace(/\.[^.]+$/, ".callbacks")}`, "utf8"));
      expect(new Set(facts.callbacks.map(({ handle }) => handle)).size).toBe(facts.callbacks.length);
    });
  }

  it("a context is a test when it is called, and not when something of it is", async () => {
    const { callbacks } = await factsOf(
      "a.ts",
      "context(() => {});\ncontext.only(() => {});\ncontext.find(() => {});\n",
    );
    expect(callbacks.map(({ handle, kind }) => `${handle} ${kind}`)).toEqual([
      "context@1 test_callback",
      "context.only@2 test_callback",
    ]);
  });

  it("names the calls of a long chain without reading all that stands before each of them", async () => {
    const { callbacks } = await factsOf("a.ts", `queue${".then((x) => x)".repeat(500)};\n`);
    expect(callbacks).toHaveLength(500);
    expect(callbacks.at(-1)).toMatchObject({ handle: "then@1#500", kind: "promise_callback" });
  });

  it("what a timer or a promise is handed by name is no literal", async () => {
    expect((await factsOf("a.ts", "setTimeout(run, 1);\np.then(run);\n")).callbacks).toEqual([]);
  });
});

it.each([
  ["a.ts", undefined],
  ["a.kt", undefined],
  ["a.json", undefined],
  ["a.vue", undefined],
  ["a.hs", true],
  ["a.sh", true],
])("LENS-7 %s says whether such functions could have been found", async (file, expected) => {
  const text = file === "a.vue" ? "<script>\nf();\n</script>\n" : "";
  expect((await factsOf(file, text)).isForwardingUnknown).toBe(expected);
});

function forwarding(symbols: readonly SymbolFact[]): string[] {
  return symbols.flatMap((symbol) => [
    ...(symbol.isForwarding === true ? [symbol.name] : []),
    ...forwarding(symbol.members),
  ]);
}

describe("LENS-7 functions that only pass their parameters on", () => {
  it.each<[string, string, string[]]>([
    ["a.ts", "export function f(a: string, b?: X, ...c: Y[]) { return g(a, b, ...c); }", ["f"]],
    ["a.ts", "function f(a = 1) { g(a, true); }", ["f"]],
    ["a.ts", "const f = (a) => g.h(a);\nconst k = a => g(a);\nconst m = async (a) => { await g(a); };", ["f", "k"]],
    [
      "a.ts",
      "class A { f() { return this.b.f(); }\n async g(x) { return await this.b.g(x); }\n constructor(x) { g(x); } }",
      ["f", "g"],
    ],
    ["a.ts", "function f(a) { return g(a + 1); }", []],
    ["a.ts", "function f(a, b) { return g(a); }", []],
    ["a.ts", "function f({ a }) { return g(a); }", []],
    ["a.ts", "function f() { return g(1); }", []],
    ["a.ts", "function f(a) { log(a); return g(a); }", []],
    ["a.ts", "function f(a) { return a.g(); }", []],
    ["a.ts", "function f(a: Map<string, X>, b: (c: D, e: F) => G) { return g(a, b); }", ["f"]],
    ["a.py", 'class A:\n    def f(self, a, *b, **c):\n        """Doc."""\n        return self.g(a, *b, **c)\n', ["f"]],
    ["a.py", "def f(a: int = 1, *, key=None):\n    return g(a, key=key)\n", []],
    ["a.py", "def f(a, key=None):\n    return g(a, key=key)\ndef h(a):\n    return g(a + 1)\n", ["f"]],
    [
      "a.go",
      "package a\nfunc F(a, b int, c ...string) error { return g(a, b, c...) }\nfunc H(a int) { g(a, 1)\nx() }\n",
      ["F"],
    ],
    ["a.rs", "impl A { fn f(&self, a: &mut B) -> C { self.b.f(a) }\n fn g(&self) -> C { self.b.g(1) } }", ["f"]],
    [
      "A.java",
      "class A { int f(final String a, int[] b) { return g.f(a, b); } int h(int a) { return g.h(a + 1); } }",
      ["f"],
    ],
    [
      "a.swift",
      "struct A { func f(_ a: Int, by b: [String: Int], c: String...) -> Int { return g(a, by: b, c: c) }\n" +
        " func h(a: Int = 1) async throws { try await self.b.h(a: a) }\n func k() -> Int { b.k() }\n" +
        " func l(_ a: Int) -> Int { g(a + 1) }\n func m(a: Int, with b: Int) { g(a, b) { } }\n" +
        " func n(a: Int, with b: Int) { g(a) }\n func o(a: Int) { x(); g(a) } }",
      ["f", "h", "k"],
    ],
    [
      "a.cpp",
      "struct A { int f(const std::string& a, int b = 1) const { return g_.f(a, b); }\n" +
        " void h(std::string a, std::function<void(int)> b) { impl_->h(std::move(a), std::move(b)); }\n" +
        " int k(int a) { return g(a + 1); }\n int l(int a, int b) { return g(a); }\n A() { g(); } };\n" +
        "int A::m(int* a) { return x::m(a); }\n" +
        "template <class... T> auto n(T&&... a) { return o(std::forward<T>(a)...); }\n" +
        "int p(int a) { int b = a; return g(b); }",
      ["f", "h", "A.m", "n"],
    ],
    [
      "a.kt",
      "class A {\n fun f(a: Int, vararg b: String) = g(a, *b)\n fun h(a: Map<String, Int>): Int { return this.b.h(a) }\n" +
        " fun k(a: Int = 1) { b.k(a = a) }\n fun l(a: Int) = g(a + 1)\n fun m(a: Int) { g(a) { } }\n" +
        " fun n(a: Int, b: (Int) -> Unit) = g(a)\n fun o(a: Int) { x(); g(a) }\n}",
      ["f", "h", "k"],
    ],
    [
      "A.cs",
      "class A {\n int F(string? a, ref int b, params int[] c) => g.F(a, ref b, c);\n int H(int a = 1) { return g.H(a); }\n" +
        " async Task K(N.M a) { await g.K(name: a); }\n async Task L(Map<int, int> a) => await g.L(a);\n" +
        " int M(int a) => g.M(a + 1);\n int N(int a, int b) => g.N(a);\n void O(int a) { X(); g.O(a); }\n A(int a) { G(a); }\n}",
      ["F", "H", "K", "L"],
    ],
    [
      "a.c",
      "int f(const char *a, int b[3]) { return g(a, b); }\nvoid h(struct x *a) { k(a); }\nint l(int a) { return g(a) + 1; }\n" +
        "int m(int a) { log(a); return g(a); }\n",
      ["f", "h"],
    ],
    [
      "a.rb",
      "class A\n  def f(a, b = 1, *c, k:, &d)\n    @g.f(a, b, *c, k: k, &d)\n  end\n  def h(a) = g.h(a)\n" +
        "  def self.k(a)\n    new.k a\n  end\n  def l(a)\n    g(a) { 1 }\n  end\n  def m(a)\n    g(a.b)\n  end\n" +
        "  def n(a)\n    x\n    g(a)\n  end\nend\n",
      ["f", "h", "k"],
    ],
    [
      "a.php",
      "<?php\nclass A { function f(int $a, ?B $b = null, ...$c) { return $this->g->f($a, $b, ...$c); }\n" +
        " static function h($a) { B::h(name: $a); }\n function k($a) { return g($a->b); }\n function l($a, $b) { g($a); } }\n" +
        "function m(&$a) { return n($a); }\n",
      ["f", "h", "m"],
    ],
    [
      "a.dart",
      "class A {\n int f(int a, {required String b, int c = 1}) => g.f(a, b: b, c: c);\n" +
        " Future<int> h(int a, [int? b]) async { return await g.h(a, b); }\n void k(int a) { this.g.k(a); }\n" +
        " int l(int a) { return g(a) + 1; }\n int m(int a, {int b = 1, int c = 2}) => g(a, c: c);\n int n(int a) => !g(a);\n}\n" +
        "int p(int a) => q(a);\n",
      ["f", "h", "k", "p"],
    ],
    [
      "a.lua",
      "function M.f(a, b) return g.f(a, b) end\nfunction M:h(a) self.g:h(a) end\nlocal function k(a) return g(a + 1) end\n",
      ["M.f", "M.h"],
    ],
    [
      "a.ex",
      "defmodule A do\n  def f(a, b \\\\ 1), do: G.f(a, b)\n  def h(pid) do\n    GenServer.call(pid, :h)\n  end\n" +
        "  def k(%{a: a}), do: g(a)\n  def l(a) do\n    if a do\n      1\n    end\n  end\n" +
        "  def m(a), do: g(a)\n  def m(b), do: b\nend\n",
      ["f", "h"],
    ],
    [
      "a.scala",
      "class A {\n  def f(a: Int, b: String*) = g(a, b)\n  def h(a: Int): Int = { g.h(a) }\n  def k(a: Int) = g(a + 1)\n" +
        "  def l(a: Int) = g(a) { 1 }\n}\n",
      ["f", "h"],
    ],
  ])("%s: %s", async (file, text, expected) => {
    expect(forwarding((await factsOf(file, text)).symbols)).toEqual(expected);
  });
});
