import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { declareSpecTools } from "../../test/helpers/spec-tools.ts";
import { complete } from "../base/coverage.ts";
import { createEngine, type Engine } from "../engine/engine.ts";
import { defineTool, type Resource, type Tool } from "../tools/core/declaration.ts";
import type { ToolResult } from "../tools/core/result.ts";
import { openRun, type Run, type RunOptions } from "./run.ts";

const EVERYTHING: readonly Resource[] = [
  "languageServers",
  "debugSupervisor",
  "conversation",
  "kernelFactory",
  "questionPort",
  "targetSpace",
  "vibeRoster",
  "toolActivation",
];

let folder: string;
let ran: string[];
let opened: { dispose(): Promise<void> }[];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "run-")));
  mkdirSync(join(folder, "home"));
  mkdirSync(join(folder, "project/sub"), { recursive: true });
  ran = [];
  opened = [];
});
afterEach(async () => {
  for (const one of opened.reverse()) await one.dispose();
  rmSync(folder, { recursive: true });
});

async function engineWith(tools: readonly Tool[]): Promise<Engine> {
  const engine = await createEngine({ tools, env: { HOME: join(folder, "home") } });
  opened.push(engine);
  return engine;
}

async function runWith(tools: readonly Tool[], options: Partial<RunOptions> = {}): Promise<Run> {
  return runOf(await engineWith(tools), options);
}

async function runOf(engine: Engine, options: Partial<RunOptions> = {}): Promise<Run> {
  const cwd = join(folder, "project");
  const run = await openRun(engine, { surface: "main", dialect: "own", cwd, resources: EVERYTHING, ...options });
  opened.push(run);
  return run;
}

const specTools = declareSpecTools((name) => ran.push(name));

function payload({ content }: ToolResult): string {
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  expect(text).toMatch(/\n\nusage tokens=\d+ elapsed-ms=\d+ bytes=\d+ truncated=(true|false)$/);
  return text.replace(/\n\nusage [^\n]+$/, "");
}

/** A tool that shows what it was given. */
const probe = defineTool({
  name: "probe",
  mcp: { name: "pilens_probe", rename: { path: "file" }, cwd: true },
  title: "Probe",
  tier: "read",
  description: "Shows what it was given.",
  example: { path: "a.ts" },
  input: { type: "object", properties: { path: { type: "string" } } },
  needs: ["workspace"],
  parallel: true,
  run: (input, context) => {
    context.progress(1, 2, "half");
    const facts = { path: input.path, cwd: context.cwd, name: context.argumentName("path") };
    return Promise.resolve({ coverage: complete, facts });
  },
  format: ({ facts }) => JSON.stringify(facts),
});

describe("surfaces at the gate", () => {
  test("T-03 the schema is made after the tier filter", async () => {
    const run = await runWith(specTools, { surface: "plan" });
    expect(run.tools().length).toBeGreaterThan(5);
    expect(run.tools().filter(({ tier }) => tier !== "read")).toEqual([]);
  });

  for (const [id, surface] of [
    ["T-04", "plan"],
    ["T-05", "read-only"],
  ] as const) {
    test(`${id} ${surface}: write and exec tools are absent from the schema, and calling one starts nothing`, async () => {
      const run = await runWith(specTools, { surface });
      const shown = run.tools().map(({ name }) => name);
      for (const name of [
        "lsp_rename",
        "lsp_fix",
        "ast_edit",
        "resolve",
        "edit_symbol",
        "debug",
        "eval",
        "undo",
        "ast_grep_replace",
      ]) {
        expect(shown).not.toContain(name);
        const result = await run.call(name, { note: "x" });
        expect([payload(result), result.isError]).toEqual([`Unknown or disabled tool: ${name}`, true]);
      }
      expect(ran).toEqual([]);
      expect(payload(await run.call("lsp", {}))).toBe("lsp ran");
    });

    test(`T-06 ${surface}: no other name leads to a capped tool`, async () => {
      const run = await runWith(specTools, { surface });
      for (const { name, mcp, tier } of specTools) {
        for (const alias of [name, mcp?.name ?? name]) {
          const result = await run.call(alias, {});
          expect(result.isError).toBe(tier !== "read");
        }
      }
      const capped = specTools.flatMap(({ name, tier }) => (tier === "read" ? [] : [name]));
      expect(ran.filter((name) => capped.includes(name))).toEqual([]);
    });
  }

  test("T-06 a surface without eval has no bridge to go round the cap", async () => {
    const run = await runWith(specTools, { surface: "plan" });
    expect(run.tools().some(({ name }) => name === "eval")).toBe(false);
  });

  test("mcp: run-bound tools are unknown, unless the switch is on", async () => {
    const engine = await engineWith(specTools);
    const closed = await runOf(engine, { surface: "mcp", dialect: "mcp" });
    expect(payload(await closed.call("eval", {}))).toBe("Unknown or disabled tool: eval");
    expect(ran).toEqual([]);
    const open = await runOf(engine, { surface: "mcp", dialect: "mcp", hasRunTools: true });
    expect(payload(await open.call("eval", {}))).toBe("eval ran");
  });

  test("G-04 a tool whose resource is not attached is unknown", async () => {
    const run = await runWith(specTools, { resources: [] });
    expect(run.tools().map(({ name }) => name)).toContain("ast_grep");
    expect(payload(await run.call("debug", {}))).toBe("Unknown or disabled tool: debug");
  });

  test.each(["nonesuch", "", "constructor", "__proto__", "toString"])("the unknown name %j", async (name) => {
    const result = await (await runWith(specTools)).call(name, {});
    expect([payload(result), result.isError]).toEqual([`Unknown or disabled tool: ${name}`, true]);
  });
});

describe("arguments", () => {
  test.each([undefined, null, [], {}])("%j means no arguments", async (args) => {
    expect(payload(await (await runWith([probe])).call("probe", args))).toContain('"name":"path"');
  });

  test.each(["x", 4, true, ["a"]])("%j is refused", async (args) => {
    const result = await (await runWith([probe])).call("probe", args);
    expect(payload(result)).toMatch(/^Error \(invalid_input\): the arguments must be an object\.\nNext: /);
    expect(result.isError).toBe(true);
  });

  test("MCP names carry MCP's argument names, our own ours", async () => {
    const run = await runWith([probe]);
    const facts = { path: "a.ts", cwd: join(folder, "project") };
    expect(JSON.parse(payload(await run.call("probe", { path: "a.ts" })))).toEqual({ ...facts, name: "path" });
    expect(JSON.parse(payload(await run.call("pilens_probe", { file: "a.ts" })))).toEqual({ ...facts, name: "file" });
  });

  test("cwd: relative to the root, canonical, inside the roots, a folder", async () => {
    writeFileSync(join(folder, "project/file.txt"), "");
    symlinkSync(join(folder, "home"), join(folder, "project/out"));
    symlinkSync("sub", join(folder, "project/link"));
    const run = await runWith([probe]);
    for (const cwd of ["sub", "link", join(folder, "project/sub")]) {
      expect(JSON.parse(payload(await run.call("probe", { cwd })))).toMatchObject({ cwd: join(folder, "project/sub") });
    }
    for (const [cwd, kind] of [
      ["..", "refused"],
      ["out", "refused"],
      ["/", "refused"],
      ["nowhere", "not_found"],
      ["file.txt", "invalid_input"],
    ] as const) {
      const result = await run.call("probe", { cwd });
      expect([cwd, result.isError, payload(result)]).toEqual([
        cwd,
        true,
        expect.stringMatching(new RegExp(`^Error \\(${kind}\\): .*\`cwd\``)),
      ]);
    }
  });

  test("a name that is no string is unknown, and does not reject", async () => {
    const run = await runWith([]);
    for (const name of [undefined, null, 5, Symbol("s")]) {
      const { isError, content } = await run.call(name as unknown as string, {});
      expect({ isError, content }).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining(`Unknown or disabled tool: ${String(name)}`) as string }],
      });
    }
  });

  test("progress reaches the caller", async () => {
    const seen: unknown[] = [];
    const run = await runWith([probe]);
    await run.call("probe", {}, { onProgress: (...report) => seen.push(report) });
    expect(seen).toEqual([[1, 2, "half"]]);
  });
});

describe("retired names", () => {
  const search = defineTool({
    name: "ast_grep_search",
    mcp: { name: "pilens_ast_grep_search", cwd: true },
    title: "Search",
    tier: "read",
    description: "Searches.",
    example: {},
    input: {
      type: "object",
      properties: { pattern: { type: "string" }, lang: { type: "string" }, dump: { type: "boolean" } },
      required: ["lang"],
    },
    needs: [],
    parallel: true,
    run: (input) => Promise.resolve({ coverage: complete, facts: input }),
    format: ({ facts }) => JSON.stringify(facts),
  });

  test.each(["mcp", "own"] as const)("LENS-3 the retired dump answers in %s, unchecked", async (dialect) => {
    const run = await runWith([search], { dialect });
    const result = await run.call("pilens_ast_grep_dump", { source: "f()", lang: "go", zzz: 1 });
    expect(JSON.parse(payload(result))).toEqual({ pattern: "f()", lang: "go", dump: true });
    expect(result.structuredContent).toBeUndefined();
    expect(run.tools().map(({ name }) => name)).not.toContain("pilens_ast_grep_dump");
  });

  test("LENS-3 a retired name is switched off with its target", async () => {
    writeFileSync(
      join(folder, "project/.reticle.json"),
      JSON.stringify({ tools: { ast_grep_search: { enabled: false } } }),
    );
    const run = await runWith([search], { surface: "mcp", dialect: "mcp" });
    expect(run.tools()).toEqual([]);
    for (const name of ["pilens_ast_grep_search", "pilens_ast_grep_dump"]) {
      expect(payload(await run.call(name, { lang: "go" }))).toBe(`Unknown or disabled tool: ${name}`);
    }
  });

  test("LENS-3 a retired name whose target does not exist is unknown", async () => {
    const run = await runWith([search], { surface: "mcp", dialect: "mcp" });
    expect(payload(await run.call("pilens_lsp_diagnostics", {}))).toBe(
      "Unknown or disabled tool: pilens_lsp_diagnostics",
    );
  });
});

describe("one agent's own", () => {
  const counters = defineTool({
    name: "counters",
    title: "Counters",
    tier: "read",
    description: "Shows this run's counters.",
    example: {},
    input: { type: "object", properties: {} },
    needs: [],
    parallel: true,
    run: (_input, { session }) => {
      const facts = {
        calls: Object.fromEntries(session.calls),
        total: session.latency.total,
        ignored: session.degradations.count("mcp-ignored-arguments"),
        unused: session.end(),
      };
      return Promise.resolve({ coverage: complete, facts });
    },
    format: ({ facts }) => JSON.stringify(facts),
  });

  test("two runs of one engine share no counters", async () => {
    const engine = await engineWith([counters, ...specTools]);
    const [first, second] = [await runOf(engine), await runOf(engine)];
    await first.call("ast_grep_search", { zzz: 1 });
    await first.call("lsp", {});
    const unused = ["lens_diagnostic_mark", "lsp_navigation", "ast_grep_replace", "ast_grep_outline"];
    expect(JSON.parse(payload(await first.call("counters", {})))).toEqual({
      calls: { ast_grep_search: 1, lsp: 1, counters: 1 },
      total: 2,
      ignored: 1,
      unused,
    });
    expect(JSON.parse(payload(await second.call("counters", {})))).toMatchObject({
      calls: { counters: 1 },
      total: 0,
      ignored: 0,
      unused: expect.arrayContaining(["ast_grep_search"]) as unknown,
    });
  });

  const waiting = (signals: AbortSignal[]): Tool =>
    defineTool({
      name: "waiting",
      title: "Waiting",
      tier: "read",
      description: "Waits.",
      example: {},
      input: { type: "object", properties: {} },
      needs: [],
      parallel: true,
      run: (_input, _context, signal) => {
        signals.push(signal);
        return new Promise<never>((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        });
      },
      format: () => "",
    });

  test("the end of a run cancels its calls and no other run's", async () => {
    const signals: AbortSignal[] = [];
    const engine = await engineWith([waiting(signals)]);
    const [first, second] = [await runOf(engine), await runOf(engine)];
    const calls = [first.call("waiting", {}), second.call("waiting", {})];
    await sleep(10);
    await first.dispose();
    expect(payload(await (calls[0] as Promise<ToolResult>))).toBe("Error (cancelled): the run has ended.");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(payload(await first.call("waiting", {}))).toBe("Error (cancelled): the run has ended.");
    await engine.dispose();
    expect(payload(await (calls[1] as Promise<ToolResult>))).toBe("Error (cancelled): the engine has ended.");
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test("new roots count from the next call on; roots that cannot be used change nothing", async () => {
    mkdirSync(join(folder, "other"));
    const run = await runWith([probe], { roots: [join(folder, "project")] });
    await run.setRoots([join(folder, "other")]);
    expect(JSON.parse(payload(await run.call("probe", {})))).toMatchObject({ cwd: join(folder, "other") });
    expect(payload(await run.call("probe", { cwd: join(folder, "project") }))).toMatch(/^Error \(refused\)/);
    await expect(run.setRoots([join(folder, "nowhere")])).rejects.toThrow();
    expect(JSON.parse(payload(await run.call("probe", {})))).toMatchObject({ cwd: join(folder, "other") });
  });
});

describe("what a result holds of files", () => {
  const lines = { path: "/p/a.ts", startLine: 3, lines: ["three", "four"] };
  const reading = (text: string, delivered = [lines]): Tool =>
    defineTool({
      ...(probe as unknown as Parameters<typeof defineTool>[0]),
      run: () =>
        Promise.resolve({ coverage: { state: "stale", what: "all", since: "then" }, facts: text, notes: ["a note"] }),
      format: () => text,
      delivered: () => delivered,
    });

  test("LENS-8 is recorded as the tool says", async () => {
    const recorded: unknown[] = [];
    const run = await runWith([reading("text")], { recordRead: (read) => recorded.push(read) });
    await run.call("probe", {});
    expect(recorded).toEqual([lines]);
  });

  test("LENS-8 is not recorded when the gate has to cut the text", async () => {
    const recorded: unknown[] = [];
    const run = await runWith([reading("x".repeat(41_000))], { recordRead: (read) => recorded.push(read) });
    expect(payload(await run.call("probe", {}))).toContain("characters omitted");
    expect(recorded).toEqual([]);
  });

  test("LENS-8 a record that fails is a line of the result, not a failure", async () => {
    const recordRead = (): void => {
      throw new Error("the session is read-only");
    };
    const run = await runWith([reading("text")], { recordRead });
    const result = await run.call("probe", {});
    expect(result.isError).toBe(false);
    expect(payload(result)).toBe("not recorded as read: the session is read-only\na note\nstale: all since then\ntext");
  });
});

test("whoever approves hears when the call has ended", async () => {
  const controller = new AbortController();
  const signals: AbortSignal[] = [];
  const writing = defineTool({ ...(probe as unknown as Parameters<typeof defineTool>[0]), tier: "write" });
  const run = await runWith([writing], {
    approve: (_request, signal) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    },
  });
  const call = run.call("probe", {}, { signal: controller.signal });
  await expect.poll(() => signals.length).toBe(1);
  controller.abort();
  expect(payload(await call)).toMatch(/^Error \(cancelled\)/);
  expect(signals[0]?.aborted).toBe(true);
});

test("a disabled tool is neither listed nor run, and a project that changes its mind is heard", async () => {
  const file = join(folder, "project/.reticle.json");
  writeFileSync(file, JSON.stringify({ tools: { probe: { enabled: false } } }));
  const run = await runWith([probe]);
  expect(run.tools()).toEqual([]);
  expect(payload(await run.call("probe", {}))).toBe("Unknown or disabled tool: probe");
  writeFileSync(file, JSON.stringify({ tools: { probe: { enabled: true } } }));
  await expect.poll(() => run.tools().map(({ name }) => name), { timeout: 3000 }).toEqual(["probe"]);
});

test("a listing carries the contract sentence and an example in the host's names", async () => {
  const run = await runWith([probe], { surface: "mcp", dialect: "mcp" });
  expect(run.tools()).toEqual([
    {
      name: "pilens_probe",
      title: "Probe",
      description: 'Shows what it was given. Example: {"file":"a.ts"}',
      inputSchema: {
        type: "object",
        properties: { file: { type: "string" }, cwd: expect.objectContaining({}) as unknown },
      },
      tier: "read",
    },
  ]);
});
