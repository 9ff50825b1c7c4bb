import { afterAll, describe, expect, it } from "vitest";
import { Grammars } from "../grammars.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { languages } from "../languages.ts";
import { SourceParser } from "../source-parser.ts";
import type { IndexFacts } from "./index-facts.ts";

const grammars = new Grammars();
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

function languageOf(id: string): LanguageDefinition {
  const language = languages.find((each) => each.id === id);
  if (language === undefined) throw new Error(`no language "${id}"`);
  return language;
}

function parse(id: string, text: string): Promise<IndexFacts> {
  const language = languageOf(id);
  return parser.parseForIndex({ text, path: `/project/src/sample${language.extensions[0] ?? ""}` }, language);
}

/** "A.m: call this.x (A)" for each reference, in source order. */
async function uses(id: string, text: string): Promise<string[]> {
  const { symbols, references } = await parse(id, text);
  return references.map(({ name, kind, from, receiver, receiverType }) => {
    const where = from < 0 ? "file" : (symbols[from]?.fullName ?? "?");
    const type = receiverType === undefined ? "" : ` (${receiverType})`;
    return `${where}: ${kind} ${receiver === undefined ? "" : `${receiver}.`}${name}${type}`;
  });
}

async function bindings(id: string, text: string): Promise<string[]> {
  const facts = await parse(id, text);
  return facts.bindings.map(({ local, imported, source, line }) => `${line}: ${local} = ${imported} of ${source}`);
}

describe("the class of what stands before a dot", () => {
  it.each<[language: string, text: string, expected: readonly string[]]>([
    ["go", "package p\nfunc f(fs http.FileSystem, own *Box) { fs.Open(1); own.Open(2) }\n", ["http.FileSystem", "Box"]],
    ["go", "package p\nfunc f() { s := &http.Server{}; s.Open(1) }\n", ["http.Server"]],
    [
      "typescript",
      "const s = new http.Server();\ns.Open(1);\nfunction f(a: ns.Box) { a.Open(2); }\n",
      ["http.Server", "ns.Box"],
    ],
    ["python", "def f(a: mod.Box):\n    a.Open(1)\ns = mod.Box()\ns.Open(2)\n", ["mod.Box", "mod.Box"]],
    ["java", "class A { class In { Box box; }\n void f(A.In in) { in.box.Open(1); in.Open(2); } }\n", ["Box", "A.In"]],
  ])("is told with the module that it is named by: %s", async (language, text, expected) => {
    const { references } = await parse(language, text);
    expect(references.flatMap(({ name, receiverType }) => (name === "Open" ? [receiverType] : []))).toEqual(expected);
  });
});

describe("uses of names in TypeScript and JavaScript", () => {
  it("tells calls, new, types, reads and writes apart, and names the symbol around", async () => {
    const text = `
export function run(options: Options): Promise<Result> {
  counter += 1;
  prepare(options);
  return new Runner<Job>(limits.max).start();
}
const limits = load();
class Runner extends base.Worker implements Disposable {}
log\`x\${limits}\`;
`;
    expect(await uses("typescript", text)).toEqual([
      "run: type Options",
      "run: type Promise",
      "run: type Result",
      "run: write counter",
      "run: call prepare",
      "run: new Runner",
      "run: type Job",
      "run: read limits",
      "run: read limits.max",
      "run: call ?.start (Runner)",
      "limits: call load",
      "Runner: read base",
      "Runner: extends base.Worker",
      "Runner: extends Disposable",
      "file: call log",
      "file: read limits",
    ]);
  });

  it("gives line and column, 1-based, in UTF-16 units", async () => {
    const { references } = await parse("javascript", `const a = 1;\r\n  "🙂", call(a);\n`);
    expect(references.map(({ name, line, column }) => [name, line, column])).toEqual([
      ["call", 2, 9],
      ["a", 2, 14],
    ]);
  });

  it("leaves out parameters, locals and what shadows, and no more than that", async () => {
    const text = `
function f<T>(a: T, { b, c: d = e }, [g, ...h]) {
  const local = a ?? b ?? d ?? g ?? h;
  inner(local);
  if (x) { const shadow = 1; use(shadow); }
  use(shadow);
  for (const k of list) k();
  if (y) { var hoisted = 1; }
  hoisted();
  try {} catch (error) { error(); }
  function inner(p) { return p; }
  items.map((item) => item.id);
}
`;
    expect(await uses("typescript", text)).toEqual([
      "f: read e",
      "f: read x",
      "f: call use",
      "f: call use",
      "f: read shadow",
      "f: read list",
      "f: read y",
      "f: read items",
      "f: call items.map",
      "f: read ?.id",
    ]);
  });

  it("knows a receiver's class from new, annotations, parameters, fields and this, and only where that is sure", async () => {
    const text = `
class Server {
  private readonly store: Store = open();
  queue = new Queue();
  constructor(private log: Logger) {}
  start(client: Client) {
    this.store.get();
    this.queue.push(this.log.info());
    client.send();
    const once = new Timer();
    once.stop();
    let twice = new Timer();
    twice = other();
    twice.stop();
    [1].map(() => this.stop());
    [1].map(function () { this.stop(); });
  }
  stop() { super.stop(); }
}
`;
    const calls = (await uses("typescript", text)).filter((use) => /: call .*\./.test(use));
    expect(calls.map((use) => use.replace(/^.*: call /, ""))).toEqual([
      "?.get (Store)",
      "?.push (Queue)",
      "?.info (Logger)",
      "?.send (Client)",
      "?.stop (Timer)",
      "?.stop",
      "?.map",
      "this.stop (Server)",
      "?.map",
      "this.stop",
      "super.stop",
    ]);
  });

  it("sees through CommonJS: what is assigned is declared, this is its owner", async () => {
    const text = `
var res = Object.create(http.ServerResponse.prototype);
res.send = function send(body) { return this.end(body); };
exports.parse = parse;
`;
    expect(await uses("javascript", text)).toEqual([
      "res: read Object",
      "res: call Object.create",
      "res: read http",
      "res: read http.ServerResponse",
      "res: read ?.prototype",
      "res.send: call this.end (res)",
      "file: read exports",
      "file: write exports.parse",
      "file: read parse",
    ]);
  });

  it("takes elements of JSX for calls", async () => {
    expect(await uses("tsx", `const el = <div a={b}><Box.Item c /><Card>{d()}</Card></div>;`)).toEqual([
      "el: read b",
      "el: read Box",
      "el: call Box.Item",
      "el: call Card",
      "el: call d",
    ]);
  });

  it("says what each import binds", async () => {
    const text = `import a, { b, c as d, type E } from "./x";
import * as ns from "y";
import f = require("f");
const { g, h: i = 1, ...rest } = require("g");
const j = require("j").k;
async function load() { const { l } = await import("./l"); return l(); }
`;
    expect(await bindings("typescript", text)).toEqual([
      "1: a = default of ./x",
      "1: b = b of ./x",
      "1: d = c of ./x",
      "1: E = E of ./x",
      "2: ns = * of y",
      "3: f = * of f",
      "4: g = g of g",
      "4: i = h of g",
      "5: j = k of j",
      "6: l = l of ./l",
    ]);
    expect(await uses("typescript", text)).toContain("load: call l");
  });
});

describe("symbols for the index", () => {
  it("are flat, owners first, with full names and what a use says", async () => {
    const { symbols } = await parse(
      "javascript",
      `res.format = function () { function inner() {} };\nclass A { b() {} }\n`,
    );
    expect(symbols.map(({ fullName, baseName, parent, fact }) => [fullName, baseName, parent, fact.isLocal])).toEqual([
      ["res.format", "format", -1, false],
      ["res.format.inner", "inner", 0, true],
      ["A", "A", -1, false],
      ["A.b", "b", 2, false],
    ]);
  });

  it("of a component hold the script's uses", async () => {
    const text = `<script setup lang="ts">
import { ref } from "vue";
const count = ref(0);
function add() { count.value += 1; }
watch(count, add);
</script>
<template><p>{{ count }}</p></template>
`;
    const found = await uses("vue", text);
    expect(found).toContain("sample.count: call ref");
    expect(found).toContain("sample.add: write count.value");
    expect(found).toContain("sample: call watch");
  });
});
