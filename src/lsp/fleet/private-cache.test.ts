import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPrivateCache } from "./private-cache.ts";

let parent = "";
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "reticle-private-"));
});
afterEach(() => rmSync(parent, { recursive: true }));

test("each process has its own, which goes with it", async () => {
  const one = await openPrivateCache(parent);
  const other = await openPrivateCache(parent);
  const folder = one.env["XDG_CACHE_HOME"] ?? "";
  expect(other.env["XDG_CACHE_HOME"]).not.toBe(folder);
  mkdirSync(join(folder, "daemon"));
  writeFileSync(join(folder, "daemon/socket"), "");
  await one[Symbol.asyncDispose]();
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(parent)).toHaveLength(1);
});

test("those of dead hosts are removed, those of living ones and other folders are not", async () => {
  const { pid: dead } = spawnSync(process.execPath, ["--version"]);
  const kept = [`reticle-cache-${process.ppid}-living`, "reticle-cache-", "reticle-cache-x1", "other-1-cache"];
  for (const name of [...kept, `reticle-cache-${dead}-a1B2`])
    mkdirSync(join(parent, name, "deep"), { recursive: true });
  await using cache = await openPrivateCache(parent);
  const own = cache.env["XDG_CACHE_HOME"]?.slice(parent.length + 1) ?? "";
  expect(readdirSync(parent).sort()).toEqual([...kept, own].sort());
});
