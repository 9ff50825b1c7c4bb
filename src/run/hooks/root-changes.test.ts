import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RootChanges } from "./root-changes.ts";

let root: string;
let changes: RootChanges;
const signal = AbortSignal.timeout(600_000);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const put = (path: string): void => writeFileSync(join(root, path), String(performance.now()));

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "root-changes-")));
  mkdirSync(join(root, "src"));
  for (const path of ["src/a.ts", "src/b.ts", "src/c.ts"]) put(path);
  await pause(120);
  changes = new RootChanges(root);
});
afterEach(() => {
  changes.close();
  rmSync(root, { recursive: true });
});

async function since(time: number): Promise<readonly string[] | undefined> {
  const found = await changes.since(time, signal);
  return found?.map(({ path, kind }) => `${kind} ${path.slice(root.length + 1)}`).toSorted();
}

/** A time that all that was written so far lies before. */
async function now(): Promise<number> {
  await pause(120);
  await changes.catchUp(signal);
  return Date.now();
}

async function watched(): Promise<void> {
  const end = performance.now() + 20_000;
  while ((await changes.since(Date.now(), signal)) === undefined) {
    if (performance.now() > end) throw new Error("not watched after 20 s");
    await pause(50);
  }
}

describe("RootChanges", () => {
  it("knows nothing before it watches, and nothing of the time before it was made", async () => {
    expect(await since(Date.now())).toBeUndefined();
    await watched();
    expect(await since(Date.now() - 600_000)).toBeUndefined();
  });

  it("tells everybody what came after the time that they name", async () => {
    await watched();
    const first = await now();
    put("src/a.ts");
    put("src/new.ts");
    expect(await since(first)).toEqual(["changed src/a.ts", "created src/new.ts"]);
    const second = await now();
    rmSync(join(root, "src/b.ts"));
    renameSync(join(root, "src/c.ts"), join(root, "src/moved.ts"));
    const later = ["changed src/moved.ts", "deleted src/b.ts", "deleted src/c.ts"];
    expect(await since(second)).toEqual(later);
    expect(await since(first)).toEqual([
      "changed src/a.ts",
      ...later.slice(0, 1),
      "created src/new.ts",
      ...later.slice(1),
    ]);
    expect(await since(await now())).toEqual([]);
  });

  it("remembers what came while it began to watch", async () => {
    const begin = Date.now();
    put("src/a.ts");
    await watched();
    expect(await since(begin)).toEqual(["changed src/a.ts"]);
  });
});
