import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createChildProcesses } from "../../../process/children.ts";
import type { StructuralQuery } from "../compile-query.ts";
import { createStructuralSearch } from "../search.ts";
import { guessWords } from "./leave-out.ts";

const children = createChildProcesses();
afterAll(() => children.dispose());
let root = "";
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "reticle-leave-out-")));
});
afterEach(() => rm(root, { recursive: true }));

async function put(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** An ignore file that is younger may have been written while a search was running. */
const SETTLED_MS = 60;

/** A search that has looked into everything before, or been told of these files; and the names that its engine was told to leave out. */
async function start(language = "typescript", walked?: readonly string[]) {
  const structural = createStructuralSearch({ children });
  const spawn = vi.spyOn(children, "spawn");
  const ask = async (query: StructuralQuery, paths: readonly string[] = ["."]) => {
    spawn.mockClear();
    const request = { language, root, paths, query, skip: 0, limit: 50 };
    const { matches, searched, coverage, suspects } = await structural.search(request, AbortSignal.timeout(20_000));
    const args = spawn.mock.calls.flatMap(([, given]) => given);
    const leftOut = args.flatMap((arg) => (arg.startsWith("--globs=!/") ? [arg.slice("--globs=!/".length)] : []));
    return {
      found: matches.map(({ file, line }) => `${file}:${line}`),
      searched,
      coverage,
      suspects,
      leftOut: leftOut.sort(),
    };
  };
  if (walked === undefined) await ask({ pattern: "$ANYTHING" });
  else await structural.expectFiles({ language, root }, walked);
  return { ask, structural };
}

const pattern = { pattern: "go($X)" };

test("files without a word of the pattern are not parsed, and count as searched", async () => {
  await put({ "a.ts": "go(1);\n", "lib/b.ts": "gone(1);\n", "lib/c.ts": "f();\n", "lib/d.ts": "// go\n" });
  const { ask } = await start();
  const whole = { searched: 4, coverage: { state: "complete" } };
  expect(await ask(pattern)).toMatchObject({ ...whole, found: ["a.ts:1"], leftOut: ["lib/b.ts", "lib/c.ts"] });
  expect(await ask(pattern)).toMatchObject({ ...whole, found: ["a.ts:1"], leftOut: ["lib/b.ts", "lib/c.ts"] });
  expect(await ask({ pattern: "$F(1)" })).toMatchObject({ ...whole, found: ["a.ts:1", "lib/b.ts:1"] });
  expect(await ask(pattern, ["lib"])).toMatchObject({ searched: 3, found: [], leftOut: ["lib/b.ts", "lib/c.ts"] });
  expect(await ask(pattern, ["lib/b.ts", "a.ts"])).toMatchObject({ searched: 2, found: ["a.ts:1"], leftOut: [] });
});

test("whatever has become of the files since", async () => {
  await put({ "a.ts": "f();\n", "b.ts": "f();\n", "c.ts": "f();\n", "d.ts": "f();\n" });
  const { ask } = await start();
  await put({ "a.ts": "go(1);\n", "new.ts": "go(2);\n", "new/e.ts": "f();\n", "d.ts": Buffer.from([0x66, 0xff]) });
  await rm(join(root, "b.ts"));
  const answer = await ask(pattern);
  expect(answer).toMatchObject({ found: ["a.ts:1", "new.ts:1"], searched: 4, leftOut: ["c.ts"] });
  expect(answer.coverage).toMatchObject({ state: "partial", missing: expect.stringContaining("d.ts") });
  expect((await ask(pattern)).leftOut).toEqual(["c.ts", "new/e.ts"]);
});

test("a folder that was ignored in the whole tree has nothing left out when it is named, and is not counted afterwards", async () => {
  await put({ ".gitignore": "out\n", "a.ts": "f();\n", "out/b.ts": "f();\n", ".git/HEAD": "" });
  await pause(SETTLED_MS);
  const { ask } = await start();
  expect(await ask(pattern, ["out"])).toMatchObject({ searched: 1, leftOut: [] });
  expect(await ask({ pattern: "$F()" }, [".", "out"])).toMatchObject({ searched: 2, leftOut: [] });
  expect(await ask(pattern)).toMatchObject({ searched: 1, leftOut: ["a.ts"] });
  await put({ ".gitignore": "a.ts\n" });
  expect(await ask(pattern)).toMatchObject({ searched: 1, leftOut: [] });
});

test("a walk shows what the first search may leave out, where it takes in nothing that a search does not", async () => {
  await put({ "a.ts": "f();\n", "b.ts": "go(1);\n", "OUT.TS": "f();\n", "out/c.ts": "f();\n" });
  const { structural, ask } = await start("javascript");
  await structural.expectFiles({ language: "javascript", root }, ["a.ts"]);
  expect((await ask(pattern)).leftOut).toEqual([]);
  const walked = ["a.ts", "b.ts", "OUT.TS", "out/c.ts"];
  const askFirst = async () => (await start("typescript", walked)).ask(pattern);
  expect(await askFirst()).toMatchObject({ found: ["b.ts:1"], searched: 3, leftOut: ["a.ts", "out/c.ts"] });
  await put({ ".ignore": "out\n" });
  expect(await askFirst()).toMatchObject({ found: ["b.ts:1"], searched: 2, leftOut: [] });
});

test.skipIf(process.platform === "win32")("a search looks into no file through a link, and counts none", async () => {
  await put({ "a.ts": "f();\n", "b.ts": "go(1);\n", "lib/c.ts": "f();\n", "text.txt": "f();\n" });
  const { ask } = await start();
  await rm(join(root, "a.ts"));
  await symlink("text.txt", join(root, "a.ts"));
  expect(await ask(pattern)).toMatchObject({ searched: 2, leftOut: ["lib/c.ts"] });
  await rename(join(root, "lib"), join(root, "other"));
  await symlink("other", join(root, "lib"));
  expect(await ask(pattern)).toMatchObject({ searched: 2, leftOut: [] });
});

describe("found although a word of the pattern does not stand in it, or not by itself", () => {
  test.each([
    ["typescript", "a.ts", "for (const $$$A of xs) {}", "for (const a in xs) {}\n"],
    ["python", "a.py", "raise $$$A from e", "raise e\n"],
    ["rust", "a.rs", "impl $$$T for Foo {}", "impl Foo {}\n"],
    ["ruby", "a.rb", "def f\n  $$$B\nend", "def f() = 1\n"],
    ["python", "a.py", "$A or x", "y = 0xfor x\n"],
    ["java", "A.java", "$A instanceof X", "class A { boolean b = 1Linstanceof X; }\n"],
    ["ruby", "a.rb", "$A if b", "p ?aif b\n"],
    ["lua", "a.lua", "local function f() return $A end", "local function f() return 1\n"],
    ["bash", "a.sh", "until $$$A; do $B; done", "until a; do b;\n"],
    ["scala", "A.scala", "trait A { implicit lazy val $A: Int = 1 }", "trait A { implicit lazy x: Int = 1 }\n"],
    ["hcl", "a.hcl", "x = [for $A in b : c]", "x = [for a inb : c]\n"],
    ["swift", "a.swift", "for $A in b { c() }", "for a inb { c() }\n"],
  ])("%s %s %s", async (language, path, fragment, text) => {
    await put({ [path]: text });
    const { ask } = await start(language, [path]);
    expect((await ask({ pattern: fragment })).found).toEqual([`${path}:1`]);
  });
});

test("names with signs that mean something in a glob", async () => {
  const odd = ["[id].ts", "a*.ts", "{a,b}.ts", "!a.ts", "a b.ts", "ü.ts", "#.ts"];
  await put(
    Object.fromEntries([...odd, "i.ts", "ab.ts"].map((name) => [name, name.length > 4 ? "f();\n" : "go(1);\n"])),
  );
  const { ask } = await start();
  const { found, searched, leftOut } = await ask(pattern);
  expect(found).toEqual(["#.ts:1", "i.ts:1", "ü.ts:1"]);
  expect(searched).toBe(9);
  expect(leftOut).toHaveLength(6);
});

describe("words of a query before it is compiled", () => {
  test.each<[StructuralQuery, string[]]>([
    [{ pattern: "private $F: $T" }, ["private"]],
    [{ pattern: "$X.String($$$A) + String(i)" }, ["String"]],
    [{ pattern: 'go("at once")' }, []],
    [{ pattern: "$$$ABC" }, []],
    [{ pattern: "@$D($$$A)" }, ["@"]],
    [{ nodeKind: "identifier" }, []],
    [{ rule: "id: x" }, []],
  ])("%j", (query, words) => {
    expect(guessWords(query)).toEqual(words.map((text) => ({ text, isWhole: text !== "@" })));
  });
});
