import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { complete } from "../base/coverage.ts";
import { openRun } from "../run/run.ts";
import { defineTool } from "../tools/core/declaration.ts";
import { createEngine, type Engine } from "./engine.ts";

let folder: string;
let engine: Engine;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "engine-")));
  mkdirSync(join(folder, "project"));
  engine = await createEngine({ env: { HOME: folder }, tools: [flood, explode], bounds: [join(folder, "project")] });
});
afterEach(async () => {
  await engine.dispose();
  rmSync(folder, { recursive: true });
});

const base = {
  title: "Demo",
  tier: "read",
  description: "Demonstrates.",
  example: {},
  input: { type: "object", properties: {} },
  needs: [],
  parallel: true,
  run: () => Promise.resolve({ coverage: complete, facts: null }),
} as const;
const flood = defineTool({ ...base, name: "flood", format: () => "line\n".repeat(20_000) });
const explode = defineTool({
  ...base,
  name: "explode",
  format: () => {
    throw new TypeError("unforeseen");
  },
});

async function callText(name: string): Promise<string> {
  const run = await openRun(engine, { surface: "main", dialect: "own" });
  const { content } = await run.call(name, {});
  await run.dispose();
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

describe("logs", () => {
  test("LENS-2 an oversized result leaves exactly one log, in the cache folder", async () => {
    const path = /full text: (\S+\/tool-result-\d+-[0-9a-f-]+\.log)/.exec(await callText("flood"))?.[1] ?? "";
    expect(readFileSync(path, "utf8")).toBe("line\n".repeat(20_000));
    expect(readdirSync(join(folder, ".cache/reticle/logs"))).toEqual([path.split("/").at(-1)]);
  });

  test("an unforeseen failure leaves its stack in a log, not in the result", async () => {
    expect(await callText("explode")).not.toContain("    at ");
    const [name = ""] = readdirSync(join(folder, ".cache/reticle/logs"));
    expect(name).toMatch(/^failure-/);
    expect(readFileSync(join(folder, ".cache/reticle/logs", name), "utf8")).toContain("TypeError: unforeseen\n    at ");
  });
});

describe("shared services", () => {
  test("nothing is loaded before it is used, and health loads nothing", () => {
    const health = new Map(engine.health().map(({ name, value }) => [name, value]));
    expect([health.get("syntax"), health.get("structural search")]).toEqual(["not loaded yet", "not loaded yet"]);
    expect(engine.children.running).toBe(0);
  });

  test("runs share one syntax and one structural search", async () => {
    const [first, second] = await Promise.all([engine.syntax(), engine.syntax()]);
    expect(first).toBe(second);
    expect(await engine.structural()).toBe(await engine.structural());
    expect(await engine.index()).toBe(await engine.index());
    expect(await engine.languageServers()).toBe(await engine.languageServers());
    expect(engine.health().map(({ value }) => value)).not.toContain("not loaded yet");
  });

  test("children run in the engine and end with it", async () => {
    const child = await engine.children.spawn("sleep", ["60"], { cwd: folder, label: "sleeper" });
    expect(engine.children.running).toBe(1);
    await engine.dispose();
    expect(await child.exited).toMatchObject({ code: null });
    expect(engine.children.running).toBe(0);
  });

  test("bounds limit every run", async () => {
    await expect(engine.openWorkspace({ cwd: folder, roots: [folder] })).resolves.toMatchObject({
      roots: [join(folder, "project")],
    });
    await expect(engine.openWorkspace({ cwd: folder, roots: [tmpdir()] })).resolves.toMatchObject({
      roots: [join(folder, "project")],
    });
    await expect(engine.openWorkspace({ cwd: folder, roots: ["/usr"] })).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("the end", () => {
  test("nothing starts any more, and a second end is harmless", async () => {
    await engine.dispose();
    await engine.dispose();
    expect(engine.closing.aborted).toBe(true);
    const ended = { kind: "cancelled" };
    await expect(engine.syntax()).rejects.toMatchObject(ended);
    await expect(engine.structural()).rejects.toMatchObject(ended);
    await expect(engine.children.spawn("true", [], { cwd: folder, label: "late" })).rejects.toMatchObject(ended);
  });

  test("what is being loaded at the end is given up", async () => {
    const loading = engine.syntax();
    const spawning = engine.children.spawn("sleep", ["60"], { cwd: folder, label: "racer" });
    loading.catch(() => {});
    spawning.catch(() => {});
    await engine.dispose();
    await expect(loading).rejects.toMatchObject({ kind: "cancelled" });
    await expect(spawning).rejects.toMatchObject({ kind: "cancelled" });
  });
});
