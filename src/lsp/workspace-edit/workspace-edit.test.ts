import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { pathToUri } from "../../workspace/uri.ts";
import { openWorkspace, type Workspace } from "../../workspace/workspace.ts";
import { createChangeSets } from "../../workspace/changes/change-sets.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";
import { changeSetOfPlan, type EditPlan, planEdit, type PlanOptions } from "./edit-plan.ts";
import { editSteps } from "./edit-steps.ts";
import { applyEdits } from "./text-edits.ts";

let root: string;
let journal: string;
let workspace: Workspace;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "reticle-workspace-edit-")));
  journal = await realpath(await mkdtemp(join(tmpdir(), "reticle-workspace-edit-journal-")));
  await put({ "a.txt": "one two\n", "b.txt": "three\n", "folder/c.txt": "four\n" });
  workspace = await openWorkspace({ cwd: root });
});
afterEach(async () => {
  for (const folder of [root, journal]) await rm(folder, { recursive: true });
});

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
const uri = (path: string): string => pathToUri(join(root, path));
const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});
function plan(edit: WorkspaceEdit, options: Partial<PlanOptions> = {}): Promise<EditPlan> {
  return planEdit(editSteps(edit), { workspace, cwd: root, encoding: "utf-16", versions: new Map(), ...options });
}
async function apply(edit: WorkspaceEdit): Promise<readonly PathChange[]> {
  return commit(await plan(edit));
}
async function commit(made: EditPlan): Promise<readonly PathChange[]> {
  const changes = createChangeSets({ folder: journal, onCommitted: () => Promise.resolve(), onRecovered: () => {} });
  const options = { roots: workspace.roots, signal: new AbortController().signal };
  return (await changes.commit(changeSetOfPlan("test", made), options)).changes;
}
/** Every file below the root with its text. */
async function disk(): Promise<Record<string, string>> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(root.length + 1), await readFile(file, "utf8")] as const),
  );
  return Object.fromEntries(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
const untouched = { "a.txt": "one two\n", "b.txt": "three\n", "folder/c.txt": "four\n" };

describe("text edits", () => {
  test.each([
    [
      "in any order",
      [
        { start: 4, end: 7, newText: "2" },
        { start: 0, end: 3, newText: "1" },
      ],
      "1 2",
    ],
    [
      "insertions at one place in order",
      [
        { start: 0, end: 0, newText: "a" },
        { start: 0, end: 0, newText: "b" },
      ],
      "abone two",
    ],
    [
      "twice the same counts once",
      [
        { start: 0, end: 3, newText: "1" },
        { start: 0, end: 3, newText: "1" },
      ],
      "1 two",
    ],
    [
      "an insertion where a replacement begins",
      [
        { start: 0, end: 3, newText: "1" },
        { start: 0, end: 0, newText: "<" },
      ],
      "<1 two",
    ],
    [
      "touching",
      [
        { start: 0, end: 3, newText: "1" },
        { start: 3, end: 7, newText: "2" },
      ],
      "12",
    ],
  ])("%s", (_what, edits, wanted) => {
    expect(applyEdits("one two", edits, "a.txt")).toBe(wanted);
  });

  test("overlapping ones are refused", () => {
    const edits = [
      { start: 0, end: 4, newText: "1" },
      { start: 3, end: 7, newText: "2" },
    ];
    expect(() => applyEdits("one two", edits, "a.txt")).toThrow("edits of a.txt overlap");
  });
});

describe("R-06 every shape of an edit", () => {
  test("changes by document", async () => {
    const changes = {
      [uri("a.txt")]: [{ range: range(0, 0, 3), newText: "1" }],
      [uri("b.txt")]: [{ range: range(0, 0, 5), newText: "3" }],
    };
    expect(await apply({ changes })).toEqual([
      { path: join(root, "a.txt"), kind: "changed" },
      { path: join(root, "b.txt"), kind: "changed" },
    ]);
    expect(await disk()).toEqual({ ...untouched, "a.txt": "1 two\n", "b.txt": "3\n" });
  });

  test("document changes count before changes", async () => {
    const textDocument = { uri: uri("a.txt"), version: null };
    await apply({
      changes: { [uri("b.txt")]: [{ range: range(0, 0, 5), newText: "never" }] },
      documentChanges: [{ textDocument, edits: [{ range: range(0, 0, 3), newText: "1" }] }],
    });
    expect(await disk()).toEqual({ ...untouched, "a.txt": "1 two\n" });
  });

  test("resource operations in their order: create and fill, edit and rename, edit under the new name, delete", async () => {
    const documentChanges: WorkspaceEdit["documentChanges"] = [
      { kind: "create", uri: uri("new/d.txt") },
      { textDocument: { uri: uri("new/d.txt"), version: null }, edits: [{ range: range(0, 0, 0), newText: "five\n" }] },
      { textDocument: { uri: uri("a.txt"), version: null }, edits: [{ range: range(0, 0, 3), newText: "1" }] },
      { kind: "rename", oldUri: uri("a.txt"), newUri: uri("renamed.txt") },
      { textDocument: { uri: uri("renamed.txt"), version: null }, edits: [{ range: range(0, 2, 5), newText: "2" }] },
      { kind: "delete", uri: uri("b.txt") },
    ];
    const changes = await apply({ documentChanges });
    expect(changes.map(({ path, kind }) => `${kind} ${path.slice(root.length + 1)}`)).toEqual([
      "deleted a.txt",
      "deleted b.txt",
      "created new/d.txt",
      "created renamed.txt",
    ]);
    expect(await disk()).toEqual({ "folder/c.txt": "four\n", "new/d.txt": "five\n", "renamed.txt": "1 2\n" });
  });

  test("a folder is renamed with what is in it", async () => {
    await apply({ documentChanges: [{ kind: "rename", oldUri: uri("folder"), newUri: uri("other") }] });
    expect(Object.keys(await disk())).toEqual(["a.txt", "b.txt", "other/c.txt"]);
  });

  test("options: overwrite, ignoreIfExists, ignoreIfNotExists", async () => {
    const taken = { kind: "rename", oldUri: uri("a.txt"), newUri: uri("b.txt") } as const;
    await expect(apply({ documentChanges: [taken] })).rejects.toMatchObject({ kind: "conflict" });
    await apply({ documentChanges: [{ ...taken, options: { ignoreIfExists: true } }] });
    await expect(apply({ documentChanges: [{ kind: "create", uri: uri("a.txt") }] })).rejects.toMatchObject({
      kind: "conflict",
    });
    await apply({ documentChanges: [{ kind: "delete", uri: uri("none.txt"), options: { ignoreIfNotExists: true } }] });
    await expect(apply({ documentChanges: [{ kind: "delete", uri: uri("none.txt") }] })).rejects.toMatchObject({
      kind: "not_found",
    });
    expect(await disk()).toEqual(untouched);
    await apply({ documentChanges: [{ ...taken, options: { overwrite: true } }] });
    expect(await disk()).toEqual({ "b.txt": "one two\n", "folder/c.txt": "four\n" });
  });
});

describe("R-05 all or nothing", () => {
  test.each([
    ["a file outside", () => pathToUri("/etc/hostname"), "refused"],
    ["a file that is not there", () => uri("none.txt"), "not_found"],
  ])("%s: nothing is written", async (_what, other, kind) => {
    const edits = [{ range: range(0, 0, 1), newText: "x" }];
    await expect(apply({ changes: { [uri("a.txt")]: edits, [other()]: edits } })).rejects.toMatchObject({ kind });
    expect(await disk()).toEqual(untouched);
  });

  test("an edit for another version of the document", async () => {
    const textDocument = { uri: uri("a.txt"), version: 1 };
    const edit = { documentChanges: [{ textDocument, edits: [{ range: range(0, 0, 1), newText: "x" }] }] };
    await expect(plan(edit, { versions: new Map([[join(root, "a.txt"), 2]]) })).rejects.toMatchObject({
      kind: "conflict",
    });
  });

  test("a file that changed since the plan was made", async () => {
    const edits = [{ range: range(0, 0, 1), newText: "x" }];
    const made = await plan({ changes: { [uri("a.txt")]: edits, [uri("b.txt")]: edits } });
    await put({ "b.txt": "other\n" });
    await expect(commit(made)).rejects.toThrow("b.txt has changed since; no file was changed");
    expect(await disk()).toEqual({ ...untouched, "b.txt": "other\n" });
  });
});

test("positions are the server's: characters before are counted in its encoding", async () => {
  await put({ "a.txt": 'x = "😀"; foo\r\nfoo\r\n' });
  const foo = async (from: number, encoding: PlanOptions["encoding"]): Promise<string | undefined> => {
    const edits = [{ range: range(0, from, from + 3), newText: "bar\n" }];
    return (await plan({ changes: { [uri("a.txt")]: edits } }, { encoding })).files[0]?.after;
  };
  const wanted = 'x = "😀"; bar\r\n\r\nfoo\r\n';
  expect([await foo(10, "utf-16"), await foo(12, "utf-8"), await foo(9, "utf-32")]).toEqual([wanted, wanted, wanted]);
});
