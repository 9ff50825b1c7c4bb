import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useWorkspaceRun } from "../../../../test/helpers/workspace-run.ts";

const rig = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put, call } = rig;
const AREA = "export function area(x: number): number {\n  return x;\n}\n";
const USE = 'import { area } from "./a";\nexport const b: number = area(1);\n';
const project = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }',
  "a.ts": AREA,
  "b.ts": USE,
};
const read = (file: string): Promise<string> => readFile(join(rig.root, file), "utf8");
const patch = (...lines: readonly string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

describe("check: true proposes, says what it would introduce, and writes nothing", () => {
  test("apply_patch, with an importer that is open; resolve commits it and it has become true", async () => {
    await put(project);
    await call("lsp", { action: "diagnostics", file: "b.ts" });
    const breaking = patch(
      "*** Update File: a.ts",
      "@@",
      "-export function area(x: number): number {",
      "+export function area(x: string): string {",
    );
    const { text, isError } = await call("apply_patch", { patch: breaking, check: true });
    expect(isError, text).toBe(false);
    expect(text).toMatch(
      /^\(proposed\) 1 file\. Nothing is written yet: call resolve with edit_id "edit_1" and action accept or discard\.\na\.ts {2}changed\nPredicted, if it is accepted:\n/,
    );
    const predicted = text.slice(text.indexOf("b.ts: "));
    expect(predicted).toMatch(/^b\.ts: \d new errors?, not changed itself\n {2}2:\d+ error 23\d\d /);
    expect(await read("a.ts")).toBe(AREA);
    await call("resolve", { edit_id: "edit_1", action: "accept" });
    const { text: real } = await call("lsp", { action: "diagnostics", file: "b.ts" });
    const messages = [...predicted.matchAll(/error (\d+ .*) \(ts\)/g)].map(([, message]) => message);
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) expect(real).toContain(message);
    expect(await read("a.ts")).toContain("x: string");
  });

  test("apply_patch that breaks nothing says so", async () => {
    await put(project);
    const fine = patch(
      "*** Add File: c.ts",
      "+export const c = 1;",
      "*** Update File: b.ts",
      "@@",
      "-export const b: number = area(1);",
      '+import { c } from "./c";',
      "+export const b: number = area(c);",
    );
    const { text } = await call("apply_patch", { patch: fine, check: true });
    expect(text).toMatch(/\nb\.ts {2}changed\nc\.ts {2}created\nPredicted: it introduces no new diagnostics\.$/);
    await expect(read("c.ts")).rejects.toThrow("ENOENT");
  });

  test("what the removal of a file breaks is not predicted, and said so", async () => {
    await put(project);
    const { text } = await call("apply_patch", { patch: patch("*** Delete File: a.ts"), check: true });
    expect(text).toContain("\nunavailable: predicted diagnostics: what the removal of a.ts breaks; ");
    expect(text).not.toContain("no new diagnostics");
  });

  test("lsp_rename", async () => {
    await put(project);
    await rig.indexed();
    const args = { file: "a.ts", line: 1, symbol: "area", new_name: "surface", check: true };
    const { text, details } = await call("lsp_rename", args);
    expect(text).toMatch(
      /^\(proposed\) Rename area to surface: 3 edits in 2 files, by typescript-go [^.]+[^\n]*call resolve with edit_id "edit_1" and action accept or discard\.\na\.ts {2}1 edit\nb\.ts {2}2 edits\nPredicted: it introduces no new diagnostics\.$/,
    );
    expect(details).toMatchObject({ applied: false, editId: "edit_1", prediction: "complete", introduced: 0 });
    expect([await read("a.ts"), await read("b.ts")]).toEqual([AREA, USE]);
    await call("resolve", { edit_id: "edit_1", action: "accept" });
    expect(await read("b.ts")).toContain("surface(1)");
  });

  test("ast_edit", async () => {
    await put(project);
    const rewrite = { pattern: "area($X)", rewrite: "area(String($X))", language: "typescript", check: true };
    const { text } = await call("ast_edit", rewrite);
    expect(text).toMatch(/^\(proposed\) 1 replacement in 1 file /);
    expect(text).toMatch(/\nPredicted, if it is accepted:\nb\.ts: 1 new error\n {2}2:\d+ error 2345 /);
    expect(await read("b.ts")).toBe(USE);
  });

  test("a file that no server knows has nothing to be predicted", async () => {
    await put({ "notes.unknown": "one\n" });
    const change = patch("*** Update File: notes.unknown", "@@", "-one", "+two");
    expect((await call("apply_patch", { patch: change, check: true })).text).toContain("introduces no new diagnostics");
  });

  test("an edit whose file is gone at accept is refused", async () => {
    await put(project);
    const change = patch(
      "*** Update File: b.ts",
      "@@",
      "-export const b: number = area(1);",
      "+export const b: number = area(2);",
    );
    await call("apply_patch", { patch: change, check: true });
    await rm(join(rig.root, "b.ts"));
    const { text, isError } = await call("resolve", { edit_id: "edit_1", action: "accept" });
    expect([isError, text]).toEqual([true, expect.stringContaining("Refused edit_1: b.ts")]);
  });
});
