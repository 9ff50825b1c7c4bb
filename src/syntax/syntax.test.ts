import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { isReticleError, type ReticleError } from "../base/errors.ts";
import { createChildProcesses } from "../process/children.ts";
import type { SourceDocument } from "../workspace/document.ts";
import type { FileFacts, SymbolFact } from "./facts.ts";
import { locateGrammar } from "./grammars.ts";
import { languages } from "./languages.ts";
import { createSyntax, type Syntax, type SyntaxOptions } from "./syntax.ts";

const disposals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0)) await dispose();
});

function openSyntax(options: Omit<SyntaxOptions, "children"> = {}): Syntax {
  const children = createChildProcesses();
  const syntax = createSyntax({ children, ...options });
  disposals.push(async () => {
    await syntax.dispose();
    await children.dispose();
  });
  return syntax;
}

function documentOf(path: string, text: string): SourceDocument {
  const bytes = Buffer.from(text);
  return {
    path,
    text,
    hash: createHash("sha1").update(bytes).digest("hex"),
    bytes: bytes.length,
    encoding: "utf-8",
    hasBom: text.startsWith("\uFEFF"),
    eol: "\n",
  };
}

const never = new AbortController().signal;

async function factsOf(path: string, text: string, syntax = openSyntax()): Promise<FileFacts> {
  return await syntax.facts(documentOf(path, text), never);
}

async function failureOf(work: Promise<unknown>): Promise<ReticleError> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isReticleError(outcome)) throw new Error(`expected a ReticleError, got ${String(outcome)}`);
  return outcome;
}

function rowOf(syntax: Syntax, name: string): string | undefined {
  return syntax.health().find((row) => row.name === name)?.value;
}

const names = (symbols: readonly SymbolFact[]): string[] => symbols.map(({ name }) => name);

/** Ordinary TypeScript, 18 lines a function. */
function largeSource(functions: number): string {
  const parts: string[] = [];
  for (let index = 0; index < functions; index += 1) {
    parts.push(`/** Number ${index}. */\nexport function f${index}(a: number, b = "x"): string {\n`);
    for (let line = 0; line < 14; line += 1) parts.push(`  const v${line} = a > ${line} ? b.length : ${line};\n`);
    parts.push(`  return String(v0);\n}\n\n`);
  }
  return parts.join("");
}

describe("which files", () => {
  it("tells the language by the extension, whatever its case", () => {
    const syntax = openSyntax();
    const idsOf = (...files: string[]): unknown[] => files.map((file) => syntax.languageOf(`/x/${file}`)?.id);
    expect(new Set(idsOf("a.ts", "a.d.ts", "a.mts", "a.cts"))).toEqual(new Set(["typescript"]));
    expect(new Set(idsOf("a.js", "a.mjs", "a.cjs", "a.jsx"))).toEqual(new Set(["javascript"]));
    expect(idsOf("a.TSX", "a.py", "a.pyi", "a.go", "a.rs", "A.java").join(" ")).toBe("tsx python python go rust java");
    for (const path of ["/x.ts/README", "/x/.ts.swp", "/x/a.xyz", "/x/Makefile"]) {
      expect(syntax.languageOf(path)).toBeUndefined();
    }
  });

  it("refuses a file without a grammar and says what there are", async () => {
    const failure = await failureOf(factsOf("/x/notes.xyz", "# a"));
    expect(failure.kind).toBe("unsupported");
    expect(failure.message).toBe('there is no grammar for ".xyz" files');
    expect(failure.hint).toContain(languages.map(({ title }) => title).join(", "));
  });

  it("has a query and a sample without a mistake for every language", async () => {
    const syntax = openSyntax();
    for (const language of languages) {
      await syntax.warm(language.id);
      const facts = await factsOf(`/x/sample${language.extensions[0]}`, language.sample, syntax);
      expect([language.id, facts.language, facts.syntaxErrors]).toEqual([language.id, language.id, []]);
      expect(facts.symbols.length, language.id).toBeGreaterThan(0);
    }
    const loaded = new Set(rowOf(syntax, "grammars loaded")?.split(", "));
    expect(languages.filter(({ id }) => !loaded.has(id))).toEqual(languages.filter(({ isIsolated }) => isIsolated));
  });
});

describe("cache", () => {
  it("parses equal contents once, also when asked at the same time", async () => {
    const syntax = openSyntax();
    const document = documentOf("/x/a.ts", "export const a = 1;\n");
    const [one, two] = await Promise.all([syntax.facts(document, never), syntax.facts(document, never)]);
    const three = await syntax.facts({ ...document, path: "/y/b.ts" }, never);
    expect(two).toBe(one);
    expect(three).toBe(one);
    expect(rowOf(syntax, "facts used")).toBe("1 from the cache, 1 parsed");
  });

  it("keeps languages and, where imports are told by the path, folders apart", async () => {
    const syntax = openSyntax();
    const text = "import shop.money\n";
    const inside = await factsOf("/w/shop/a.py", text, syntax);
    const outside = await factsOf("/w/other/a.py", text, syntax);
    expect([inside, outside].map(({ imports }) => imports[0]?.isInternal)).toEqual([true, false]);
    expect((await factsOf("/w/a.js", "let a;", syntax)).language).toBe("javascript");
    expect((await factsOf("/w/a.ts", "let a;", syntax)).language).toBe("typescript");
  });

  it("forgets the least recently used beyond its bound", async () => {
    const syntax = openSyntax({ maxCacheBytes: 2_000 });
    for (let index = 0; index < 8; index += 1) await factsOf("/x/a.ts", `export const a${index} = 1;`, syntax);
    await factsOf("/x/a.ts", "export const a7 = 1;", syntax);
    await factsOf("/x/a.ts", "export const a0 = 1;", syntax);
    expect(rowOf(syntax, "facts used")).toBe("1 from the cache, 9 parsed");
  });

  it("gives one caller up without disturbing another", async () => {
    const syntax = openSyntax();
    const document = documentOf("/x/a.ts", "export const a = 1;\n");
    const controller = new AbortController();
    const given = syntax.facts(document, controller.signal);
    const kept = syntax.facts(document, never);
    controller.abort(new Error("enough"));
    await expect(given).rejects.toThrow("enough");
    expect(names((await kept).symbols)).toEqual(["a"]);
  });
});

describe("large files", () => {
  it("have the facts of the text that was read, whatever lies on the disk by now", async () => {
    const folder = mkdtempSync(join(tmpdir(), "reticle-syntax-"));
    const path = join(folder, "large.ts");
    const syntax = openSyntax();
    const text = largeSource(1_500);
    writeFileSync(path, text);
    const read = await factsOf(path, text, syntax);
    const proposed = await factsOf(path, `${text}export const added = 1;\n`, syntax);
    rmSync(folder, { recursive: true });
    const gone = await factsOf(path, `${text}export const later = 1;\n`, syntax);
    const last = (facts: FileFacts): string | undefined => facts.symbols.at(-1)?.name;
    expect([read, proposed, gone].map(({ symbols }) => symbols.length - read.symbols.length)).toEqual([0, 1, 1]);
    expect([last(proposed), last(gone)]).toEqual(["added", "later"]);
  });

  it("are parsed in a process of their own while small ones are answered", async () => {
    const syntax = openSyntax();
    await syntax.warm("typescript");
    const text = largeSource(1_500);
    const started = performance.now();
    const large = syntax.facts(documentOf("/x/large.ts", text), never).then((facts) => ({
      facts,
      ms: performance.now() - started,
    }));
    const small = await factsOf("/x/small.ts", "export class A { m() {} }", syntax);
    const smallMs = performance.now() - started;
    const { facts, ms } = await large;
    expect(names(small.symbols)).toEqual(["A"]);
    expect(smallMs).toBeLessThan(ms / 2);
    expect(facts.lineCount).toBe(text.split("\n").length - 1);
    expect(facts.symbols.length).toBe(1_500);
    expect(facts.symbols.at(-1)).toMatchObject({ name: "f1499", complexity: 15, doc: "Number 1499.", exported: true });
    expect(rowOf(syntax, "parser process")).toMatch(/^pid \d+$/);
  });

  it("have a bound", async () => {
    const failure = await failureOf(factsOf("/x/a.ts", "const a = 1;\n".repeat(1_400_000)));
    expect(failure.kind).toBe("too_large");
    expect(failure.message).toBe("the file has 18200000 characters, more than 16777216 are not parsed");
  });

  it("refuses 1.4 MB in one line as minified, at once", async () => {
    const text = "function a(b){return b?a(b-1):0}".repeat(44_000);
    const started = performance.now();
    const failure = await failureOf(factsOf("/x/bundle.min.js", text));
    expect(performance.now() - started).toBeLessThan(500);
    expect(failure.kind).toBe("refused");
    expect(failure.message).toBe(
      '"bundle.min.js" looks minified: 1408000 characters in 1 line, the longest 1408000 characters',
    );
  });
});

function grammarOf(id: string): Buffer {
  const language = languages.find((one) => one.id === id);
  if (language === undefined) throw new Error(`no language ${id}`);
  return readFileSync(locateGrammar(language));
}

/** Syntax whose grammar of one language is these bytes. */
function openDamaged(id: string, bytes: Buffer): Syntax {
  const folder = mkdtempSync(join(tmpdir(), "reticle-grammar-"));
  disposals.push(async () => rmSync(folder, { recursive: true, force: true }));
  const damaged = join(folder, "damaged.wasm");
  writeFileSync(damaged, bytes);
  return openSyntax({ locateGrammar: (language) => (language.id === id ? damaged : locateGrammar(language)) });
}

/** A library for WebAssembly's linker whose constructor stops at once. */
const trapping = Buffer.from(
  "0061736d01000000 000f 0864796c696e6b2e30 0104 00000000 010401600000 03020100 07150111 5f5f7761736d5f63616c6c5f63746f7273 0000 0a05010300000b".replaceAll(
    " ",
    "",
  ),
  "hex",
);

describe("grammars that fail", () => {
  it.each<[string, () => Buffer, RegExp]>([
    ["empty", () => Buffer.alloc(0), /BufferSource argument is empty/],
    ["cut off", () => grammarOf("python").subarray(0, 9_000), /past end of the module/],
    ["without its last byte", () => grammarOf("python").subarray(0, -1), /past end of the module/],
    ["zeros from the middle on", () => grammarOf("python").fill(0, 200_000), /Incompatible language version 0/],
    ["no WebAssembly", () => Buffer.from("<html><body>Not found</body></html>\n"), /magic|length/],
  ])("are disabled by name, and the others go on: %s", async (_name, bytes, reason) => {
    const syntax = openDamaged("python", bytes());
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failure = await failureOf(factsOf("/x/a.py", "x = 1", syntax));
      expect(failure.kind).toBe("unsupported");
      expect(failure.message).toMatch(/^the Python grammar is disabled because it failed: /);
      expect(failure.message).toMatch(reason);
      expect(failure.hint).toBe("read the file as text; reinstalling reticle restores a damaged grammar");
    }
    expect(names((await factsOf("/x/a.go", "package a\nfunc F() {}\n", syntax)).symbols)).toEqual(["F"]);
    expect(names((await factsOf("/x/a.rs", "fn f() {}\n", syntax)).symbols)).toEqual(["f"]);
    expect(rowOf(syntax, "grammar python")).toMatch(/^disabled: /);
  });

  it("are not trusted with the memory of the others when they stop while they are loaded", async () => {
    const syntax = openDamaged("python", trapping);
    const failure = await failureOf(factsOf("/x/a.py", "x = 1", syntax));
    expect(failure.message).toBe("the Python grammar is disabled because it failed: unreachable");
    expect(rowOf(syntax, "parser process")).toBe("not running");
    expect(names((await factsOf("/x/a.go", "package a\nfunc F() {}\n", syntax)).symbols)).toEqual(["F"]);
    expect(rowOf(syntax, "parser process")).toMatch(/^pid /);
  });

  it("cost a file in several languages only the parts in theirs", async () => {
    const syntax = openDamaged("css", Buffer.alloc(0));
    const text = '<style>a { b: c }</style>\n<h1 id="top">Title</h1>\n<script>function f() {}</script>\n';
    const { symbols, unread } = await factsOf("/x/a.html", text, syntax);
    expect(unread).toEqual([
      "its CSS parts, because the CSS grammar is disabled because it failed: WebAssembly.compile(): BufferSource argument is empty",
    ]);
    expect(allNames(symbols)).toEqual(expect.arrayContaining(["Title", "f"]));
  });
});

function allNames(symbols: readonly SymbolFact[]): string[] {
  return symbols.flatMap(({ name, members }) => [name, ...allNames(members)]);
}

describe("bad input", () => {
  const deep = 10_000;
  it.each<[string, string, string]>([
    ["empty", "a.ts", ""],
    ["white space", "a.py", "\n\n  \n"],
    ["comments only", "a.go", "// nothing\n/* here */\n"],
    ["NUL bytes", "a.js", "let a = 1;\0\0 function f() {}\n"],
    ["half surrogates", "a.ts", "const a = '\ud800'; function \udc00x() {} class B { m() {} }"],
    ["nested functions", "a.js", "function f(){\n".repeat(deep) + "}".repeat(deep)],
    ["nested brackets", "a.ts", `const x = ${"[".repeat(deep)}${"]".repeat(deep)}`],
    ["nested blocks", "a.rs", `fn f() ${"{".repeat(deep)}${"}".repeat(deep)}`],
    ["nested classes", "A.java", "class A{\n".repeat(deep) + "}".repeat(deep)],
    ["never closed", "a.tsx", "<a>{".repeat(deep)],
    ["a long chain", "a.go", `package a\nvar x = a${".b()".repeat(deep)}\n`],
    ["unclosed quotes", "a.py", `x = ${'"'.repeat(deep + 1)}`],
  ])("%s", async (_name, file, text) => {
    const facts = await factsOf(`/x/${file}`, text);
    expect(facts.lineCount).toBe(text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0));
    expect(() => JSON.stringify(facts)).not.toThrow();
  });

  it("shows deep nesting flat and says so", async () => {
    const facts = await factsOf("/x/a.js", "function f(){\n".repeat(100) + "}\n".repeat(100));
    expect(facts.warnings).toEqual(["nesting deeper than 32 levels is shown flat"]);
    let symbols = facts.symbols;
    let depth = 0;
    while (symbols.length > 0) {
      depth += 1;
      symbols = symbols[0]?.members ?? [];
    }
    expect(depth).toBe(32);
  });

  it("keeps lines right behind a BOM and with CRLF", async () => {
    const text = "\uFEFF// Doc.\r\nexport function a() {\r\n}\r\n\r\nclass B {\r\n  m() {}\r\n}\r\n";
    const { lineCount, symbols } = await factsOf("/x/a.ts", text);
    const [a, b] = symbols;
    expect(lineCount).toBe(7);
    expect(a).toMatchObject({ name: "a", startLine: 2, endLine: 3, docStartLine: 1, doc: "Doc." });
    expect(b).toMatchObject({ name: "B", startLine: 5, endLine: 7, members: [{ name: "m", startLine: 6 }] });
  });

  it("shows what stands around a syntax error", async () => {
    const text =
      "export function before() {}\n\nfunction broken( {\n  const = ;\n}\n\nexport class After {\n  m() {}\n}\n";
    const { symbols, syntaxErrors, syntaxErrorCount } = await factsOf("/x/a.ts", text);
    expect(names(symbols)).toEqual(expect.arrayContaining(["before", "After"]));
    expect(syntaxErrorCount).toBeGreaterThan(0);
    expect(syntaxErrors.every(({ line }) => line >= 3 && line <= 5)).toBe(true);
  });

  it("names the place where something that is missing is missed", async () => {
    const { syntaxErrors, syntaxErrorCount } = await factsOf("/x/a.ts", "class A {\n  m() {}\n");
    expect([syntaxErrorCount, syntaxErrors]).toEqual([1, [{ line: 2 }]]);
  });
});
