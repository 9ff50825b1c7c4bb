import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changedSince } from "./changed-since.ts";
import { openWorkspace } from "./workspace.ts";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "changed-")));
  mkdirSync(join(root, "src"));
  for (const name of ["src/a.ts", "src/b.ts", "c.ts"]) writeFileSync(join(root, name), "1\n");
});
afterEach(() => rmSync(root, { recursive: true }));

/** A time after all that was written so far, by the file system's own clock. */
async function later(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 120));
  writeFileSync(join(root, ".clock"), "");
  return statSync(join(root, ".clock")).ctimeMs;
}

async function look(since: number, bounds: { maxFiles?: number } = {}) {
  const workspace = await openWorkspace({ cwd: root });
  const signal = AbortSignal.timeout(60_000);
  const found = await changedSince(workspace, {
    folder: root,
    since,
    maxFiles: 1_000,
    maxMs: 10_000,
    signal,
    ...bounds,
  });
  return {
    ...found,
    changes: found.changes.map(({ path, kind }) => `${kind} ${path.slice(root.length + 1)}`).toSorted(),
  };
}

describe("changedSince", () => {
  it("tells what was written, made, moved, and copied with its times", async () => {
    const since = await later();
    writeFileSync(join(root, "src/a.ts"), "2\n");
    writeFileSync(join(root, "new.ts"), "");
    renameSync(join(root, "src/b.ts"), join(root, "moved.ts"));
    cpSync(join(root, "c.ts"), join(root, "copied.ts"), { preserveTimestamps: true });
    utimesSync(join(root, "copied.ts"), 1, 1);
    expect(await look(since)).toEqual({
      changes: ["changed moved.ts", "changed src/a.ts", "created copied.ts", "created new.ts"],
      missing: undefined,
    });
  });

  it("tells nothing when nothing happened, and leaves out what a walk does", async () => {
    const since = await later();
    mkdirSync(join(root, "node_modules"));
    writeFileSync(join(root, "node_modules/x.js"), "");
    expect(await look(since)).toEqual({ changes: [], missing: undefined });
  });

  it("says what it did not look at", async () => {
    expect((await look(0, { maxFiles: 1 })).missing).toContain("a bound of 1 files");
  });
});
