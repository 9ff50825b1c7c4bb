import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DiskChanges } from "../../workspace/watch/disk-changes.ts";
import { DiskNews } from "./disk-news.ts";

let root: string;
let changes: DiskChanges;

const signal = AbortSignal.timeout(600_000);

function write(path: string, text = "x"): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** "created a.ts", in the order of the paths. */
async function taken(): Promise<string[]> {
  const found = await changes.take(signal);
  return found.map(({ path, kind }) => `${kind} ${relative(root, path)}`).sort();
}

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "reticle-changes-")));
  write(".gitignore", "out/\n*.log\n");
  write("a.ts");
  write("lib/b.ts");
  write(".settings");
  write(".hidden/c.ts");
  write("node_modules/d/index.js");
  write("out/e.js");
  // Older than the watch.
  utimesSync(join(root, "a.ts"), 1, 1);
  await pause(120);
  changes = new DiskChanges(root);
  await pause(QUIET_MS);
  expect(await taken()).toEqual([]);
});

/** How long nothing is looked at after the start, and a little more. */
const QUIET_MS = 1_050;

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

afterEach(() => {
  changes.close();
  rmSync(root, { recursive: true });
});

describe("what changes on disk", () => {
  test("is told once, as what it is", async () => {
    write("a.ts", "y");
    write("new.ts");
    rmSync(join(root, "lib/b.ts"));
    expect(await taken()).toEqual(["changed a.ts", "created new.ts", "deleted lib/b.ts"]);
    expect(await taken()).toEqual([]);
  });

  test("a file that another takes the place of has changed; what came and went is nothing", async () => {
    write("a.ts.tmp", "z");
    renameSync(join(root, "a.ts.tmp"), join(root, "a.ts"));
    expect(await taken()).toEqual(["changed a.ts"]);
  });

  test("folders that come bring their files, those that go take them along", async () => {
    write("deep/er/x.ts");
    expect(await taken()).toEqual(["created deep/er/x.ts"]);
    write("deep/er/y.ts");
    expect(await taken()).toEqual(["created deep/er/y.ts"]);
    renameSync(join(root, "deep"), join(root, "moved"));
    expect(await taken()).toEqual([
      "created moved/er/x.ts",
      "created moved/er/y.ts",
      "deleted deep/er/x.ts",
      "deleted deep/er/y.ts",
    ]);
    write("moved/er/x.ts", "again");
    expect(await taken()).toEqual(["changed moved/er/x.ts"]);
  });

  test("ignored and hidden folders are nobody's business, hidden files are", async () => {
    write("out/e.js", "y");
    write(".hidden/c.ts", "y");
    write("node_modules/d/index.js", "y");
    write(".settings", "y");
    expect(await taken()).toEqual(["changed .settings"]);
  });

  test("what somebody else has told is not told again, until it changes once more", async () => {
    write("told.ts");
    changes.remember([{ path: join(root, "told.ts"), kind: "created" }]);
    expect(await taken()).toEqual([]);
    write("told.ts");
    expect(await taken()).toEqual(["changed told.ts"]);
  });

  test("more changes than watches report at once are found by comparing", async () => {
    for (let number = 0; number < 3_000; number += 1) write(`many/${number}.ts`);
    expect((await taken()).length).toBe(3_000);
    for (let number = 0; number < 3_000; number += 1) write(`many/${number}.ts`, "y");
    expect((await taken()).length).toBe(3_000);
  });
});

test("what changed before the watches were in their places is found all the same", async () => {
  const late = new DiskChanges(root);
  write("a.ts", "y");
  expect(await late.take(signal)).toEqual([]);
  await pause(QUIET_MS);
  write("lib/b.ts", "y");
  const found = await late.take(signal);
  expect(found.map(({ path }) => relative(root, path)).sort()).toEqual(["a.ts", "lib/b.ts"]);
  late.close();
});

test("where nothing can be watched everything is compared, from time to time", async () => {
  const blind = new DiskChanges(root, {
    isHealthy: false,
    add: () => {},
    keepOnly: () => {},
    settle: () => Promise.resolve(),
    take: () => ({ paths: [], needsSweep: false }),
    close: () => {},
  });
  await pause(QUIET_MS);
  await blind.take(signal);
  write("a.ts", "y");
  write("lib/new.ts");
  await pause(2_050);
  const found = await blind.take(signal);
  expect(found.map(({ path, kind }) => `${kind} ${relative(root, path)}`).sort()).toEqual([
    "changed a.ts",
    "created lib/new.ts",
  ]);
  write("a.ts", "z");
  expect(await blind.take(signal)).toEqual([]);
  blind.close();
});

describe("news", () => {
  test("calls at the same time wait for the same changes, and an abort is one caller's own", async () => {
    const told: string[][] = [];
    const news = new DiskNews(async (_, found) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      told.push(found.map(({ path }) => relative(root, path)));
    });
    news.watch(root);
    await pause(QUIET_MS);
    write("a.ts", "y");
    const abort = new AbortController();
    const first = news.catchUp(root, abort.signal);
    const second = news.catchUp(root, signal);
    setTimeout(() => abort.abort(new Error("enough")), 20);
    await expect(first).rejects.toThrow("enough");
    await second;
    expect(told).toEqual([["a.ts"]]);
    await news.catchUp("/elsewhere", signal);
    news.close();
  });
});
