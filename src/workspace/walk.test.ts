import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import nodePath from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../test/helpers/seeded-random.ts";
import { withoutPrivileges } from "../../test/helpers/unprivileged.ts";
import { walkFiles, type WalkOptions, type WalkResult } from "./walk.ts";
import { openWorkspace } from "./workspace.ts";

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(nodePath.join(tmpdir(), "reticle-walk-")));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(nodePath.dirname(nodePath.join(top, name)), { recursive: true });
    writeFileSync(nodePath.join(top, name), text);
  }
}
const empty = (...names: string[]): void => put(Object.fromEntries(names.map((name) => [name, ""])));

async function walk(folder = "", options: Omit<WalkOptions, "folder"> = {}): Promise<WalkResult> {
  const workspace = await openWorkspace({ cwd: top, home: "/nonexistent-home" });
  const result = await walkFiles(workspace, { folder: nodePath.join(top, folder), ...options });
  return { ...result, files: result.files.map((file) => nodePath.relative(top, file)) };
}

describe("what a walk leaves out", () => {
  test("names that begin with a dot, node_modules, links", async () => {
    empty(
      "a.ts",
      ".hidden.ts",
      ".git/config",
      ".github/x.yml",
      "node_modules/p/i.js",
      "src/node_modules/q/i.js",
      "src/b.ts",
    );
    symlinkSync("../a.ts", nodePath.join(top, "src/link.ts"));
    symlinkSync("..", nodePath.join(top, "src/circle"));
    expect(await walk()).toEqual({ files: ["a.ts", "src/b.ts"], coverage: { state: "complete" } });
  });

  test("what .gitignore files say, the innermost deciding", async () => {
    put({
      ".gitignore":
        "lib/\n*.log\n!keep.log\n/only-here.ts\ndocs/**/deep\n*.[t]mp\na\\ b.ts\n# comment\n\nbuild/*.js\r\nout\n",
      "packages/foo/.gitignore": "!lib\n",
    });
    empty(
      "packages/foo/lib/a.js",
      "packages/foo/lib/sub/b.js",
      "packages/foo/lib/sub/c.log",
      "packages/bar/lib/a.js",
      "drop.log",
      "keep.log",
      "only-here.ts",
      "src/only-here.ts",
      "docs/x/deep/y.md",
      "docs/x/z.md",
      "t.tmp",
      "a b.ts",
      "a c.ts",
      "build/x.js",
      "build/x.ts",
      "sub/out/y.ts",
      "src/Lib/case.ts",
    );
    expect((await walk()).files).toEqual([
      "a c.ts",
      "build/x.ts",
      "docs/x/z.md",
      "keep.log",
      "packages/foo/lib/a.js",
      "packages/foo/lib/sub/b.js",
      "src/Lib/case.ts",
      "src/only-here.ts",
    ]);
  });

  test("an ignore file that is a pipe is not waited for", async () => {
    empty("src/b.ts");
    for (const folder of [".", "src"]) execFileSync("mkfifo", [nodePath.join(top, folder, ".gitignore")]);
    expect((await walk("src")).files).toEqual(["src/b.ts"]);
    expect((await walk()).files).toEqual(["src/b.ts"]);
  });

  test("rules from above the start apply, but an ignored folder that is asked for is walked", async () => {
    put({ ".gitignore": "dist/\n*.log\n", "dist/.gitignore": "*.map\n" });
    empty("dist/js/a.js", "dist/js/a.log", "dist/a.map", "src/b.ts", "src/b.log");
    expect((await walk("src")).files).toEqual(["src/b.ts"]);
    expect((await walk("dist")).files).toEqual(["dist/js/a.js"]);
    expect((await walk("dist/js")).files).toEqual(["dist/js/a.js"]);
    expect((await walk()).files).toEqual(["src/b.ts"]);
  });
});

test("the order is that of names, folder by folder, and the same every time", async () => {
  empty("b/x.ts", "b.ts", "a/z.ts", "a/y/q.ts", "Z.ts", "é.ts", "a.ts");
  const { files } = await walk();
  expect(files).toEqual(["Z.ts", "a/y/q.ts", "a/z.ts", "a.ts", "b/x.ts", "b.ts", "é.ts"]);
  expect((await walk()).files).toEqual(files);
});

describe("bounds", () => {
  test("by count: the first files, and where the rest begins", async () => {
    empty("src/a.ts", "src/b.ts", "src/c.ts", "src/d/e.ts");
    const result = await walk("src", { maxFiles: 2 });
    expect(result.files).toEqual(["src/a.ts", "src/b.ts"]);
    expect(result.coverage).toEqual({
      state: "partial",
      looked: "the first 2",
      whole: "the files in src",
      missing: "what comes after src/b.ts (a bound of 2 files was reached)",
    });
    expect((await walk("src", { maxFiles: 4 })).coverage.state).toBe("complete");
  });

  test("by time", async () => {
    empty(...Array.from({ length: 1_500 }, (_, at) => `d${at}/x.ts`));
    const result = await walk("", { maxMs: 0 });
    expect(result.files.length).toBeLessThan(1_500);
    expect(result.coverage).toMatchObject({ state: "partial", missing: expect.stringContaining("0 ms") as string });
  });

  test("abort ends it with the signal's reason", async () => {
    empty(...Array.from({ length: 1_500 }, (_, at) => `d${at}/x.ts`));
    const reason = new Error("no longer needed");
    await expect(walk("", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    setImmediate(() => controller.abort(reason));
    await expect(walk("", { signal: controller.signal })).rejects.toBe(reason);
  });
});

test("a folder that cannot be read makes the answer partial and is named", async () => {
  empty("open/a.ts", "closed/b.ts");
  chmodSync(top, 0o755);
  chmodSync(nodePath.join(top, "closed"), 0o000);
  const { files, coverage } = await withoutPrivileges(() => walk());
  expect(files).toEqual(["open/a.ts"]);
  expect(coverage).toEqual({
    state: "partial",
    looked: "1",
    whole: "the files in .",
    missing: "folders that cannot be read (closed)",
  });
});

test("a start that is not there is never an empty tree", async () => {
  expect((await walk("gone")).coverage.state).toBe("partial");
});

test("the home directory and what is above it are refused", async () => {
  const workspace = await openWorkspace({ cwd: top, home: nodePath.join(top, "home") });
  await expect(walkFiles(workspace, { folder: top })).rejects.toMatchObject({ kind: "refused" });
});

test("property: skipping names that no rule can match changes no verdict", async () => {
  const { default: factory } = await import("ignore");
  const random = seededRandom(24);
  const rules = [
    "a",
    "/a",
    "a/",
    "b/c",
    "*.ts",
    "!x.ts",
    "**/c",
    "a/**",
    "!a/b",
    "a/*/c",
    "/b/*.js",
    "?.ts",
    "x*",
    "[ab].js",
    "!b/",
    "c/**/x.ts",
  ];
  const names = ["a", "b", "c", "x"];
  const endings = [".ts", ".js", ""];
  for (let round = 0; round < 60; round += 1) {
    rmSync(top, { recursive: true, force: true });
    const text = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(random, rules)).join("\n");
    const paths = new Set<string>();
    for (let at = 0; at < 25; at += 1) {
      const depth = Math.floor(random() * 3);
      const folders = Array.from({ length: depth }, () => `${pick(random, names)}`);
      paths.add(
        [...folders, `${pick(random, names)}${pick(random, endings)}.f`.replace(/(\.ts|\.js)\.f$/, "$1")].join("/"),
      );
    }
    put({ ".gitignore": text });
    empty(...paths);
    const matcher = factory({ ignorecase: false }).add(text);
    const expected = [...paths].filter((path) => !matcher.ignores(path));
    expect((await walk()).files.toSorted(), text).toEqual(expected.toSorted());
  }
});
