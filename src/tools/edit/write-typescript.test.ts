import { describe, expect, test } from "vitest";
import {
  type Told,
  toTold,
  useWorkspaceRun,
  withReports,
  withoutReports,
} from "../../../test/helpers/workspace-run.ts";

const reporting = useWorkspaceRun({ surface: "main", dialect: "own" }, withReports);
const silent = useWorkspaceRun({ surface: "main", dialect: "own" }, withoutReports);

const files = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }\n',
  "a.ts": "export const a: number = 1;\n",
  "b.ts": 'import { a } from "./a";\nexport const b = a + 1;\n',
};
const patchOf = (from: string, to: string): string =>
  ["*** Begin Patch", "*** Update File: a.ts", "@@", `-${from}`, `+${to}`, "*** End Patch"].join("\n");
const line = (value: string): string => `export const a: number = ${value};`;

/** The calls that replace a value in `a.ts`. */
const calls: Readonly<Record<string, (from: string, to: string) => object>> = {
  write: (_from, to) => ({ path: "a.ts", content: `${line(to)}\n` }),
  edit: (from, to) => ({ path: "a.ts", old_text: line(from), new_text: line(to) }),
  apply_patch: (from, to) => ({ patch: patchOf(line(from), line(to)) }),
};
const body = ({ text }: Told): string => text.replaceAll(/undo_\w{9,}/g, "undo_<id>");
const error = "  1:14 error 2322 Type 'string' is not assignable to type 'number'. (ts)";

describe.each(Object.entries(calls))("W-01 %s", (tool, argumentsFor) => {
  test("a type error is in the result of the call that made it", async () => {
    await reporting.put(files);
    const told = await reporting.call(tool, argumentsFor("1", '"x"') as never);
    expect(told.isError, told.text).toBe(false);
    expect(body(told).split("\n").slice(-3)).toEqual(["undo_id: undo_<id>", "a.ts: 1 new error", error]);
  });

  test("a clean file with a warm server: the text is that of the tool alone", async () => {
    for (const rig of [reporting, silent]) await rig.put(files);
    await reporting.call("lsp", { action: "diagnostics", file: "a.ts" });
    const wrapped = await reporting.call(tool, argumentsFor("1", "2") as never);
    expect(body(wrapped)).toBe(body(await silent.call(tool, argumentsFor("1", "2") as never)));
  });
});

test("W-01 undo that brings an error back says so", async () => {
  await reporting.put({ ...files, "a.ts": `${line('"x"')}\n` });
  const repaired = await reporting.call("edit", calls["edit"]?.('"x"', "1") as never);
  const id = /undo_\w+$/.exec(repaired.text)?.[0];
  const undone = await reporting.call("undo", { undo_id: id });
  expect(body(undone).split("\n").slice(-2)).toEqual(["a.ts: 1 new error", error]);
});

test("W-03 what one run was told is told to another as well", async () => {
  await reporting.put(files);
  const breakIt = calls["edit"]?.("1", '"x"') as never;
  const repair = calls["edit"]?.('"x"', "1") as never;
  expect(body(await reporting.call("edit", breakIt))).toContain(error);
  await reporting.call("edit", repair);
  const other = await reporting.open();
  expect(body(toTold(await other.call("edit", breakIt)))).toContain(error);
  await other.dispose();
});

test("W-06 an export is renamed by hand: the importer that was read has a new error under its own path", async () => {
  await reporting.put(files);
  await reporting.call("read", { path: "b.ts" });
  const told = await reporting.call("edit", { path: "a.ts", old_text: "const a", new_text: "const other" });
  expect(body(told).split("\n").slice(-2)).toEqual([
    "b.ts: 1 new error, not changed itself",
    `  1:10 error 2305 Module '"./a"' has no exported member 'a'. (ts)`,
  ]);
});

test("W-06 an importer that nobody has read: the index knows it", async () => {
  await reporting.put(files);
  await reporting.indexed();
  await reporting.call("lsp", { action: "diagnostics", file: "a.ts" });
  const told = await reporting.call("edit", { path: "a.ts", old_text: "const a", new_text: "const other" });
  expect(body(told).split("\n").slice(-2)[0]).toBe("b.ts: 1 new error, not changed itself");
});

test("W-06 a deleted module: its importer says so", async () => {
  await reporting.put(files);
  await reporting.call("lsp", { action: "diagnostics", file: "b.ts" });
  await reporting.call("lsp", { action: "diagnostics", file: "a.ts" });
  const patch = "*** Begin Patch\n*** Delete File: a.ts\n*** End Patch";
  expect(body(await reporting.call("apply_patch", { patch }))).toContain(
    "\nb.ts: 1 new error, not changed itself\n  1:19 error 2307 Cannot find module './a'",
  );
});

test("R-07 a rename that collides says what it broke; the server knows the new name", async () => {
  await reporting.put({ ...files, "a.ts": "export const a: number = 1;\nexport const c: number = 2;\n" });
  await reporting.indexed();
  const told = await reporting.call("lsp_rename", { file: "a.ts", line: 1, symbol: "a", new_name: "c" });
  expect(told.isError, told.text).toBe(false);
  expect(body(told)).toMatch(/\nundo_id: undo_<id>\na\.ts: 2 new errors\n {2}1:14 error 2451 Cannot redeclare/);
  expect((await reporting.call("lsp", { action: "symbols", file: "a.ts" })).text).toContain("\nc  variable 1");
});

test("R-07 lsp_navigation: a rename and a file that is moved, each with its report", async () => {
  await reporting.put({ ...files, "a.ts": "export const a: number = 1;\nexport const c: number = 2;\n" });
  await reporting.indexed();
  const rename = { operation: "rename", path: "a.ts", line: 1, symbol: "a", newName: "c", apply: true };
  expect((await reporting.call("lsp_navigation", rename)).text).toMatch(/\}\na\.ts: 2 new errors\n/);
  const move = { operation: "rename_file", path: "a.ts", newFilePath: "d.ts", apply: true };
  const moved = await reporting.call("lsp_navigation", move);
  expect(moved.isError, moved.text).toBe(false);
  expect(moved.text).toMatch(/"applied":true/);
  expect(moved.text).not.toContain("new error");
});
