import { afterEach, describe, expect, it } from "vitest";
import { createEngine } from "../../src/engine/engine.ts";
import { openRun, type Run } from "../../src/run/run.ts";
import { toTold } from "../helpers/workspace-run.ts";
import { temporaryFolder } from "../helpers/reticle.ts";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const files = {
  "src/store.ts": "export function openStore() {}\n",
  "src/main.ts": 'import { openStore } from "./store.ts";\nexport const start = () => openStore();\n',
};

/** A run on a folder that has no index yet. */
async function coldRun(indexWaitMs: number): Promise<Run> {
  const [folder, cache] = [await temporaryFolder(files), await temporaryFolder()];
  const engine = await createEngine({ env: { ...process.env, RETICLE_CACHE_DIR: cache.path }, indexWaitMs });
  const run = await openRun(engine, { surface: "main", dialect: "mcp", cwd: folder.path });
  cleanups.push(async () => {
    await run.dispose();
    await engine.dispose();
    await cache[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  return run;
}

describe("a host that waits for the index", () => {
  it.each([
    [
      "pilens_symbol_search",
      { query: "open store" },
      'Next: pilens_read_symbol {"file":"src/store.ts","symbol":"openStore"}',
    ],
    ["pilens_module_report", { file: "src/store.ts", view: "compact" }, "used-by: src/main.ts"],
    ["pilens_project_report", { view: "compact" }, "2 of 2 files read"],
  ])("gets a whole answer from the first call of %s, and hears how far it is", async (tool, args, expected) => {
    const run = await coldRun(25_000);
    const heard: string[] = [];
    const result = await run.call(tool, args, {
      onProgress: (_done, _total, message) => heard.push(message),
    });
    const { text, isError } = toTold(result);
    expect({ isError, isWhole: !/partial|pending|stale|unavailable/.test(text) }).toEqual({
      isError: false,
      isWhole: true,
    });
    expect(text).toContain(expected);
    expect(new Set(heard)).toEqual(new Set(["files indexed"]));
  });
});
