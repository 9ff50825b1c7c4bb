import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { dumpIndex } from "../../test/helpers/index-dump.ts";
import { type BuiltIndex, indexOf } from "../../test/helpers/index-of.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "reticle-layouts-")));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function build(root: string, cache?: string): Promise<BuiltIndex> {
  const built = await indexOf(root, cache);
  cleanups.push(built.dispose);
  return built;
}

const git = (folder: string, ...args: string[]): void => {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "protocol.file.allow=always"];
  execFileSync("git", ["-C", folder, ...identity, ...args], { stdio: "ignore" });
};
const fileOf = ({ view }: BuiltIndex): string =>
  view.database.get<{ file: string }>("PRAGMA database_list")?.file ?? "";
const paths = ({ view }: BuiltIndex): string[] =>
  view.database.all<{ path: string }>("SELECT path FROM files ORDER BY path").map(({ path }) => path);

describe("layouts of repositories", () => {
  test("nested roots have an index each, with paths of their own", async () => {
    const root = temporary();
    write(root, {
      "package.json": "{}",
      "packages/a/index.ts": "export const a = 1;\n",
      "packages/b/index.ts": "export const b = 1;\n",
    });
    const cache = temporary();
    const [whole, part] = [await build(root, cache), await build(join(root, "packages/a"), cache)];
    expect(paths(whole)).toEqual(["package.json", "packages/a/index.ts", "packages/b/index.ts"]);
    expect(paths(part)).toEqual(["index.ts"]);
    expect(fileOf(whole)).not.toBe(fileOf(part));
  });

  test("a worktree begins with what another one knows, and ends as if built from nothing", async () => {
    const base = temporary();
    const main = join(base, "main");
    write(main, { "same.ts": "export function same() {}\n", "other.ts": "export function before() {}\n" });
    git(base, "init", "-q", "main");
    git(main, "add", ".");
    git(main, "commit", "-q", "-m", "first");
    git(main, "worktree", "add", "-q", join(base, "tree"));
    write(join(base, "tree"), { "other.ts": "export function after() {}\n", "new.ts": "export function added() {}\n" });
    const cache = temporary();
    const first = await build(main, cache);
    const idOf = ({ view }: BuiltIndex, name: string): unknown =>
      view.database.get("SELECT id FROM symbols WHERE full_name = ?", name);
    const tree = await build(join(base, "tree"), cache);
    expect(tree.view.coverage).toEqual({ state: "complete" });
    // The row is the copied one: the file was not parsed again.
    expect(idOf(tree, "same")).toEqual(idOf(first, "same"));
    expect(idOf(tree, "before")).toBeUndefined();
    expect(dumpIndex(fileOf(tree))).toEqual(dumpIndex(fileOf(await build(join(base, "tree")))));
    expect(paths(first)).toEqual(["other.ts", "same.ts"]);
  });

  test("a submodule is part of the tree that holds it, and a root of its own when asked for", async () => {
    const base = temporary();
    const library = join(base, "library");
    write(library, { "lib.ts": "export function fromLibrary() {}\n" });
    git(base, "init", "-q", "library");
    git(library, "add", ".");
    git(library, "commit", "-q", "-m", "first");
    git(base, "init", "-q", "app");
    const app = join(base, "app");
    write(app, { "app.ts": "export function app() {}\n" });
    git(app, "submodule", "add", "-q", library, "vendor/library");
    expect(paths(await build(app))).toEqual(["app.ts", "vendor/library/lib.ts"]);
    expect(paths(await build(join(app, "vendor/library")))).toEqual(["lib.ts"]);
  });

  test("symbolic links are not followed: a package linked into the tree is there once, and a cycle ends", async () => {
    const root = temporary();
    write(root, {
      "packages/core/index.ts": "export const core = 1;\n",
      "apps/site/main.ts": "export const site = 1;\n",
    });
    symlinkSync(join(root, "packages/core"), join(root, "apps/site/core"));
    symlinkSync(root, join(root, "packages/core/loop"));
    symlinkSync(join(root, "apps/site/main.ts"), join(root, "linked.ts"));
    expect(paths(await build(root))).toEqual(["apps/site/main.ts", "packages/core/index.ts"]);
  });

  test("a path with letters that URLs and SQL treat in their own way", async () => {
    const root = join(temporary(), 'a%20b?c#d\'e "f" é');
    write(root, { "x'y.ts": "export const quoted = 1;\n" });
    expect(paths(await build(root))).toEqual(["x'y.ts"]);
  });
});
