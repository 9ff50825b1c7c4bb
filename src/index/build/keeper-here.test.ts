import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createChildProcesses } from "../../process/children.ts";
import { createSymbolIndex } from "../create-symbol-index.ts";
import { startParseThread } from "../parse/start-parse-thread.ts";
import { ThreadLane } from "../parse/thread-lane.ts";
import type { IndexView, SymbolIndex } from "../symbol-index.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function folder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `reticle-here-${name}-`));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const whole = (index: SymbolIndex, root: string): Promise<IndexView> =>
  index.open(root, { waitMs: Number.POSITIVE_INFINITY, signal: AbortSignal.timeout(20_000) });
const namesIn = ({ database }: IndexView): string[] =>
  database.all<{ name: string }>("SELECT full_name AS name FROM symbols ORDER BY name").map(({ name }) => name);

test("an index built in this process is that of a process of its own, is brought up to date, and starts no child", async () => {
  const root = folder("root");
  const files = Array.from({ length: 20 }, (_, place) => place);
  for (const place of files) writeFileSync(join(root, `f${place}.ts`), `export function built${place}() {}\n`);
  const children = createChildProcesses();
  cleanups.push(() => children.dispose());
  const views = await Promise.all(
    [true, false].map(async (isBuiltHere) => {
      const cache = folder("cache");
      const index = createSymbolIndex({ children, folderFor: () => cache, isBuiltHere });
      cleanups.push(() => index.dispose());
      const view = await whole(index, root);
      if (isBuiltHere) expect(index.health()[0]?.value).toContain("built by this process");
      return { index, view };
    }),
  );
  const [here, apart] = views;
  if (here === undefined || apart === undefined) throw new Error("two indexes were asked for");
  expect(here.view.coverage).toEqual({ state: "complete" });
  expect(namesIn(here.view)).toHaveLength(files.length);
  expect(namesIn(here.view)).toEqual(namesIn(apart.view));
  await apart.index.dispose();
  expect(children.running).toBe(0);
  writeFileSync(join(root, "later.ts"), "export const later = () => 1;\n");
  await here.index.changed([join(root, "later.ts")]);
  expect(namesIn(await whole(here.index, root))).toContain("later");
  expect(children.running).toBe(0);
  await here.index.dispose();
  await expect(whole(here.index, root)).rejects.toMatchObject({ kind: "cancelled" });
});

test("a thread that was started ahead parses, and is left to whoever started it", async () => {
  const root = folder("root");
  for (const place of Array(12).keys()) writeFileSync(join(root, `f${place}.ts`), `export const ahead${place} = 1;\n`);
  const children = createChildProcesses();
  let started = 0;
  const firstThread = new ThreadLane(() => {
    started += 1;
    return startParseThread();
  });
  cleanups.push(() => firstThread.dispose());
  void firstThread.warm(["typescript"]);
  const cache = folder("cache");
  const index = createSymbolIndex({ children, folderFor: () => cache, isBuiltHere: true, firstThread });
  cleanups.push(() => index.dispose());
  expect(namesIn(await whole(index, root))).toHaveLength(12);
  expect(started).toBe(1);
});
