import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "reticle-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a folder is made with those above it, and what is there is left as it is", () => {
  const root = scratch();
  const folder = join(root, "a", "b", "c");
  makeFolder(folder, 0o700);
  expect(["a", join("a", "b"), join("a", "b", "c")].map((name) => statSync(join(root, name)).mode & 0o777)).toEqual([
    0o700, 0o700, 0o700,
  ]);
  mkdirSync(join(root, "open"), { mode: 0o755 });
  makeFolder(join(root, "open"), 0o700);
  expect(statSync(join(root, "open")).mode & 0o777).toBe(0o755);
  symlinkSync(folder, join(root, "link"));
  makeFolder(join(root, "link", "d"));
  expect(statSync(join(folder, "d")).isDirectory()).toBe(true);
});

test("what cannot be made is an error, also where the system says that the folder above is missing", () => {
  const root = scratch();
  writeFileSync(join(root, "file"), "");
  symlinkSync(join(root, "nowhere"), join(root, "dangling"));
  expect(() => makeFolder(join(root, "file"))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(root, "file", "a", "b"))).toThrow(/ENOTDIR/);
  expect(() => makeFolder(join(root, "dangling", "a"))).toThrow(/EEXIST/);
  // On other systems /proc itself is missing and cannot be made, or can by root.
  if (process.platform === "linux") expect(() => makeFolder("/proc/reticle/cache")).toThrow(/ENOENT/);
});
