import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEngine } from "../../engine/engine.ts";
import type { Engine } from "../../engine/engine.ts";
import { openRun } from "../../run/run.ts";
import type { Run } from "../../run/run.ts";
import { ReticleError } from "../../base/errors.ts";
import { complete } from "../../base/coverage.ts";
import { defineTool } from "../core/declaration.ts";
import type { ToolResult } from "../core/result.ts";
import { health } from "./health.ts";
import { latency } from "./latency.ts";
import { sessionEnd } from "./session-end.ts";

/** A tool whose calls are about a file and fail when told to. */
const probe = defineTool({
  name: "probe",
  title: "Probe",
  tier: "read",
  description: "Does nothing.",
  example: {},
  input: {
    type: "object",
    properties: { path: { type: "string" }, fails: { type: "boolean" }, ms: { type: "integer" } },
  },
  needs: [],
  parallel: true,
  run: async ({ fails, ms = 0 }, context) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
    if (fails === true) context.session.degradations.record("probe-trouble", "the probe", "was told to fail");
    if (fails === true) throw new ReticleError("unsupported", "the probe was told to fail");
    return { coverage: complete, facts: {} };
  },
  format: () => "done",
});

const textOf = (result: ToolResult): string =>
  result.content.map((block) => (block.type === "text" ? block.text : "")).join("");

describe("session tools", () => {
  let engine: Engine;
  let run: Run;
  beforeAll(async () => {
    engine = await createEngine({ tools: [probe, health, latency, sessionEnd] });
    run = await openRun(engine, { surface: "main", dialect: "own" });
  });
  afterAll(async () => {
    await run.dispose();
    await engine.dispose();
  });

  it("pilens_latency filters by the end of the file's path, newest first, and says where time went", async () => {
    await run.call("probe", { path: "src/a.ts" });
    await run.call("probe", { path: "src/b.ts", fails: true });
    const result = await run.call("pilens_latency", { file: "b.ts" });
    expect(textOf(result)).toMatch(
      /^1 of 2 calls about files ending in "b.ts", newest first:\n {2}[\d.]+ ms {2}probe {2}src\/b.ts {2}error {2}\(run [\d.]+ ms\) {2}0 s ago/,
    );
    expect(result.details).toMatchObject({
      total: 2,
      reports: [{ tool: "probe", file: "src/b.ts", outcome: "error" }],
    });
  });

  it("pilens_latency does not call a filter complete that older calls could have matched", async () => {
    for (let index = 0; index < 205; index += 1) await run.call("probe", { path: `src/c${index}.ts` });
    const result = await run.call("pilens_latency", { file: "src/a.ts" });
    expect(textOf(result)).toMatch(
      /^partial: the latest 200 of \d+ calls; not covered: older calls, which are not kept\n/,
    );
    expect(textOf(result)).not.toContain("No call");
    const enough = await run.call("pilens_latency", { file: ".ts", limit: 2 });
    expect(textOf(enough)).toMatch(/^2 of \d+ calls about/);
  });

  it("lens_health counts calls, names degradations with their reasons and the slowest calls", async () => {
    await run.call("probe", { path: "src/slow.ts", ms: 120 });
    const result = await run.call("lens_health", {});
    const text = textOf(result);
    expect(text).toMatch(/ {2}calls {2}\d+ \(probe 208, /);
    expect(text).toMatch(/ {2}slowest {2}\d{3} ms probe src\/slow.ts;/);
    expect(text).toContain("DEGRADATIONS:\n  probe-trouble × 1\n    the probe: was told to fail");
    expect(text).toMatch(/syntax +not loaded yet/);
    expect(text).toMatch(
      /event loop delay +p50 [\d.]+ ms, p99 [\d.]+ ms, max \d+\.\d ms over \d+ samples? while calls ran/,
    );
    expect(result.details).toMatchObject({
      calls: { probe: 208 },
      degradations: [{ kind: "probe-trouble", count: 1 }],
    });
  });

  it("lens_health costs at most 5 ms and loads nothing", async () => {
    const durations: number[] = [];
    for (let index = 0; index < 9; index += 1) {
      const startedAt = performance.now();
      const result = await run.call("lens_health", {});
      durations.push(performance.now() - startedAt);
      expect(textOf(result)).toMatch(/structural search +not loaded yet/);
    }
    expect(durations.sort((a, b) => a - b)[4]).toBeLessThanOrEqual(5);
  });

  it("pilens_session_end records once which situational tools were never used", async () => {
    const first = await run.call("pilens_session_end", {});
    expect(textOf(first)).toMatch(/^Session ended\.\n\nusage /);
    expect(first.isError).toBe(false);
    const again = await run.call("pilens_session_end", {});
    expect(textOf(again)).toMatch(/^Session ended\./);
  });
});
