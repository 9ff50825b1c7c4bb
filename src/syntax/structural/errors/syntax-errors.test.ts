import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createChildProcesses } from "../../../process/children.ts";
import { findEngine } from "../ast-grep/binary.ts";
import { Engine } from "../ast-grep/engine.ts";
import { KeptVerdicts, stateOfFile } from "./kept-verdicts.ts";
import { structuralLanguage } from "../languages/languages.ts";
import { SyntaxErrorFinder } from "./syntax-errors.ts";

const children = createChildProcesses();
afterAll(() => children.dispose());
let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reticle-errors-"));
});
afterEach(() => rm(root, { recursive: true }));

const broken = "go();\nfunction ( { ) = = >\n";
const whole = "go();\nfunction f ( ) { g() }\n";

/** A finder, and how often it has asked the engine. */
function start(verdicts = new KeptVerdicts(), id = "javascript") {
  let asked = 0;
  const engine = new Engine(children, findEngine() ?? "");
  const search = engine.search.bind(engine);
  engine.search = async (...args) => {
    asked += 1;
    return await search(...args);
  };
  const finder = new SyntaxErrorFinder(engine, verdicts);
  const language = structuralLanguage(id);
  if (language === undefined) throw new Error(`no language ${id}`);
  const find = async (...given: (string | { readonly findsMissing: boolean })[]) => {
    const paths = given.filter((one) => typeof one === "string");
    const options = given.find((one) => typeof one !== "string") ?? { findsMissing: true };
    const request = { language: id, root, paths, deadlineMs: 10_000, ...options };
    const { files } = await finder.find(request, language, AbortSignal.timeout(10_000));
    return Object.fromEntries(files);
  };
  return { find, asked: () => asked };
}

test("a named file is looked at once, until it is written to", async () => {
  const { find, asked } = start();
  await writeFile(join(root, "b.js"), broken);
  await writeFile(join(root, "a.js"), whole);
  expect(await find("b.js", "a.js")).toEqual({ "b.js": [2] });
  expect(await find("a.js", "b.js")).toEqual({ "b.js": [2] });
  expect(asked()).toBe(1);

  // The same length, and the time of the last write set back to what it was.
  const old = new Date(2020, 1, 1);
  await utimes(join(root, "a.js"), old, old);
  await find("a.js", "b.js");
  expect(asked()).toBe(2);
  await writeFile(join(root, "a.js"), broken.padEnd(whole.length));
  await utimes(join(root, "a.js"), old, old);
  expect(await find("a.js", "b.js")).toEqual({ "a.js": [2], "b.js": [2] });
  expect(asked()).toBe(3);
});

test("a folder is looked at each time", async () => {
  const { find, asked } = start();
  await mkdir(join(root, "src"));
  await writeFile(join(root, "src/a.js"), whole);
  expect(await find("src", { findsMissing: false })).toEqual({});
  await writeFile(join(root, "src/b.js"), broken);
  expect(await find("src", { findsMissing: false })).toEqual({ "src/b.js": [2] });
  expect(asked()).toBe(2);
});

test("only what is not known is asked for", async () => {
  const { find, asked } = start();
  await writeFile(join(root, "a.js"), broken);
  expect(await find("a.js")).toEqual({ "a.js": [2] });
  await writeFile(join(root, "b.js"), broken);
  expect(await find("b.js", "a.js")).toEqual({ "a.js": [2], "b.js": [2] });
  expect(asked()).toBe(2);
});

describe("a look for missing tokens", () => {
  const look = async (language: string, file: string, code: string) => {
    await writeFile(join(root, file), code);
    const { find } = start(new KeptVerdicts(), language);
    return (await find(file))[file];
  };

  test.each([
    ["typescript", "a.ts", "const a = f(1, 2;\n", [1]],
    ["typescript", "a.ts", "class A {\n  m() {}\n", [2]],
    ["javascript", "a.js", "f();\ng(function () {\n  h();\n}\n", [2]],
    ["go", "a.go", "package p\n\nfunc f() {\n\tg(1\n}\n", [4]],
    ["java", "A.java", "class A { void f() { int x = 1\n g(); } }\n", [1]],
    ["c", "a.c", "int f() {\n  return 1\n}\n", [2]],
    ["rust", "a.rs", "fn f() { g(1; }\n", [1]],
    ["python", "a.py", "def f(a, b):\n\nx = 1\n", [1]],
  ])("finds one in %s: %s %j", async (language, file, code, lines) => {
    expect(await look(language, file, code)).toEqual(lines);
  });

  // Among it are nodes that the grammar leaves empty.
  test.each([
    ["bash", "a.sh", "cat <<EOF\nEOF\ncat <<EOF\n$x\nEOF\necho ''\n"],
    ["go", "a.go", 'package p\n\nvar a, b = ``, ""\n\ntype T struct{}\n\nfunc f() {}'],
    ["go", "b.go", "package p\n\nfunc f() { for {}; select {} }\n"],
    ["html", "a.html", '<script></script><style></style><p title=""></p><textarea></textarea>\n'],
    ["lua", "a.lua", "--\n--[[]]\nlocal s = [[]]\nlocal t = {}\n"],
    ["rust", "a.rs", 'fn f() { let a = r""; let b = ""; let c = r#""#; let d = b""; let e = c""; () }\n'],
    ["swift", "a.swift", 'func f() -> R { return .success(()) }\nlet s = ""\nlet c = {}\n'],
    [
      "kotlin",
      "a.kt",
      'val a = if (x) 1\n// line\nelse 2\nval b = list\n    .reversed()\nval c = ""\nval d = """"""\n',
    ],
    ["haskell", "A.hs", 'module A where\n\na = (case b of)\n\ns = ""\n\nl = []\n'],
    ["python", "a.py", 's = ""\nt = f""\nu = """"""\n\n\ndef f(): ...\n\n\nx = ()\n'],
    ["ruby", "a.rb", "a = \"\"\nb = ''\nc = %w[]\nd = //\ne = <<~X\nX\ndef f; end\nf {}\n"],
    ["php", "a.php", "<?php\n$a = '';\n$b = <<<X\nX;\nfunction f() {}\n?>"],
    ["typescript", "a.ts", "const a = ``, b = '', c = {}, d = [];\nlet e\nf()\nfor (;;) {}\nclass A {}\n"],
    ["tsx", "a.tsx", 'const a = <></>, b = <p></p>, c = <p>{}</p>, d = <A b="" />\n'],
    ["css", "a.css", 'a {}\n@media x {}\nb { content: ""; }\n'],
    ["json", "a.json", '{"a": "", "b": {}, "c": []}'],
    ["yaml", "a.yaml", "a:\nb: ''\nc: []\nd: {}\ne: |\n\nf:\n  -\n"],
    ["markdown", "a.md", "# \n\n```\n```\n\n- \n\n[]()\n"],
    ["elixir", "a.ex", 'defmodule A do\n  def f, do: ""\n  def g do\n  end\n  x = ~s()\nend\n'],
    ["scala", "a.scala", 'object A { val a = ""; def f() = {}; class B }\n'],
    ["csharp", "A.cs", 'class A { string a = ""; string c = @""; void F() {} }\n'],
    ["cpp", "a.cpp", 'auto a = R"()"; const char* b = ""; struct S {}; void f() { for (;;) {} }\n'],
    ["c", "a.c", 'char *a = "";\nvoid f(void) { for (;;) ; }\n#define X\n'],
    ["java", "A.java", 'class A { String a = ""; void f() { for (;;) {} } }\n'],
    ["dart", "a.dart", "var a = '';\nvar b = r'';\nvoid f() { for (;;) {} }\nclass A {}\n"],
    ["solidity", "a.sol", 'contract A { string a = ""; function f() public {} }\n'],
    ["nix", "a.nix", "{ a = \"\"; b = ''''; c = [ ]; }\n"],
    ["hcl", "a.tf", 'a = ""\nb {}\nc = []\n'],
    ["zig", "a.zig", 'const a = "";\nfn f() void {}\n'],
  ])("finds none in whole %s code: %s", async (language, file, code) => {
    expect(await look(language, file, code)).toBeUndefined();
  });

  test("a comment that suppresses rules hides no error", async () => {
    expect(await look("javascript", "a.js", "// ast-grep-ignore\nfunction ( { ) = = >\n")).toEqual([2]);
    expect(await look("javascript", "a.js", "// ast-grep-ignore\n\nf(1);\nfunction ( { ) = = >\n")).toEqual([4]);
  });

  test("what is seen without it is not taken for all", async () => {
    const { find, asked } = start();
    await writeFile(join(root, "a.js"), "f(1;\n");
    expect(await find("a.js", { findsMissing: false })).toEqual({});
    expect(await find("a.js")).toEqual({ "a.js": [1] });
    expect(await find("a.js", { findsMissing: false })).toEqual({ "a.js": [1] });
    expect(asked()).toBe(2);
  });
});

describe("verdicts that outlive their process", () => {
  const settled = new Date(2020, 1, 1);
  /** Files are at rest a while after they were written; their clock is set on by so much. */
  const later = () => vi.spyOn(Date, "now").mockReturnValue(new Date().getTime() + 60_000);
  afterEach(() => vi.restoreAllMocks());
  const kept = (version = "1") => new KeptVerdicts({ path: join(root, "cache/verdicts.json"), version });

  test("are used for files that are as they were", async () => {
    later();
    await writeFile(join(root, "a.js"), whole);
    await writeFile(join(root, "b.js"), broken);
    const verdicts = kept();
    await start(verdicts).find("a.js", "b.js");
    await verdicts.save();

    await writeFile(join(root, "a.js"), broken.padEnd(whole.length));
    await utimes(join(root, "a.js"), settled, settled);
    const next = start(kept());
    expect(await next.find("b.js")).toEqual({ "b.js": [2] });
    expect(next.asked()).toBe(0);
    expect(await next.find("a.js", "b.js")).toEqual({ "a.js": [2], "b.js": [2] });
    expect(next.asked()).toBe(1);
  });

  test("are not kept for a file that was written a moment ago: its next state may look the same", async () => {
    await writeFile(join(root, "a.js"), whole);
    const verdicts = kept();
    await start(verdicts).find("a.js");
    await verdicts.save();
    const next = start(kept());
    await next.find("a.js");
    expect(next.asked()).toBe(1);
  });

  test("of several processes are joined, those of another version left", async () => {
    later();
    for (const path of ["a.js", "b.js"]) await writeFile(join(root, path), broken);
    const [one, two] = [kept(), kept()];
    two.recall(stateOfFile("javascript", join(root, "a.js")));
    await start(one).find("a.js");
    await one.save();
    await start(two).find("b.js");
    await two.save();
    const next = start(kept());
    expect(await next.find("a.js", "b.js")).toEqual({ "a.js": [2], "b.js": [2] });
    expect(next.asked()).toBe(0);
    const other = start(kept("2"));
    await other.find("a.js");
    expect(other.asked()).toBe(1);
  });

  test.each([
    ["no JSON", "{"],
    ["another shape", JSON.stringify({ version: "1", verdicts: { x: ["none"], y: 3, z: [-1] } })],
    ["a list", "[]"],
    ["too much", " ".repeat(2_000_000)],
  ])("a file with %s is as good as none", async (_, text) => {
    await mkdir(join(root, "cache"));
    await writeFile(join(root, "cache/verdicts.json"), text);
    await writeFile(join(root, "a.js"), broken);
    expect(await start(kept()).find("a.js")).toEqual({ "a.js": [2] });
  });

  test("a folder that cannot be written costs nothing else", async () => {
    later();
    await writeFile(join(root, "cache"), "a file");
    await writeFile(join(root, "a.js"), broken);
    const verdicts = kept();
    expect(await start(verdicts).find("a.js")).toEqual({ "a.js": [2] });
    await verdicts.save();
    expect(await readdir(root)).toEqual(["a.js", "cache"]);
  });
});
