import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { indexOf } from "../../test/helpers/index-of.ts";
import { createChildProcesses } from "../process/children.ts";
import { agreesWithDisk } from "./compare-with-disk.ts";
import { createSymbolIndex } from "./create-symbol-index.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "reticle-agrees-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A root of two files and a cache folder with its index, which nobody keeps. */
async function built(): Promise<{ root: string; cache: string }> {
  const [root, cache] = [temporary(), temporary()];
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.ts"), "export function one() {}\n");
  writeFileSync(join(root, "b.md"), "# Two\n");
  await (await indexOf(root, cache)).dispose();
  return { root, cache };
}

test.each<[string, (root: string) => void, boolean]>([
  ["nothing", () => {}, true],
  ["an edit", (root) => appendFileSync(join(root, "src/a.ts"), "// more\n"), false],
  [
    "an edit of the same length with its old time",
    (root) => {
      writeFileSync(join(root, "src/a.ts"), "export function two() {}\n");
      utimesSync(join(root, "src/a.ts"), new Date(0), new Date(0));
    },
    false,
  ],
  ["a new file", (root) => writeFileSync(join(root, "src/c.ts"), ""), false],
  ["a file that went", (root) => rmSync(join(root, "b.md")), false],
  ["a file that moved", (root) => renameSync(join(root, "b.md"), join(root, "src/b.md")), false],
  ["a rule that leaves a file out", (root) => writeFileSync(join(root, ".gitignore"), "b.md\n"), false],
  ["what nobody looks at", (root) => mkdirSync(join(root, "node_modules/x"), { recursive: true }), true],
])("after %s, the index agrees with the disk: %#", async (_name, change, expected) => {
  const { root, cache } = await built();
  change(root);
  const children = createChildProcesses();
  const index = createSymbolIndex({ children, folderFor: () => cache });
  cleanups.push(
    () => children.dispose(),
    () => index.dispose(),
  );
  const database = await index.rehearse(root, AbortSignal.timeout(10_000));
  const { signal } = new AbortController();
  expect(database).toBeDefined();
  if (database === undefined) return;
  expect(await agreesWithDisk({ root, folder: cache, database, signal })).toBe(expected);
  const view = await index.open(root, { waitMs: Number.POSITIVE_INFINITY, signal });
  expect(view.coverage).toEqual({ state: "complete" });
  const files = view.database.all<{ path: string }>("SELECT path FROM files ORDER BY path").map(({ path }) => path);
  const fresh = await indexOf(root, temporary());
  cleanups.push(fresh.dispose);
  expect(files).toEqual(
    fresh.view.database.all<{ path: string }>("SELECT path FROM files ORDER BY path").map(({ path }) => path),
  );
  expect([...(await view.verify(files)).values()].every((freshness) => freshness === "current")).toBe(true);
});
