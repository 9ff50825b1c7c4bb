import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { areWholeTree, SearchedFiles, type SearchedTree } from "./searched-files.ts";

const files = ["a.go", "lib/b.go", "lib/deep/c.go", "library/d.go"];
const LONG_AGO_MS = 3_600_000;
let tree: SearchedTree = { language: "go", root: "" };
let searched = new SearchedFiles();
beforeEach(async () => {
  tree = { language: "go", root: await realpath(await mkdtemp(join(tmpdir(), "reticle-searched-"))) };
  searched = new SearchedFiles();
  for (const file of files) await put(file);
  // The clock of the system is past all that was written.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LONG_AGO_MS });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await rm(tree.root, { recursive: true });
});

async function put(file: string, text = ""): Promise<void> {
  await mkdir(dirname(join(tree.root, file)), { recursive: true });
  await writeFile(join(tree.root, file), text);
}
const remember = (names: readonly string[] = files, one = tree) => searched.remember(one, names, Date.now());
const below = (...paths: string[]) => searched.below(tree, paths);

test("those below the searched folders, but those that are named themselves", async () => {
  remember();
  expect(await below(".")).toEqual(files);
  expect(await below("lib")).toEqual(["lib/b.go", "lib/deep/c.go"]);
  expect(await below("lib/deep", "library")).toEqual(["lib/deep/c.go", "library/d.go"]);
  expect(await below(".", "a.go")).toEqual(files.slice(1));
  expect(await below("lib", "lib/b.go")).toEqual(["lib/deep/c.go"]);
  expect(await below("none")).toEqual([]);
});

test("under another name than its own a file would be counted twice", async () => {
  remember();
  for (const path of ["./lib", "lib/", "lib/../lib", "..", tree.root, join(tree.root, "lib")]) {
    expect(await below(path)).toEqual([]);
    expect(await below("lib", path)).toEqual([]);
  }
});

test("the whole tree and nothing else", () => {
  expect(areWholeTree(["."])).toBe(true);
  expect(areWholeTree([".", "ignored"])).toBe(false);
});

test("of each language and root its own, the latest ones", async () => {
  await searched.expect(tree, files);
  expect(await searched.below({ ...tree, language: "rust" }, ["."])).toEqual([]);
  expect(await searched.below({ ...tree, root: join(tree.root, "lib") }, ["."])).toEqual([]);
  remember(["a.go", "../outside.go", "/elsewhere/e.go", "two\nlines.go"]);
  await searched.expect(tree, files);
  expect(await below(".")).toEqual(["a.go"]);
});

test("bounded: the oldest trees are forgotten", async () => {
  remember();
  const many = Array.from({ length: 59_999 }, (_, index) => `${index}.rs`);
  remember(many, { ...tree, language: "rust" });
  expect(await below(".")).toEqual([]);
  expect(await searched.below({ ...tree, language: "rust" }, ["."])).toHaveLength(59_999);
});

test.each<[string, () => Promise<void>]>([
  ["an ignore file that is new", async () => put("lib/deep/.ignore", "c.go")],
  ["an ignore file that has changed", async () => put(".gitignore", "library")],
  ["an ignore file that is gone", async () => rm(join(tree.root, ".gitignore"))],
  ["what becomes a repository", async () => put("lib/.git/HEAD")],
  [
    "a folder that becomes a link",
    async () => {
      await rename(join(tree.root, "lib"), join(tree.root, "other"));
      await symlink("other", join(tree.root, "lib"));
    },
  ],
])("forgotten after a change of what is ignored: %s", async (_, change) => {
  await put(".gitignore", "out");
  vi.setSystemTime(Date.now() + LONG_AGO_MS);
  remember();
  await put("lib/new.go");
  expect(await below(".")).toEqual(files);
  await change();
  expect(await below(".")).toEqual([]);
  remember(["a.go"]);
  expect(await below(".")).toEqual(["a.go"]);
});

test("not known when what is ignored has changed during the search", async () => {
  await put(".gitignore", "out");
  searched.remember(tree, files, Date.now() - 2 * LONG_AGO_MS);
  expect(await below(".")).toEqual([]);
});

test.each([
  ["the file of git's own", "config/git/ignore"],
  ["a file that git's settings name", "global"],
])("what git ignores in all repositories: %s", async (_, file) => {
  vi.stubEnv("XDG_CONFIG_HOME", join(tree.root, "config"));
  await put("config/git/config", `[core]\n\texcludesFile = ${join(tree.root, "global")}\n`);
  await put(file, "# nothing\n");
  vi.setSystemTime(Date.now() + LONG_AGO_MS);
  await searched.expect(tree, files);
  expect(await below(".")).toEqual(files);
  await put(file, "library\n");
  expect(await below(".")).toEqual([]);
  await searched.expect(tree, files);
  expect(await below(".")).toEqual([]);
});

test("a pipe with the name of an ignore file is not waited for", async () => {
  remember();
  await below(".");
  for (const name of [".ignore", ".gitignore"]) execFileSync("mkfifo", [join(tree.root, name)]);
  expect(await below(".")).toEqual([]);
  await searched.expect(tree, files);
  expect(await below(".")).toEqual(files);
});

test("a walk heeds only what the tree's own .gitignore files say", async () => {
  await put(".gitignore", "out");
  await searched.expect(tree, files);
  expect(await below(".")).toEqual(files);
  searched = new SearchedFiles();
  await put("lib/.ignore", "# nothing\n\n");
  await searched.expect(tree, files);
  expect(await below(".")).toEqual(files);
  searched = new SearchedFiles();
  await put("lib/.ignore", "# all\n*.go\n");
  await searched.expect(tree, files);
  expect(await below(".")).toEqual([]);
});
