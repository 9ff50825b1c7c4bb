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

  it("what a timer or a promise is handed by name is no literal", async () => {
    expect((await factsOf("a.ts", "setTimeout(run, 1);\np.then(run);\n")).callbacks).toEqual([]);
  });
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
  ])("%s: %s", async (file, text, expected) => {
    expect(forwarding((await factsOf(file, text)).symbols)).toEqual(expected);
  });
});
