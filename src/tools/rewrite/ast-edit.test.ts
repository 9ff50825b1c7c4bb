import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withoutPrivileges } from "../../../test/helpers/unprivileged.ts";
import { type Told, toTold, useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";

const rig = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put, call } = rig;
const text = (file: string): Promise<string> => readFile(join(rig.root, file), "utf8");

const four = {
  "lib/a.dart": "void a() {\n  dispose(x);\n  dispose(y);\n}\n",
  "lib/b.dart": "void b() {\n  dispose(p + q);\n}\n",
  "lib/c.dart": "void c() {\n  run(dispose(z));\n}\n",
  "d.dart": "void d() {\n  dispose(one);\n}\n",
};
const rewritten = {
  "lib/a.dart": "void a() {\n  x.dispose();\n  y.dispose();\n}\n",
  "lib/b.dart": "void b() {\n  (p + q).dispose();\n}\n",
  "lib/c.dart": "void c() {\n  run(z.dispose());\n}\n",
  "d.dart": "void d() {\n  one.dispose();\n}\n",
};
const seed = { pattern: "dispose($X)", rewrite: "$X.dispose()", language: "dart" };

/** So that a user without privileges can write there. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o777);
  for (const one of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(one.parentPath, one.name), one.isDirectory() ? 0o777 : 0o666);
  }
}

async function texts(): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(Object.keys(four).map(async (file) => [file, await text(file)] as const)),
  );
}
async function stage(args: Readonly<Record<string, unknown>> = seed): Promise<Told & { id: string }> {
  const told = await call("ast_edit", args);
  const id = /call resolve with edit_id "(edit_\d+)"/.exec(told.text)?.[1];
  if (id === undefined) throw new Error(`nothing was staged: ${told.text}`);
  return { ...told, id };
}
const accept = (id: string): Promise<Told> => call("resolve", { edit_id: id, action: "accept" });
const discard = (id: string): Promise<Told> => call("resolve", { edit_id: id, action: "discard" });

describe("ast_edit", () => {
  test("AE-01 its arguments", () => {
    const listed = rig.run.tools().find(({ name }) => name === "ast_edit");
    expect(Object.keys(listed?.inputSchema.properties ?? {})).toEqual([
      "pattern",
      "rewrite",
      "path",
      "language",
      "check",
    ]);
    expect(listed?.inputSchema.required).toEqual(["pattern", "rewrite"]);
  });

  test("AE-02 AE-03 AE-04 proposes with counts, a diff and an id, and writes nothing", async () => {
    await put(four);
    const { text: told, isError, details } = await stage();
    expect(isError).toBe(false);
    expect(told).toBe(
      [
        '(proposed) 5 replacements in 4 files (4 dart files searched). Nothing is written yet: call resolve with edit_id "edit_1" and action accept or discard.',
        "d.dart  1 replacement",
        "lib/a.dart  2 replacements",
        "lib/b.dart  1 replacement",
        "lib/c.dart  1 replacement",
        "",
        "--- d.dart",
        "@@ -2,1 +2,1 @@",
        "-  dispose(one);",
        "+  one.dispose();",
        "--- lib/a.dart",
        "@@ -2,2 +2,2 @@",
        "-  dispose(x);",
        "-  dispose(y);",
        "+  x.dispose();",
        "+  y.dispose();",
        "--- lib/b.dart",
        "@@ -2,1 +2,1 @@",
        "-  dispose(p + q);",
        "+  (p + q).dispose();",
        "--- lib/c.dart",
        "@@ -2,1 +2,1 @@",
        "-  run(dispose(z));",
        "+  run(z.dispose());",
      ].join("\n"),
    );
    expect(details).toMatchObject({ editId: "edit_1", replacements: 5, filesThatNoLongerParse: [] });
    expect(await texts()).toEqual(four);
    expect((await stage()).id).toBe("edit_2");
  });

  test("AE-04 without a match nothing is staged and no id used up", async () => {
    await put(four);
    const { text: told, isError } = await call("ast_edit", { ...seed, pattern: "nowhere($X)" });
    expect(isError).toBe(false);
    expect(told).toMatch(/^No matches; nothing staged\.\nNo matches in 4 dart files under the workspace root\.\n/);
    expect(told).not.toContain("edit_1");
    expect((await stage()).id).toBe("edit_1");
  });

  test("AE-04 a rewrite with a metavariable that the pattern lacks is an error that names it", async () => {
    await put(four);
    const { text: told, isError } = await call("ast_edit", { ...seed, rewrite: "$Y.dispose()" });
    expect([isError, told]).toEqual([
      true,
      "Error (invalid_input): `rewrite` uses $Y, which the pattern does not capture; it captures $X.\n" +
        "Next: use metavariables of the pattern, or name this one there.",
    ]);
  });

  test("what would stay as it is is not staged", async () => {
    await put(four);
    expect((await call("ast_edit", { ...seed, rewrite: "dispose($X)" })).text).toBe(
      "5 matches already as the rewrite would make them; nothing staged.",
    );
  });

  test("AE-05 nested matches: the outermost is rewritten, and the answer says so", async () => {
    await put({ "a.ts": "f(f(1));\n" });
    const { text: told, id } = await stage({ pattern: "f($X)", rewrite: "g($X)", language: "typescript" });
    expect(told).toContain("\n1 match inside another is left as written; run it again afterwards");
    await accept(id);
    expect(await text("a.ts")).toBe("g(f(1));\n");
  });

  test("AE-05 a rewrite that no longer parses is marked, with the files named", async () => {
    await put({ "a.ts": "f(1);\n", "b.ts": "const y = f(2);\nconst z = (;\n", "c.ts": "h(3);\n" });
    const broken = await stage({ pattern: "f($X)", rewrite: "g($X", language: "typescript" });
    expect(broken.text).toContain(
      "\nWARNING: 2 files would no longer parse as typescript: syntax errors in a.ts (line 1), b.ts (line",
    );
    expect(broken.details).toMatchObject({ filesThatNoLongerParse: ["a.ts", "b.ts"] });
    const placed = await stage({ pattern: "f($X)", rewrite: "return $X;", language: "typescript", path: "b.ts" });
    expect(placed.text).toContain("\nWARNING: 1 file would no longer parse as typescript: syntax errors in b.ts (line");
    const fine = await stage({ pattern: "f($X)", rewrite: "g($X)", language: "typescript" });
    expect(fine.text).not.toContain("WARNING");
  });

  test("AE-05 in more files than missing tokens are looked for in, errors are marked all the same", async () => {
    const many = Array.from(
      { length: 60 },
      (_, index) => [`f${index}.py`, `def f():\n    x = old(${index})\n`] as const,
    );
    await put(Object.fromEntries(many));
    const { text: told } = await stage({ pattern: "old($X)", rewrite: "return $X )", language: "python" });
    expect(told).toContain("\nWARNING: 60 files would no longer parse as python: ");
    expect((await readdir(tmpdir())).filter((name) => name.startsWith("reticle-rewritten-"))).toEqual([]);
  });

  test("AE-05 a token that a rewrite leaves out is marked in every one of fifty files", async () => {
    await put(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}.js`, `old(${at});\n`.repeat(200)])));
    const { text: told } = await stage({ pattern: "old($X)", rewrite: "fresh([$X)", language: "javascript" });
    expect(told).toContain("\nWARNING: 50 files would no longer parse as javascript: ");
  });

  test("AE-05 a block that loses its only statement is named", async () => {
    await put({
      "a.py": "def f():\n    log(1)\n\n\nif x:\n    log(2)\n    g()\n",
      "b.py": "for a in b:\n    log(a)  # each\n",
    });
    const emptied = await stage({ pattern: "log($X)", rewrite: "", language: "python" });
    expect(emptied.text).toContain(
      "\nWARNING: 2 blocks without a statement, which python does not allow, are left in a.py (line 1), b.py (line 1).\n",
    );
    const commented = await stage({ pattern: "log($X)", rewrite: "# gone", language: "python", path: "a.py" });
    expect(commented.text).toContain(
      "\nWARNING: 1 block without a statement, which python does not allow, is left in a.py",
    );
    const passing = await stage({ pattern: "log($X)", rewrite: "pass", language: "python" });
    expect(passing.text).not.toContain("WARNING");
  });

  test("AE-05 code that the pattern does not name is said to be left out", async () => {
    await put({
      "a.js": "if (a) {\n  b();\n}\nif (a) {\n  b();\n} else {\n  c();\n}\n",
      "b.js": "if (a) { b(); } else if (c) { d(); }\n",
    });
    const when = { pattern: "if ($C) { $$$B }", rewrite: "when($C, () => { $$$B });", language: "javascript" };
    expect((await stage(when)).text).toContain(
      "\nWARNING: 2 matches of code with more than the pattern names, such as an `else` or a modifier, which the rewrite leaves out: a.js (line 4), b.js (line 1).\n",
    );
    const whole = {
      ...when,
      pattern: "if ($C) { $$$B } else { $$$E }",
      rewrite: "pick($C, () => { $$$B }, () => { $$$E });",
    };
    expect((await stage({ ...whole, path: "a.js" })).text).not.toContain("WARNING");
  });

  test("one file, whose language is told by its name; another root is as good", async () => {
    await put(four);
    const { text: told } = await stage({ pattern: "dispose($X)", rewrite: "$X.dispose()", path: "lib/a.dart" });
    expect(told).toMatch(/^\(proposed\) 2 replacements in 1 file \(1 dart file searched\)/);
  });

  test("a preview is bounded, the change is whole", async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `f(${index});\n\n`).join("");
    await put({ "a.ts": lines, "b.ts": lines });
    const { text: told, id } = await stage({ pattern: "f($X)", rewrite: "g($X)", language: "typescript" });
    expect(Buffer.byteLength(told)).toBeLessThan(16_000);
    expect(told).toContain("\na.ts  3000 replacements\nb.ts  3000 replacements\n");
    expect(told).toMatch(/… \d+ more replacements are not shown$/);
    await accept(id);
    expect(await text("a.ts")).toBe(lines.replaceAll("f(", "g("));
  });

  test("G-07 an edit of one run is unknown in another", async () => {
    await put(four);
    const { id } = await stage();
    const other = await rig.open();
    const told = toTold(await other.call("resolve", { edit_id: id, action: "accept" }));
    expect([told.isError, told.text]).toEqual([
      true,
      'Error (not_found): no edit "edit_1" is staged in this run; none is pending.\nNext: stage one with ast_edit.',
    ]);
    await other.dispose();
    expect(await texts()).toEqual(four);
  });
});

describe("resolve", () => {
  test("RS-01 the action is one of two, and an unknown id lists what is pending", async () => {
    await put(four);
    await stage();
    expect((await call("resolve", { edit_id: "edit_1", action: "apply" })).text).toContain("Not run: `action`");
    const { text: told, isError } = await accept("edit_7");
    expect([isError, told]).toEqual([
      true,
      'Error (not_found): no edit "edit_7" is staged in this run; pending: edit_1 (ast_edit: 5 replacements in 4 files).\nNext: pass one of the pending ids.',
    ]);
  });

  test("RS-02 RS-03 accept writes every file, once; undo takes all of it back", async () => {
    await put(four);
    const { id } = await stage();
    const told = await accept(id);
    expect(told.text).toMatch(
      /^Accepted edit_1 \(ast_edit: 5 replacements in 4 files\)\nd\.dart {2}changed\nlib\/a\.dart {2}changed\nlib\/b\.dart {2}changed\nlib\/c\.dart {2}changed\nundo_id: undo_\w+/,
    );
    expect(await texts()).toEqual(rewritten);
    expect((await accept(id)).text).toContain('no edit "edit_1" is staged in this run; none is pending');
    const undoId = /undo_id: (undo_\w+)/.exec(told.text)?.[1];
    expect((await call("undo", { undo_id: undoId })).isError).toBe(false);
    expect(await texts()).toEqual(four);
  });

  test("RS-03 discard drops it", async () => {
    await put(four);
    const { id } = await stage();
    expect((await discard(id)).text).toBe(
      "Discarded edit_1 (ast_edit: 5 replacements in 4 files). No file was written.",
    );
    expect((await accept(id)).isError).toBe(true);
    expect(await texts()).toEqual(four);
  });

  test.each<[string, (path: string) => Promise<void>, string]>([
    [
      "one byte of it is touched",
      async (path) => writeFile(path, `${four["lib/b.dart"]} `),
      "changed since it was staged",
    ],
    ["it is deleted", async (path) => rm(path), "no longer exists"],
    [
      "it is a folder",
      async (path) => {
        await rm(path);
        await mkdir(path);
      },
      "is a folder now",
    ],
    [
      "it is a symbolic link to the same text",
      async (path) => {
        await rename(path, `${path}.moved`);
        await symlink(`${path}.moved`, path);
      },
      "is a symbolic link now",
    ],
  ])("RS-02 refused as a whole when %s", async (_what, change, why) => {
    await put(four);
    const { id } = await stage();
    await change(join(rig.root, "lib/b.dart"));
    const { text: told, isError, details } = await accept(id);
    const refusal = `Error (conflict): Refused edit_1: lib/b.dart ${why}. No file was written. Discard it and run ast_edit again.`;
    expect([isError, told]).toEqual([true, refusal]);
    expect(details).toMatchObject({ errorKind: "conflict" });
    const { "lib/b.dart": _touched, ...others } = four;
    for (const [file, content] of Object.entries(others)) expect(await text(file)).toBe(content);
    // It stays, marked stale, also when the file is as it was again.
    await rm(join(rig.root, "lib/b.dart"), { recursive: true, force: true });
    await put(four);
    expect((await accept(id)).text).toBe(refusal);
    expect((await discard(id)).isError).toBe(false);
    expect(await texts()).toEqual(four);
  });

  test("RS-02 refused when a folder above a file has become a link", async () => {
    await put(four);
    const { id } = await stage();
    await rename(join(rig.root, "lib"), join(rig.root, "moved"));
    await symlink(join(rig.root, "moved"), join(rig.root, "lib"));
    expect((await accept(id)).text).toMatch(
      /Refused edit_1: lib\/\w\.dart was moved behind a symbolic link\. No file was written\./,
    );
    expect(await texts()).toEqual(four);
  });

  test("RS-04 a folder that may not be written in: all files as before, and the edit is still staged", async () => {
    await put(four);
    const { id } = await stage();
    await openToAll(rig.home);
    await openToAll(rig.root);
    await chmod(join(rig.root, "lib"), 0o555);
    const told = await withoutPrivileges(() => accept(id));
    await chmod(join(rig.root, "lib"), 0o755);
    expect(told.isError).toBe(true);
    expect(told.text).toMatch(
      /^Error \(refused\): lib\/\w\.dart cannot be written: permission denied \(EACCES\); no file was changed\.\nNext: .*; edit_1 is still staged, accept it then or discard it\.$/,
    );
    expect(await texts()).toEqual(four);
    expect((await accept(id)).isError).toBe(false);
    expect(await texts()).toEqual(rewritten);
  });

  test("no temporary file is left, and nothing of an ended run", async () => {
    await put(four);
    const { id } = await stage();
    await accept(id);
    await stage({ pattern: "run($X)", rewrite: "go($X)", language: "dart" });
    await rig.reopen({});
    const names = await readdir(rig.root, { recursive: true });
    expect(names.filter((name) => name.includes(".reticle-"))).toEqual([]);
    expect((await accept("edit_2")).text).toContain("none is pending");
  });
});
