import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = fileURLToPath(new URL("../fakes/change-on-mount.ts", import.meta.url));
const canMount = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;
if (!canMount)
  process.stderr.write("NOT TESTED commits on full and read-only file systems: mounting is not allowed here\n");

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "reticle-change-disk-")));
});
afterEach(() => rmSync(base, { recursive: true }));

test.runIf(canMount).each([
  ["full", /\d+\.txt cannot be written: the disk is full \(ENOSPC\); no file was changed/],
  ["read-only", /\d+\.txt cannot be written: the file system is read-only \(EROFS\); no file was changed/],
  ["no room for the journal", /no journal can be kept in \S+ \(ENOSPC\); no file was changed/],
])("RS-04 R-05 a file system that is %s: all files as before, nothing left", (kind, message) => {
  const { stdout, stderr } = spawnSync("unshare", ["-m", process.execPath, script, base, kind], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ message: expect.stringMatching(message) as string, isOld: true, left: [] });
});
