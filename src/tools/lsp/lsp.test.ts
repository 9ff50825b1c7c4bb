import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";
import { listingFor } from "../core/dialect.ts";
import { lsp } from "./lsp.ts";

const rig = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put, call } = rig;
const tsconfig = { "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }' };

async function ask(args: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, isError } = await call("lsp", args);
  expect(isError, text).toBe(false);
  return text;
}

test("L-05 the schema knows no column", () => {
  const { inputSchema } = listingFor(lsp, "own");
  expect(Object.keys(inputSchema.properties)).toEqual(["action", "file", "line", "symbol", "query"]);
});

const navigation = ["definition", "type_definition", "implementation", "references", "hover", "code_actions"];

describe.each(navigation)("L-06 %s without a symbol", (action) => {
  test("is an error that names it, and no server is started", async () => {
    await put({ ...tsconfig, "a.ts": "export const a = 1;\n" });
    const { text, isError } = await call("lsp", { action, file: "a.ts", line: 1 });
    expect(isError).toBe(true);
    expect(text).toContain(
      `"symbol" is required for ${action}: name the identifier on line 1. Line 1 is: export const a`,
    );
    expect((await rig.engine.languageServers()).running(rig.root)).toEqual([]);
  });
});

test("L-14 nothing found is a success that says so", async () => {
  await put({ ...tsconfig, "a.ts": "export const a = 1; // hello\n" });
  expect(await ask({ action: "definition", file: "a.ts", line: 1, symbol: "hello" })).toMatch(
    /^No definition found for hello \(a\.ts:1:24\), by typescript-go/,
  );
});

test("L-15 references are capped at 50 with the true total; those in tests come last, the declaration is marked", async () => {
  const uses = Array.from({ length: 60 }, (_, at) => `export const u${at} = f(${at});`).join("\n");
  const inTests = Array.from({ length: 10 }, () => "f(1);").join("\n");
  await put({
    ...tsconfig,
    "src/f.ts": "export function f(x: number) {\n  return x;\n}\n",
    "src/uses.ts": `import { f } from "./f";\n${uses}\n`,
    "test/f.test.ts": `import { f } from "../src/f";\n${inTests}\n`,
  });
  await rig.indexed();
  const text = await ask({ action: "references", file: "src/f.ts", line: 1, symbol: "f" });
  const lines = text.split("\n");
  expect(lines[0]).toMatch(/^73 references of f \(src\/f\.ts:1:17\) in 3 files, by /);
  expect(lines[1]).toBe("Showing 50 of 73 references; narrow the query.");
  expect(lines.slice(2, 5)).toEqual([
    "src/f.ts",
    "  f, function, lines 1-3",
    "    1:17 (declaration)  export function f(x: number) {",
  ]);
  expect(lines.filter((line) => /^ {4}\d/.test(line))).toHaveLength(50);
  expect(text).not.toContain("Tests:");
});

test("L-17 symbols of a file: indented, at most 200 with the members counted; filtered by a query", async () => {
  const members = Array.from({ length: 250 }, (_, at) => `  m${at}() {}`).join("\n");
  await put({ ...tsconfig, "big.ts": `export class Big {\n${members}\n}\nexport const last = 1;\n` });
  const lines = (await ask({ action: "symbols", file: "big.ts" })).split("\n");
  expect(lines[0]).toMatch(/^252 symbols in big\.ts, by /);
  expect(lines[2]).toBe("  m0  method 2");
  expect(lines).toHaveLength(202);
  expect(lines.at(-1)).toBe("52 more. Showing 200 of 252 symbols; narrow the query.");
  const filtered = await ask({ action: "symbols", file: "big.ts", query: "M24" });
  expect(filtered).toMatch(/^11 symbols like "M24" in big\.ts.*\nBig\.m24 {2}method 26\n/);
});

test("L-17 symbols of the workspace: at most 100, the rest counted; the name itself first", async () => {
  const declarations = Array.from({ length: 149 }, (_, at) => `export const item${at} = ${at};`).join("\n");
  await put({ ...tsconfig, "many.ts": `${declarations}\nexport const item = 0;\n` });
  const lines = (await ask({ action: "symbols", query: "item" })).split("\n");
  expect(lines[0]).toMatch(/^150 symbols for "item", by /);
  expect(lines[1]).toBe("item  variable  many.ts:150:14");
  expect(lines.at(-1)).toBe("50 more. Showing 100 of 150 symbols; narrow the query.");
});

test("L-17 neither query nor file is an error", async () => {
  const { text, isError } = await call("lsp", { action: "symbols" });
  expect([isError, text]).toEqual([true, expect.stringContaining('symbols needs "query" or "file"')]);
});

test("L-18 code actions tell what is wrong, what repairs it, and change nothing", async () => {
  const source = "export const list: Shape[] = [];\n";
  await put({ ...tsconfig, "a.ts": source, "shape.ts": "export interface Shape {}\n" });
  const text = await ask({ action: "code_actions", file: "a.ts", line: 1, symbol: "Shape" });
  expect(text).toMatch(
    /^\d code actions? at Shape \(a\.ts:1:20\), by .*; none was applied\n- .*[Ii]mport.* \[quickfix/,
  );
  expect(text).toContain("Problems on the line:\n  Cannot find name 'Shape'");
  expect(await readFile(join(rig.root, "a.ts"), "utf8")).toBe(source);
});

test("L-19 L-20 status lists root, process and uptime; a reload gives another process that knows the documents", async () => {
  await put({ ...tsconfig, "a.ts": "export const a = 1;\nexport const b = a;\n" });
  const where = { action: "definition", file: "a.ts", line: 2, symbol: "a" };
  await ask(where);
  const pidOf = async (): Promise<string | undefined> =>
    /typescript \(TypeScript 7\): running; root \., pid (\d+), up \d+ s/.exec(await ask({ action: "status" }))?.[1];
  const before = await pidOf();
  expect(before).toBeDefined();
  expect(await ask({ action: "reload", file: "a.ts" })).toMatch(/^Restarted typescript for /);
  const after = await pidOf();
  expect(after).toBeDefined();
  expect(after).not.toBe(before);
  expect(await ask(where)).toContain("a.ts:1:14");
});

test("L-20 a reload without a running server says that there is none", async () => {
  expect(await ask({ action: "reload" })).toContain("there is nothing to restart");
});

test("L-10 diagnostics of a file are its errors and warnings, with place, code and source; hints are counted", async () => {
  await put({
    ...tsconfig,
    "a.ts": 'export const a: number = "x";\n',
    "b.ts": "export function b(unused: number) {}\n",
  });
  expect(await ask({ action: "diagnostics", file: "a.ts" })).toBe(
    "a.ts\n  TypeScript 7: 1 error\n    1:14 error 2322 Type 'string' is not assignable to type 'number'. (ts)",
  );
  expect(await ask({ action: "diagnostics", file: "b.ts" })).toBe(
    "clean (TypeScript 7; 1 less severe than warning): b.ts",
  );
});

test("L-13 a file that nobody can check is not clean", async () => {
  await put({ "a.zzz": "text\n" });
  expect(await ask({ action: "diagnostics", file: "a.zzz" })).toMatch(/^partial: 0 of 1 file; not covered: a\.zzz/);
});

describe("files that are not simple", () => {
  test("a name after an emoji, in a file with CRLF and a byte order mark", async () => {
    await put({ ...tsconfig, "a.ts": '\uFEFFexport function foo() {}\r\nconst s = "😀"; foo();\r\n' });
    expect(await ask({ action: "definition", file: "a.ts", line: 2, symbol: "foo" })).toContain(
      "a.ts:1:17\n  1  export function foo() {}",
    );
    expect(await ask({ action: "references", file: "a.ts", line: 1, symbol: "foo" })).toMatch(
      /^2 references[^]* {4}2:17/,
    );
  });

  test.each(["with space/a b.ts", "hash#1.ts", "percent%20.ts", "ünï–cødé.ts", "brackets[id].ts"])(
    "%s",
    async (path) => {
      await put({ ...tsconfig, [path]: "export const name = 1;\nexport const twice = name * 2;\n" });
      expect(await ask({ action: "definition", file: path, line: 2, symbol: "name" })).toContain(`${path}:1:14`);
    },
  );

  test("what changed on disk since the last question counts", async () => {
    await put({ ...tsconfig, "a.ts": "export const a = 1;\nexport const b = a;\n" });
    const where = { action: "definition", file: "a.ts", symbol: "a" };
    expect(await ask({ ...where, line: 2 })).toContain("a.ts:1:14");
    await put({ "a.ts": "// one more\n// and another\nexport const a = 1;\nexport const b = a;\n" });
    expect(await ask({ ...where, line: 4 })).toContain("a.ts:3:14");
    await rm(join(rig.root, "a.ts"));
    expect(await call("lsp", { ...where, line: 4 })).toMatchObject({
      isError: true,
      details: { errorKind: "not_found" },
    });
  });

  test("OPEN-4 a file outside is refused, unless an answer has named it", async () => {
    await put({ ...tsconfig, "a.ts": 'import "./b";\nexport const list = [1].map(String);\n', "b.ts": "" });
    await writeFile(join(rig.home, "outside.ts"), "export const x = 1;\n");
    const outside = { action: "definition", line: 1, symbol: "x", file: join(rig.home, "outside.ts") };
    expect(await call("lsp", outside)).toMatchObject({ isError: true, details: { errorKind: "refused" } });
    expect(await call("lsp", { ...outside, file: "../x.ts" })).toMatchObject({ isError: true });
    const text = await ask({ action: "definition", file: "a.ts", line: 2, symbol: "map" });
    const [, file = "", line] = /^(\/.*lib\.es5\.d\.ts):(\d+):\d+ \(outside the workspace\)$/m.exec(text) ?? [];
    expect(await ask({ action: "hover", file, line: Number(line), symbol: "map" })).toContain("callbackfn");
  });

  test("uses in files that no open file imports are found, without a project", async () => {
    await put({ "a.ts": "export const alone = 1;\n", "b.ts": 'import { alone } from "./a";\nalone;\n' });
    await rig.indexed();
    const where = { action: "references", file: "a.ts", line: 1, symbol: "alone" };
    expect(await ask(where)).toMatch(/^3 references of alone [^]* in 2 files/);
  });

  test("uses in another project are found", async () => {
    await put({
      "src/tsconfig.json": '{ "compilerOptions": { "types": [], "composite": true }, "include": ["*.ts"] }',
      "src/c.ts": "export const shared = 1;\n",
      "spec/tsconfig.json": '{ "compilerOptions": { "types": [] }, "include": ["*.ts"] }',
      "spec/c.ts": 'import { shared } from "../src/c";\nshared;\n',
    });
    await rig.indexed();
    const where = { action: "references", file: "src/c.ts", line: 1, symbol: "shared" };
    expect(await ask(where)).toMatch(/^3 references of shared [^]* in 2 files/);
  });

  test("CommonJS uses are said to be missing", async () => {
    await put({ ...tsconfig, "jsconfig.json": "{}", "a.js": "exports.aa = 1;\n", "b.js": 'require("./a").aa;\n' });
    expect(await ask({ action: "references", file: "a.js", line: 1, symbol: "aa" })).toMatch(
      /^partial: .*uses through require\(\) and module\.exports/,
    );
  });
});
