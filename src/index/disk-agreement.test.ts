import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { indexOf } from "../../test/helpers/index-of.ts";
import { DiskAgreement } from "./disk-agreement.ts";
import { IndexReader } from "./index-reader.ts";
import { cachePlace } from "./store/store-place.ts";

/** Longer than a comparison counts without a watch. */
const LATER_MS = 1_100;

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "reticle-agreement-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Of a root of two files with its index, which nobody keeps; `compare` compares them again. */
async function compared(isKept: boolean): Promise<{
  root: string;
  agreement: DiskAgreement;
  compare: () => Promise<void>;
}> {
  const [root, cache] = [temporary(), temporary()];
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.ts"), "export function one() {}\n");
  writeFileSync(join(root, "b.md"), "# Two\n");
  // A file that is written while it is read is never the same again.
  await setTimeout(100);
  await (await indexOf(root, cache)).dispose();
  const agreement = new DiskAgreement(root, cache);
  const reader = new IndexReader(root, () => {});
  cleanups.push(
    () => reader.close(),
    () => agreement.end(),
  );
  const database = reader.open(cachePlace(cache, root).database)?.database;
  if (database === undefined) throw new Error("there is no index");
  const compare = (): Promise<void> =>
    agreement.compare({ database, signal: AbortSignal.timeout(10_000), ...(isKept && { isKept }) });
  expect(agreement.holds).toBe(false);
  await compare();
  expect(agreement.holds).toBe(true);
  return { root, agreement, compare };
}

test("a comparison counts for a moment, and with a watch until something happens", async () => {
  const [alone, watched] = [await compared(false), await compared(true)];
  await setTimeout(LATER_MS);
  await Promise.all([alone.agreement.settle(), watched.agreement.settle()]);
  expect(alone.agreement.holds).toBe(false);
  expect(watched.agreement.holds).toBe(true);
});

test.each<[string, (root: string) => void]>([
  ["an edit", (root) => appendFileSync(join(root, "src/a.ts"), "// more\n")],
  ["a new file in a folder", (root) => writeFileSync(join(root, "src/c.ts"), "")],
  [
    "a new folder with a file",
    (root) => {
      mkdirSync(join(root, "lib"));
      writeFileSync(join(root, "lib/d.ts"), "");
    },
  ],
  ["a file that went", (root) => rmSync(join(root, "b.md"))],
  ["a folder that moved", (root) => renameSync(join(root, "src"), join(root, "sources"))],
  ["rules", (root) => writeFileSync(join(root, ".gitignore"), "b.md\n")],
  [
    "another folder at the root's place",
    (root) => {
      renameSync(root, `${root}-old`);
      mkdirSync(root);
      cleanups.push(() => rmSync(`${root}-old`, { recursive: true }));
    },
  ],
])("after %s they do not agree any more, and another comparison says the same", async (_name, change) => {
  const { root, agreement, compare } = await compared(true);
  change(root);
  await agreement.settle();
  expect(agreement.holds).toBe(false);
  await compare();
  expect(agreement.holds).toBe(false);
});

test("what is told of a change while they are compared counts", async () => {
  const { agreement, compare } = await compared(true);
  const comparing = compare();
  agreement.lose();
  await comparing;
  expect(agreement.holds).toBe(false);
  await Promise.all([compare(), compare()]);
  expect(agreement.holds).toBe(true);
  agreement.end();
  await compare();
  expect(agreement.holds).toBe(false);
});
