import { chmod, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";

const rig = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put, call } = rig;
const tsconfig = { "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }' };
const three = {
  ...tsconfig,
  "a.ts": "export function area(x: number) {\n  return x;\n}\n",
  "b.ts": 'import { area } from "./a";\nexport const b = area(1);\n',
  "c.ts": 'import { area as size } from "./a";\nexport const both = { area: size(2) };\n',
};

async function rename(file: string, line: number, symbol: string, newName: string) {
  await rig.indexed();
  return call("lsp_rename", { file, line, symbol, new_name: newName });
}
const read = (file: string): Promise<string> => readFile(join(rig.root, file), "utf8");

test("R-02 each argument is required", async () => {
  await put(three);
  const all = { file: "a.ts", line: 1, symbol: "area", new_name: "surface" };
  for (const key of Object.keys(all)) {
    const { text, isError } = await call(
      "lsp_rename",
      Object.fromEntries(Object.entries(all).filter(([one]) => one !== key)),
    );
    expect([isError, text]).toEqual([true, `Not run: \`${key}\` is required.`]);
  }
});

test.each([
  ["where it is declared", "a.ts", 1],
  ["where it is used", "b.ts", 2],
] as const)("R-03 R-08 the whole project is changed, asked %s", async (_where, file, line) => {
  await put(three);
  const { text, isError } = await rename(file, line, "area", "surface");
  expect(isError, text).toBe(false);
  expect(text).toMatch(
    /^Renamed area to surface: 4 edits in 3 files, by typescript-go .*\na\.ts {2}1 edit\nb\.ts {2}2 edits\nc\.ts {2}1 edit\nundo_id: undo_\w+$/,
  );
  expect([await read("a.ts"), await read("b.ts"), await read("c.ts")]).toEqual([
    "export function surface(x: number) {\n  return x;\n}\n",
    'import { surface } from "./a";\nexport const b = surface(1);\n',
    'import { surface as size } from "./a";\nexport const both = { area: size(2) };\n',
  ]);
  const { text: symbols } = await call("lsp", { action: "symbols", file: "a.ts" });
  expect(symbols).toContain("surface  function");
});

describe("R-04 what cannot be renamed is refused and nothing is written", () => {
  test.each([
    ["an invalid name", "area", "1 bad", 'Error (invalid_input): `new_name` "1 bad" is not a name in typescript'],
    ["a keyword as name", "area", "class", 'Error (invalid_input): `new_name` "class" is a keyword of typescript'],
    ["the name it has", "area", "area", 'Error (invalid_input): `new_name` "area" is the name it already has'],
    ["an empty name", "area", "  ", "is empty"],
    ["a keyword", "function", "method", 'Error (invalid_input): "function" is a keyword of typescript'],
    ["what a library declares", "number", "text", 'Error (refused): "number" on line 1 cannot be renamed'],
  ])("%s", async (_what, symbol, newName, message) => {
    await put(three);
    const before = [await read("a.ts"), await read("b.ts")];
    const { text, isError } = await rename("a.ts", 1, symbol, newName);
    expect(isError).toBe(true);
    expect(text).toContain(message);
    expect([await read("a.ts"), await read("b.ts")]).toEqual(before);
  });
});

test("files that changed behind the server's back are read anew", async () => {
  await put(three);
  await call("lsp", { action: "references", file: "a.ts", line: 1, symbol: "area" });
  await put({ "b.ts": '// one more line\n\nimport { area } from "./a";\nexport const b = area(1) + area(2);\n' });
  const { text } = await rename("a.ts", 1, "area", "surface");
  expect(text).toContain("b.ts  3 edits");
  expect(await read("b.ts")).toBe(
    '// one more line\n\nimport { surface } from "./a";\nexport const b = surface(1) + surface(2);\n',
  );
});

test("encoding, byte order mark, line ends and mode of a file stay", async () => {
  await put({
    ...tsconfig,
    "a.ts": "\uFEFFexport const e = 'ü'; export const a = 1;\r\nexport const b = a;\r\n",
    "s.ts": 'import { a } from "./a";\na;\n',
  });
  await chmod(join(rig.root, "s.ts"), 0o755);
  expect((await rename("a.ts", 2, "a", "first")).text).toContain("4 edits in 2 files");
  expect((await stat(join(rig.root, "s.ts"))).mode & 0o777).toBe(0o755);
  expect(await read("a.ts")).toBe("\uFEFFexport const e = 'ü'; export const first = 1;\r\nexport const b = first;\r\n");
});

test("across 300 files", async () => {
  const uses = Array.from({ length: 300 }, (_, at) => [
    `u/u${at}.ts`,
    `import { area } from "../a";\nexport const u${at} = area(${at});\n`,
  ]);
  await put({ ...three, ...(Object.fromEntries(uses) as Record<string, string>) });
  const { text } = await rename("a.ts", 1, "area", "surface");
  expect(text).toMatch(/^Renamed area to surface: 604 edits in 303 files/);
  expect(text).toMatch(/\n203 more files\nundo_id: undo_\w+$/);
  expect(await read("u/u299.ts")).toBe('import { surface } from "../a";\nexport const u299 = surface(299);\n');
  expect((await readdir(join(rig.root, "u"))).filter((name) => name.startsWith("."))).toEqual([]);
});

test("without a project, importers that no open file imports are changed as well", async () => {
  await put({ "a.ts": "export const lone = 1;\n", "b.ts": 'import { lone } from "./a";\nexport const b = lone;\n' });
  const { text } = await rename("a.ts", 1, "lone", "first");
  expect(text).toMatch(/^Renamed lone to first: 3 edits in 2 files/);
  expect(await read("b.ts")).toBe('import { first } from "./a";\nexport const b = first;\n');
});

test("R-01 a read-only surface has lsp and no lsp_rename", async () => {
  await rig.reopen({ surface: "read-only" });
  const names = rig.run.tools().map(({ name }) => name);
  expect(names).toContain("lsp");
  expect(names).not.toContain("lsp_rename");
  expect((await call("lsp_rename", {})).text).toBe("Unknown or disabled tool: lsp_rename");
});
