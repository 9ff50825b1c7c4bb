import { describe, expect, test } from "vitest";
import { type Told, toTold, useWorkspaceRun } from "../../../../test/helpers/workspace-run.ts";
import { languages } from "../../../syntax/languages.ts";

const workspace = useWorkspaceRun({ surface: "main", dialect: "pi" });
const { put } = workspace;

interface Item {
  readonly name: string;
  readonly symbolType: string;
  readonly isExported: boolean;
  readonly isImport: boolean;
  readonly signature?: string;
  readonly members?: readonly { readonly name: string; readonly isPublic: boolean; readonly signature?: string }[];
}
interface Outlined {
  readonly path: string;
  readonly language: string;
  readonly items: readonly Item[];
  readonly truncatedItems?: number;
}
interface Answered extends Told {
  readonly outline: readonly Outlined[];
}
async function outline(args: Readonly<Record<string, unknown>>): Promise<Answered> {
  const told = await workspace.call("ast_grep_outline", args);
  const json = told.text.split("\n").find((line) => line.startsWith("{"));
  return { ...told, outline: json === undefined ? [] : (JSON.parse(json) as Answered).outline };
}
const names = ({ outline: files }: Answered): string[] => files.flatMap(({ items }) => items.map(({ name }) => name));

const code = `import { a, b as c } from "./a.js";
import fs from "node:fs";
export { d } from "./d.js";

/** What it does. */
export class Server {
  #secret = 1;
  private hidden = 2;
  start(port: number): void {}
}
function helper(x: string): string {
  return x;
}
export const limit = 3;
export { helper as default };
`;

describe("one file", () => {
  test("structure: symbols with signature, range, members and the arguments of a read", async () => {
    await put({ "src/a.ts": code });
    const { text, isError, details } = await outline({ paths: ["src/a.ts"], view: "expanded" });
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toMatchObject({
      outline: [
        {
          path: "src/a.ts",
          language: "typescript",
          items: [
            {
              name: "Server",
              symbolType: "class",
              signature: "class Server",
              range: { start: 6, end: 10 },
              isExported: true,
              isImport: false,
              members: [
                { name: "#secret", symbolType: "property", isPublic: false },
                { name: "hidden", isPublic: false },
                { name: "start", symbolType: "method", range: { start: 9, end: 9 }, isPublic: true },
              ],
              read: { path: "src/a.ts", offset: 6, limit: 5 },
            },
            { name: "helper", symbolType: "function", range: { start: 11, end: 13 } },
            { name: "limit", symbolType: "constant", isExported: true },
          ],
        },
      ],
    });
    expect(details).toEqual({ files: 1, items: 3, syntaxOnly: true });
  });

  test.each([
    ["structure", ["Server", "helper", "limit"]],
    ["exports", ["d", "Server", "helper", "limit"]],
    ["imports", ["./a.js", "node:fs"]],
    ["all", ["./a.js", "node:fs", "d", "Server", "helper", "limit"]],
    ["auto", ["Server", "helper", "limit"]],
  ])("items %s", async (items, expected) => {
    await put({ "a.ts": code });
    expect(names(await outline({ paths: ["a.ts"], items }))).toEqual(expected);
  });

  test("an import and a re-export say what they bind, and from where", async () => {
    await put({ "a.ts": code });
    const items = (await outline({ paths: ["a.ts"], items: "all", view: "signatures" })).outline[0]?.items ?? [];
    expect(items.find(({ name }) => name === "./a.js")).toMatchObject({
      symbolType: "import",
      isImport: true,
      isExported: false,
      signature: expect.stringMatching(/^a, .* from \.\/a\.js$/),
    });
    expect(items.find(({ name }) => name === "d")).toMatchObject({
      symbolType: "export",
      isImport: false,
      isExported: true,
      signature: "d from ./d.js",
    });
  });

  test.each([
    ["names", { signature: false, members: undefined }],
    ["signatures", { signature: true, members: undefined }],
    ["digest", { signature: true, members: "names" }],
    ["expanded", { signature: true, members: "signatures" }],
    ["auto", { signature: true, members: "names" }],
  ])("view %s", async (view, { signature, members }) => {
    await put({ "a.ts": code });
    const [server] = (await outline({ paths: ["a.ts"], view })).outline[0]?.items ?? [];
    expect(server?.signature !== undefined).toBe(signature);
    const start = server?.members?.find(({ name }) => name === "start");
    const shown = start === undefined ? undefined : start.signature === undefined ? "names" : "signatures";
    expect(shown).toBe(members);
  });

  test("public members only", async () => {
    await put({ "a.ts": code });
    const [server] = (await outline({ paths: ["a.ts"], pubMembers: true })).outline[0]?.items ?? [];
    expect(server?.members).toEqual([{ name: "start", symbolType: "method", isPublic: true }]);
  });

  test("type, and match on names and signatures, keep items", async () => {
    await put({ "a.ts": code });
    expect(names(await outline({ paths: ["a.ts"], type: ["class", "const"] }))).toEqual(["Server", "limit"]);
    expect(names(await outline({ paths: ["a.ts"], type: "import", items: "all" }))).toEqual(["./a.js", "node:fs"]);
    expect(names(await outline({ paths: ["a.ts"], match: "^(help|lim)" }))).toEqual(["helper", "limit"]);
    expect(names(await outline({ paths: ["a.ts"], match: "x: string" }))).toEqual(["helper"]);
  });

  test("what holds a member that fits is kept with the fitting members alone, shown in every view", async () => {
    await put({
      "a.ts": code,
      "B.java": "class B {\n  int size;\n  void start() {}\n  class In {\n    void restart() {}\n    int no;\n  }\n}\n",
    });
    const start = { name: "start", symbolType: "method", isPublic: true };
    for (const view of ["names", "signatures", "digest"]) {
      const found = await outline({ paths: ["a.ts"], match: "^start$", view });
      expect(found.outline[0]?.items).toMatchObject([
        { name: "Server", members: [{ ...start, range: { start: 9, end: 9 } }] },
      ]);
      expect(found.outline[0]?.items[0]?.members).toHaveLength(1);
    }
    const java = await outline({ paths: ["B.java"], match: "start", type: ["method"], view: "expanded" });
    expect(java.outline[0]?.items).toMatchObject([
      { name: "B", members: [start, { name: "In", members: [{ name: "restart" }] }] },
    ]);
    expect(JSON.stringify(java.outline)).not.toMatch(/"size"|"no"/);
    // One that fits itself is whole.
    const both = await outline({ paths: ["B.java"], type: ["class"], view: "digest" });
    expect(both.outline[0]?.items[0]?.members?.map(({ name }) => name)).toEqual(["size", "start", "In"]);
  });

  test("every language with a grammar has an outline", async () => {
    for (const { id, extensions, sample } of languages) await put({ [`${id}/a${extensions[0]}`]: sample });
    for (const { id, extensions } of languages) {
      const told = await outline({ paths: [`${id}/a${extensions[0]}`] });
      expect({ id, language: told.outline[0]?.language, hasItems: names(told).length > 0 }).toEqual({
        id,
        language: id,
        hasItems: true,
      });
    }
  });
});

describe("directories", () => {
  test("exports, in order of path, of the languages with a grammar, as ignore files allow", async () => {
    await put({
      ".gitignore": "out/\n",
      "out/a.ts": "export const no = 1;",
      "b.py": "def run(): pass\n",
      "a/z.ts": "export const z = 1;\nconst hidden = 2;\n",
      "a/b.go": "package p\nfunc Run() {}\nfunc own() {}\n",
      "a/notes.xyz": "",
      "empty.ts": "",
    });
    const told = await outline({ paths: ["."] });
    expect(told.outline.map(({ path }) => path)).toEqual(["a/b.go", "a/z.ts", "b.py"]);
    expect(names(told)).toEqual(["Run", "z", "run"]);
    expect(told.outline[0]?.items[0]?.signature).toBeUndefined();
    expect(told.text).toMatch(/^\{"outline":/);
  });

  test("lang and globs narrow it; named files are taken as they are named", async () => {
    await put({
      "src/a.ts": "export const a = 1;",
      "src/a.test.ts": "export const t = 1;",
      "src/gen/g.ts": "export const g = 1;",
      "src/p.py": "def p(): pass\n",
    });
    expect(names(await outline({ paths: ["src"], lang: "python" }))).toEqual(["p"]);
    expect(names(await outline({ paths: ["src"], globs: ["*.ts", "!*.test.ts", "!src/gen/**"] }))).toEqual(["a"]);
    expect(names(await outline({ paths: ["src"], globs: "!*.ts" }))).toEqual(["p"]);
    const both = await outline({ paths: ["src/a.test.ts", "src/gen"], globs: ["!*.test.ts"] });
    expect(names(both)).toEqual(["t", "g"]);
  });

  test("a path that is named twice counts once", async () => {
    await put({ "src/a.ts": "export const a = 1;" });
    expect(names(await outline({ paths: ["src", "src/a.ts", "."] }))).toEqual(["a"]);
  });

  test("at most 50 files; how many there are more is said", async () => {
    await put(Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`f${100 + at}.ts`, "export const a = 1;"])));
    const { text, outline: files, details } = await outline({ paths: ["."] });
    expect(files).toHaveLength(50);
    expect(text).toMatch(/^partial: 50 of 70 files; not covered: 20 files after those/);
    expect(details).toEqual({ files: 50, items: 50, syntaxOnly: true, truncatedFiles: 20 });
  });

  test("at most 200 items of a file, and an answer that fits the result gate", async () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, at) => `export function f${at}(a: number): void {}\n`).join("");
    await put({ "a.ts": many(230) });
    const one = await outline({ paths: ["a.ts"], view: "names" });
    expect(one.outline[0]?.items).toHaveLength(200);
    expect(one.outline[0]?.truncatedItems).toBe(30);
    await put(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`d/f${at}.ts`, many(300)])));
    const { text, outline: files, details } = await outline({ paths: ["d"] });
    expect(Buffer.byteLength(text)).toBeLessThan(40_862);
    expect(text).toMatch(/^Too much for one answer: left out are .* items .*Narrow `paths`/);
    const shown = files.reduce((sum, { items }) => sum + items.length, 0);
    const left = files.reduce((sum, { truncatedItems = 0 }) => sum + truncatedItems, 0);
    expect(shown + left).toBe(files.length * 300);
    expect(details).toMatchObject({ files: files.length, items: shown, truncatedFiles: 50 - files.length });
  });
});

describe("what does not fit into one answer", () => {
  const methods = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `  method${at}(first: ReadonlyMap<string, number>, second: string): void {}`,
    );
  const type = (name: string, count: number) => `export class ${name} {\n${methods(count).join("\n")}\n}\n`;

  test("members are left out before the view is given up, and counted", async () => {
    await put({ "a.ts": type("Huge", 900) + type("Small", 2) });
    const { text, outline: files } = await outline({ paths: ["a.ts"], view: "expanded" });
    const [huge, small] = files[0]?.items ?? [];
    expect(huge?.members?.length).toBeGreaterThan(10);
    expect(huge?.members?.[0]?.signature).toContain("second: string");
    expect(small?.members).toHaveLength(2);
    const left = 900 - (huge?.members?.length ?? 0);
    expect(huge).toMatchObject({ truncatedMembers: left });
    expect(text).toContain(`left out are ${left} members (truncatedMembers of each item). Narrow`);
    expect(Buffer.byteLength(text)).toBeLessThan(40_862);
  });

  test("of many classes as many as fit, with members", async () => {
    await put({ "a.ts": Array.from({ length: 30 }, (_, at) => type(`C${at}`, 40)).join("") });
    const { text, outline: files, details } = await outline({ paths: ["a.ts"], view: "expanded" });
    const items = files[0]?.items ?? [];
    expect(items.length).toBeGreaterThanOrEqual(6);
    for (const { members = [] } of items) expect(members.length).toBeGreaterThanOrEqual(3);
    expect(files[0]?.truncatedItems).toBe(30 - items.length);
    expect(text).toMatch(/^Too much for one answer: left out are \d+ items \(.*\) and \d+ members \(/);
    expect(details).toMatchObject({ items: items.length });
  });

  test("a view that is not the fullest is named; nesting has its end", async () => {
    await put({ "a.ts": type("Huge", 900), "deep.java": `${"class A{".repeat(2_000)}${"}".repeat(2_000)}\n` });
    expect((await outline({ paths: ["a.ts"] })).text).toMatch(
      /^Too much .*: the view is signatures instead of digest\. Narrow/,
    );
    const deep = await outline({ paths: ["deep.java"], view: "expanded" });
    expect(deep.text).toMatch(/^Too much .*: left out are \d+ members/);
    expect(deep.text.match(/"truncatedMembers"/g)).toHaveLength(1);
    expect(names(deep)).toEqual(["A"]);
  });
});

describe("nothing, and what was not looked at", () => {
  test("empty is not an error, and is said of a complete look only", async () => {
    await put({ "a.ts": "export const a = 1;", "broken.ts": "export const = = (;\nfunction {\n" });
    const nothing = await outline({ paths: ["a.ts"], match: "^zzz" });
    expect(nothing).toMatchObject({ isError: false });
    expect(JSON.parse(nothing.text)).toEqual({
      outline: [{ path: "a.ts", language: "typescript", items: [] }],
      note: "nothing of the kind in 1 file",
    });
    const partial = await outline({ paths: ["broken.ts"], match: "^zzz" });
    expect(partial).toMatchObject({ isError: false });
    expect(partial.text).toMatch(
      /^partial: 1 of 1 file; not covered: code around broken\.ts: \d+ syntax errors? \(line/,
    );
    expect(partial.text).not.toContain("note");
    const folder = await outline({ paths: ["."], lang: "python" });
    expect(JSON.parse(folder.text)).toEqual({
      outline: [],
      note: "there is no python file under .; hidden folders and what ignore files leave out are looked at when they are named",
    });
    const globs = await outline({ paths: ["."], globs: ["*.zig"] });
    expect(globs.text).toContain('"note":"there is no file with a grammar under . that `globs` let through; hidden');
  });

  test("named files of another language than lang are refused, or named beside the others", async () => {
    await put({ "a.ts": "export const a = 1;", "b.py": "b = 1\n" });
    const { text, isError } = await outline({ paths: ["b.py"], lang: "typescript" });
    expect(isError).toBe(true);
    expect(text).toMatch(/`paths` names no typescript file: b\.py is python\.\nNext: call again with lang=python/);
    const both = await outline({ paths: ["b.py", "a.ts"], lang: "typescript" });
    expect(both.text).toMatch(/^partial: 1 of 2 files; not covered: b\.py \(python\)\n/);
    expect(names(both)).toEqual(["a"]);
  });

  test("files that cannot be read are named beside those that can", async () => {
    await put({ "a.ts": "export const a = 1;", "b.ts": Buffer.from([0, 1, 2, 0, 255]), "c.xyz": "text" });
    const { text, isError, outline: files } = await outline({ paths: ["a.ts", "b.ts", "c.xyz"] });
    expect(isError).toBe(false);
    expect(files.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(text).toMatch(
      /^partial: 1 of 3 files; not covered: b\.ts \(.*binary.*\); c\.xyz \(there is no grammar for "\.xyz" files\)\n/,
    );
  });

  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ["no paths", {}, /`paths` is required/],
    ["an empty list", { paths: [] }, /`paths` must have at least 1 item/],
    ["101 paths", { paths: Array.from({ length: 101 }, () => "a.ts") }, /`paths` must have at most 100 items/],
    ["a missing path", { paths: ["nope"] }, /not_found.*`paths` "nope"/],
    ["a path outside", { paths: ["../.."] }, /refused/],
    ["only a file without a grammar", { paths: ["c.xyz"] }, /unsupported.*no grammar for "\.xyz" files/],
    ["an unknown language", { paths: ["a.ts"], lang: "klingon" }, /unsupported.*`lang` "klingon"[^]*typescript/],
    ["an unknown kind", { paths: ["a.ts"], type: ["klass"] }, /`type` "klass" is no kind of symbol[^]*class/],
    ["a bad expression", { paths: ["a.ts"], match: "(" }, /`match` "\(" is no regular expression/],
    ["unknown items", { paths: ["a.ts"], items: "some" }, /`items` must be one of auto, structure/],
    ["an unknown view", { paths: ["a.ts"], view: "full" }, /`view` must be one of auto, names/],
  ])("%s is an error", async (_name, args, message) => {
    await put({ "a.ts": "export const a = 1;", "c.xyz": "text" });
    const { text, isError } = await outline(args);
    expect(text).toMatch(message);
    expect(isError).toBe(true);
  });

  test("an expression that backtracks without end is given up", async () => {
    await put({ "a.ts": `export const ${"a".repeat(80)}_ = 1;\n` });
    const startedAt = performance.now();
    const { text, isError } = await outline({ paths: ["a.ts"], match: "^(a+)+$" });
    expect(isError).toBe(true);
    expect(text).toMatch(/`match` .* did not come to an end within 500 ms/);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test("the home directory is never walked", async () => {
    const { home: homeRoot } = workspace;
    const before = process.env.HOME;
    process.env.HOME = homeRoot;
    const atHome = await workspace.open({ cwd: homeRoot });
    try {
      const { isError, content } = await atHome.call("ast_grep_outline", { paths: ["."] });
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toMatch(/home directory/);
    } finally {
      await atHome.dispose();
      process.env.HOME = before;
    }
  });
});

test("`cwd` says from which root relative paths are taken, on the command line and in the library", async () => {
  await put({ "one/a.ts": "export class A {}\n", "two/a.ts": "export class B {}\n" });
  const roots = ["one", "two"].map((name) => `${workspace.root}/${name}`);
  const outlineIn = async (dialect: "own" | "pi", cwd: string | undefined) => {
    const run = await workspace.open({ dialect, cwd: roots[0] ?? "", roots });
    try {
      const args = { paths: ["a.ts"], ...(cwd === undefined ? {} : { cwd }) };
      return toTold(await run.call("ast_grep_outline", args));
    } finally {
      await run.dispose();
    }
  };
  expect((await outlineIn("own", undefined)).text).toMatch(/"path":"a\.ts".*"A"/);
  expect((await outlineIn("own", roots[1])).text).toMatch(/"path":"a\.ts".*"B"/);
  expect((await outlineIn("own", "nowhere")).text).toMatch(/^Error \(not_found\): `cwd`/);
  expect((await outlineIn("pi", roots[1])).text).toContain('"A"');
});

test("it is not on MCP, with or without the run-bound tools", async () => {
  for (const hasRunTools of [false, true]) {
    const mcp = await workspace.open({ surface: "mcp", dialect: "mcp", hasRunTools });
    expect(mcp.tools().map(({ name }) => name)).not.toContain("ast_grep_outline");
    await mcp.dispose();
  }
});
