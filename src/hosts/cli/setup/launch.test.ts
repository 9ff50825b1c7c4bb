import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findLaunch } from "./launch.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "launch-")));
  for (const folder of ["dist", "bin", "other", "empty", "node_modules/.bin"]) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  for (const file of ["dist/main.js", "other/reticle"]) {
    writeFileSync(join(base, file), "");
    chmodSync(join(base, file), 0o755);
  }
  for (const folder of ["bin", "node_modules/.bin"]) {
    symlinkSync(join(base, "dist/main.js"), join(base, folder, "reticle"));
  }
});
afterEach(() => rmSync(base, { recursive: true }));

describe("findLaunch", () => {
  it.each([
    ["the name, where the PATH leads here", ["empty", "bin", "other"], ["reticle"]],
    ["the path, where it leads elsewhere", ["other", "bin"], ["/node", "dist/main.js"]],
    ["the path, where only npx leads here", ["node_modules/.bin", "empty"], ["/node", "dist/main.js"]],
    ["the path, where there is none", ["empty"], ["/node", "dist/main.js"]],
  ])("%s", (_name, folders, expected) => {
    const PATH = folders.map((folder) => join(base, folder)).join(":");
    const main = join(base, "bin/reticle");
    expect(findLaunch({ PATH }, main, "/node")).toEqual(
      expected.map((word) => (word.startsWith("dist") ? join(base, word) : word)),
    );
  });
});
