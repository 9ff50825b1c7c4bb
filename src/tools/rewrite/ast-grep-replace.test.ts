import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Told, toTold, useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";

const rig = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put, call } = rig;
const text = (file: string): Promise<string> => readFile(join(rig.root, file), "utf8");

const files = { "a.js": "var x = 1;\nvar y = 2;\n", "b.js": "var z = 3;\n", "c.js": "go();\n" };
const asked = { pattern: "var $X = $V", rewrite: "let $X = $V", lang: "javascript" };
const replace = (more: Readonly<Record<string, unknown>> = {}): Promise<Told> =>
  call("ast_grep_replace", { ...asked, ...more });

test("LENS-6 a dry run shows every replacement and writes nothing", async () => {
  await put(files);
  const { text: told, isError, details } = await replace();
  expect(isError).toBe(false);
  expect(told).toBe(
    [
      "Preview: 3 replacements in 2 files (3 javascript files searched). Nothing is written; call again with apply=true to write it.",
      "a.js  2 replacements",
      "b.js  1 replacement",
      "",
      "--- a.js",
      "@@ -1,2 +1,2 @@",
      "-var x = 1;",
      "-var y = 2;",
      "+let x = 1;",
      "+let y = 2;",
      "--- b.js",
      "@@ -1,1 +1,1 @@",
      "-var z = 3;",
      "+let z = 3;",
    ].join("\n"),
  );
  expect(details).toMatchObject({ matchCount: 3, applied: false });
  expect(await text("a.js")).toBe(files["a.js"]);
});

test("LENS-6 apply writes what the preview showed, all files, and can be undone", async () => {
  await put(files);
  await replace();
  const { text: told, details } = await replace({ apply: true });
  expect(told).toMatch(
    /^Applied 3 replacements in 2 files \(3 javascript files searched\)\.\nundo_id: undo_\w+\na\.js {2}2 replacements\n/,
  );
  expect(details).toMatchObject({ matchCount: 3, applied: true });
  expect([await text("a.js"), await text("b.js")]).toEqual(["let x = 1;\nlet y = 2;\n", "let z = 3;\n"]);
  await call("undo", { undo_id: details.undoId });
  expect([await text("a.js"), await text("b.js")]).toEqual([files["a.js"], files["b.js"]]);
});

test("LENS-6 apply without a preview is allowed and says so", async () => {
  await put(files);
  const { text: told } = await replace({ apply: true });
  expect(told).toMatch(/^Applied without a preview in this run\.\nApplied 3 replacements in 2 files/);
});

test.each<[string, Record<string, string>]>([
  ["a match is gone", { "b.js": "let z = 3;\n" }],
  ["all matches are gone", { "a.js": "", "b.js": "" }],
  ["a file with a match was changed elsewhere", { "b.js": "// new\nvar z = 3;\n" }],
  ["another file has a match now", { "c.js": "var w = 4;\n" }],
])("LENS-6 apply is refused when %s since the preview", async (_what, changed) => {
  await put(files);
  await replace();
  await put(changed);
  const now = { ...files, ...changed };
  const { text: told, isError, details } = await replace({ apply: true });
  expect(isError).toBe(true);
  expect(told).toMatch(
    /^Error \(conflict\): the files are no longer as they were in the preview; no file was changed\.\nNext: call again without apply/,
  );
  expect(details).toMatchObject({ stalePreview: true });
  for (const [file, content] of Object.entries(now)) expect(await text(file)).toBe(content);
  await replace();
  expect((await replace({ apply: true })).isError).toBe(false);
});

test("LENS-6 a file without a match may change between preview and apply", async () => {
  await put(files);
  await replace();
  await writeFile(join(rig.root, "c.js"), "stop();\n");
  expect((await replace({ apply: true })).text).toMatch(/^Applied 3 replacements/);
});

test("LENS-6 previews of one run are not those of another", async () => {
  await put(files);
  const other = await rig.open();
  await other.call("ast_grep_replace", asked);
  await put({ "b.js": "var z = 4;\n" });
  expect((await replace({ apply: true })).text).toMatch(/^Applied without a preview in this run\./);
  const told = toTold(await other.call("ast_grep_replace", { ...asked, apply: true }));
  expect(told.details).toMatchObject({ stalePreview: true });
  await other.dispose();
});

test("LENS-6 what must stand around a match", async () => {
  await put({ "a.js": "function f() { log(1); }\nlog(2);\nbefore();\nlog(3);\n" });
  const log = { pattern: "log($X);", rewrite: "note($X);", lang: "javascript", apply: true };
  expect((await call("ast_grep_replace", { ...log, insideKind: "function_declaration" })).isError).toBe(false);
  expect((await call("ast_grep_replace", { ...log, follows: "before();" })).isError).toBe(false);
  expect(await text("a.js")).toBe("function f() { note(1); }\nlog(2);\nbefore();\nnote(3);\n");
  const both = await call("ast_grep_replace", { ...log, hasKind: "arguments", hasDescendantKind: "number" });
  expect(both.text).toContain("`hasKind` and `hasDescendantKind` exclude each other");
});

test("LENS-6 no match is no error, an empty rewrite deletes", async () => {
  await put(files);
  expect((await replace({ pattern: "nowhere($X)", rewrite: "" })).text).toMatch(
    /^No matches; nothing to change\.\nNo matches in 3 javascript files under the workspace root\./,
  );
  await replace({ rewrite: "", apply: true, paths: ["b.js"] });
  expect([await text("a.js"), await text("b.js")]).toEqual([files["a.js"], ""]);
});

test("LENS-6 on MCP it has its own name", async () => {
  await put(files);
  const other = await rig.open({ dialect: "mcp" });
  const told = toTold(await other.call("pilens_ast_grep_replace", { ...asked, cwd: rig.root }));
  expect(told.text).toMatch(/^Preview: 3 replacements in 2 files/);
  await other.dispose();
});
