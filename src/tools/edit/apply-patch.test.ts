import { chmod, lstat, mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";

const rig = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put, call } = rig;

async function disk(): Promise<Record<string, string>> {
  const found = await readdir(rig.root, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = files.map(async (file) => [file.slice(rig.root.length + 1), await readFile(file, "utf8")] as const);
  return Object.fromEntries((await Promise.all(texts)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
const files = { "a.txt": "one\ntwo\n", "b.txt": "three\n", "run.sh": "echo\r\n" };
const patch = `*** Begin Patch
*** Update File: a.txt
@@
-two
+2
*** Delete File: b.txt
*** Add File: new/c.txt
+four
*** Update File: run.sh
*** Move to: bin/run.sh
@@
+exit
*** End Patch`;

test("changes, deletes, creates and moves together; undo takes all of it back", async () => {
  await put(files);
  await chmod(join(rig.root, "run.sh"), 0o755);
  const { text, isError } = await call("apply_patch", { patch });
  expect(isError, text).toBe(false);
  expect(text).toMatch(
    /^Patched 4 files\na\.txt {2}changed\nb\.txt {2}deleted\nbin\/run\.sh {2}was run\.sh\nnew\/c\.txt {2}created\nundo_id: undo_\w+$/,
  );
  expect(await disk()).toEqual({ "a.txt": "one\n2\n", "bin/run.sh": "echo\r\nexit\r\n", "new/c.txt": "four\n" });
  expect((await stat(join(rig.root, "bin/run.sh"))).mode & 0o777).toBe(0o755);
  await call("undo", { undo_id: /undo_\w+$/.exec(text)?.[0] });
  expect(await disk()).toEqual(files);
  expect((await stat(join(rig.root, "run.sh"))).mode & 0o777).toBe(0o755);
});

test("steps build on each other: a new file is changed, a deleted one made anew", async () => {
  await put(files);
  const steps =
    "*** Add File: n.txt\n+x\n*** Update File: n.txt\n@@\n-x\n+y\n*** Delete File: b.txt\n*** Add File: b.txt\n+III\n";
  expect((await call("apply_patch", { patch: steps })).text).toMatch(
    /^Patched 2 files\nb\.txt {2}changed\nn\.txt {2}created\n/,
  );
  expect(await disk()).toEqual({ ...files, "b.txt": "III\n", "n.txt": "y\n" });
});

test.each([
  ["a hunk that does not fit", "*** Update File: b.txt\n@@\n-four\n+4\n", "does not fit"],
  ["a file that is there", "*** Add File: b.txt\n+x\n", "b.txt exists already"],
  ["a file that is not", "*** Update File: bb.txt\n@@\n-x\n+y\n", 'did you mean "b.txt"'],
  ["a place outside", "*** Add File: ../x.txt\n+x\n", "outside the workspace root"],
  ["a folder", "*** Delete File: folder\n", "is a folder"],
  ["a move onto a file", "*** Update File: b.txt\n*** Move to: run.sh\n", "run.sh exists already"],
])("R-05 %s: nothing at all is written", async (_what, broken, wanted) => {
  await put(files);
  await mkdir(join(rig.root, "folder"));
  const whole = `*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n${broken}*** End Patch`;
  const { text, isError } = await call("apply_patch", { patch: whole });
  expect([isError, text]).toEqual([true, expect.stringContaining(wanted) as string]);
  expect(await disk()).toEqual(files);
});

test("a unified diff", async () => {
  await put(files);
  const diff =
    "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1 @@\n+n\n";
  expect((await call("apply_patch", { patch: diff })).text).toMatch(
    /^Patched 2 files\na\.txt {2}changed\nn\.txt {2}created\n/,
  );
  expect(await disk()).toEqual({ ...files, "a.txt": "one\n2\n", "n.txt": "n\n" });
});

test.each([
  ["deleted", "*** Delete File: link.txt\n"],
  ["moved", "*** Update File: link.txt\n*** Move to: c.txt\n"],
])("a link is not %s, nor the file behind it", async (_what, step) => {
  await put(files);
  await symlink("a.txt", join(rig.root, "link.txt"));
  const { text, isError } = await call("apply_patch", { patch: step });
  expect([isError, text]).toEqual([true, expect.stringContaining('"link.txt" is a symbolic link') as string]);
  expect(await disk()).toEqual(files);
  expect((await lstat(join(rig.root, "link.txt"))).isSymbolicLink()).toBe(true);
});

test("a diff deletes only the file that it shows; a new program can be run", async () => {
  await put(files);
  const gone = (lines: string): string => `--- a/a.txt\n+++ /dev/null\n${lines}`;
  for (const lines of ["@@ -1 +0,0 @@\n-one\n", "@@ -1,2 +0,0 @@\n-one\n-zwei\n"]) {
    const { text } = await call("apply_patch", { patch: gone(lines) });
    expect(text).toContain("a.txt is to be deleted, but holds other lines than the patch says; no file was changed");
  }
  const made = "diff --git a/x.sh b/x.sh\nnew file mode 100755\n--- /dev/null\n+++ b/x.sh\n@@ -0,0 +1 @@\n+true\n";
  const { isError } = await call("apply_patch", { patch: `${gone("@@ -1,2 +0,0 @@\n-one\n-two\n")}${made}` });
  expect(isError).toBe(false);
  expect(Object.keys(await disk())).toEqual(["b.txt", "run.sh", "x.sh"]);
  expect((await stat(join(rig.root, "x.sh"))).mode & 0o777).toBe(0o755);
});

test("a patch without effect says so", async () => {
  await put(files);
  const { text } = await call("apply_patch", { patch: "*** Update File: a.txt\n@@\n one\n" });
  expect(text).toBe("The patch changes nothing; nothing was written.");
});
