import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { declareSpecTools } from "../../../test/helpers/spec-tools.ts";
import { complete } from "../../base/coverage.ts";
import { createEngine } from "../../engine/engine.ts";
import { openRun } from "../../run/run.ts";
import { defineTool, type Resource, type Tool } from "../../tools/core/declaration.ts";
import { loaderName } from "../../tools/core/spec-table.ts";
import { activateTools } from "../../tools/session/activate-tools.ts";
import { registerTools } from "./register-tools.ts";
import { ToolLoading } from "./tool-loading.ts";

type PiTool = Parameters<ExtensionAPI["registerTool"]>[0];

const RESOURCES: readonly Resource[] = [
  "languageServers",
  "debugSupervisor",
  "conversation",
  "kernelFactory",
  "questionPort",
  "targetSpace",
  "vibeRoster",
];
const specTools = declareSpecTools().map((tool) => (tool.name === loaderName ? activateTools : tool));
const situational = "lens_diagnostic_mark lsp_navigation ast_grep_search ast_grep_replace ast_grep_outline".split(" ");
const runBound = (
  "lsp lsp_rename lsp_fix ast_grep ast_edit resolve edit_symbol undo debug eval ask_user " +
  "vibe_spawn vibe_send vibe_wait vibe_kill vibe_list"
).split(" ");

/** As much of pi as registering needs. */
class RegisteringPi {
  readonly tools = new Map<string, PiTool>();
  active: string[] = ["read", "bash"];
  readonly entries: object[] = [];

  constructor(foreign: readonly string[] = []) {
    for (const name of foreign) this.tools.set(name, { name } as PiTool);
  }
  readonly getAllTools = (): object[] => [...this.tools.values()];
  readonly getActiveTools = (): string[] => this.active;
  readonly setActiveTools = (names: string[]): void => {
    this.active = names.filter((name) => name === "read" || name === "bash" || this.tools.has(name));
  };
  readonly appendEntry = (customType: string, data: object): void => void this.entries.push({ customType, data });
  readonly registerTool = (tool: PiTool): void => {
    this.tools.set(tool.name, tool);
    if (tool.exposure !== "deferred" && tool.defaultActive !== false) this.active = [...this.active, tool.name];
  };
}

let folder: string;
let opened: { dispose(): Promise<void> }[];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "register-")));
  mkdirSync(join(folder, "project"));
  opened = [];
});
afterEach(async () => {
  for (const one of opened.reverse()) await one.dispose();
  rmSync(folder, { recursive: true });
});

async function register(
  fake: Partial<RegisteringPi>,
  { tools = specTools, settings = {} }: { tools?: readonly Tool[]; settings?: object } = {},
) {
  const pi = fake as unknown as ExtensionAPI;
  writeFileSync(join(folder, "config.json"), JSON.stringify(settings));
  const engine = await createEngine({ tools, env: { HOME: folder, RETICLE_CONFIG: join(folder, "config.json") } });
  const loading = new ToolLoading(pi);
  const run = await openRun(engine, {
    surface: "main",
    dialect: "pi",
    cwd: join(folder, "project"),
    resources: RESOURCES,
    activation: loading,
  });
  opened.push(engine, run);
  return { run, loading, registered: registerTools({ pi, run, tools, loading }) };
}

const catalogueOf = (pi: RegisteringPi): unknown =>
  (pi.tools.get(loaderName)?.parameters as { properties?: { tools: { items: { enum: unknown } } } } | undefined)
    ?.properties?.tools.items.enum;

describe("what pi is given", () => {
  test("the always-active ones and the loader are active, the situational and run-bound ones wait in that order", async () => {
    const pi = new RegisteringPi();
    await register(pi);
    expect(pi.active).toEqual([
      "read",
      "bash",
      "lens_diagnostics",
      "symbol_search",
      "module_report",
      "read_symbol",
      "read_enclosing",
      loaderName,
    ]);
    expect(catalogueOf(pi)).toEqual([...situational, ...runBound]);
    expect([...pi.tools.values()].flatMap(({ name, exposure }) => (exposure === "deferred" ? [name] : []))).toEqual([
      "lens_health",
      "lens_project_scan",
    ]);
    expect([...pi.tools.keys()].filter((name) => name.startsWith("pilens_"))).toEqual([]);
  });

  test("runTools: false takes the run-bound ones away, true and nothing leave them", async () => {
    const off = new RegisteringPi();
    await register(off, { settings: { runTools: false } });
    expect(catalogueOf(off)).toEqual(situational);
    expect([...off.tools.keys()].filter((name) => runBound.includes(name))).toEqual([]);
    const on = new RegisteringPi();
    await register(on, { settings: { runTools: true } });
    expect(catalogueOf(on)).toEqual([...situational, ...runBound]);
  });

  test("a name that is taken is left out, in the catalogue too", async () => {
    const pi = new RegisteringPi(["eval", "lsp", "read_symbol"]);
    const { registered } = await register(pi);
    expect(registered.contested.toSorted()).toEqual(["eval", "lsp", "read_symbol"]);
    expect(pi.tools.get("eval")).toEqual({ name: "eval" });
    expect(catalogueOf(pi)).toEqual([...situational, ...runBound.filter((name) => name !== "eval" && name !== "lsp")]);
  });

  test("a tool that pi does not take is not in the catalogue", async () => {
    const pi = new RegisteringPi();
    const registerTool = (tool: PiTool): void => (tool.name === "eval" ? undefined : pi.registerTool(tool));
    await register(Object.assign(new RegisteringPi(), pi, { registerTool }));
    expect(catalogueOf(pi)).not.toContain("eval");
    expect(catalogueOf(pi)).toContain("debug");
  });

  test("without setActiveTools all are active and the loader changes nothing", async () => {
    const pi = new RegisteringPi();
    const { run } = await register({ registerTool: pi.registerTool, appendEntry: pi.appendEntry });
    expect(pi.active).toEqual(expect.arrayContaining([...situational, ...runBound, loaderName]));
    const before = [...pi.active];
    const { content, isError } = await run.call(loaderName, { tools: ["eval"] });
    expect([isError, content]).toEqual([
      false,
      [{ type: "text", text: expect.stringContaining("Already active: eval.") }],
    ]);
    expect(pi.active).toEqual(before);
  });

  test("tools that may not run side by side are sequential, and tiers become annotations", async () => {
    const pi = new RegisteringPi();
    await register(pi);
    const told = (name: string): unknown => {
      const tool = pi.tools.get(name);
      return [tool?.executionMode, tool?.annotations];
    };
    expect(told("read_symbol")).toEqual([
      "parallel",
      { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    ]);
    expect(told("ast_grep_replace")).toEqual([
      "sequential",
      { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    ]);
    expect(told(loaderName)).toMatchObject(["sequential", {}]);
  });
});

describe("activating", () => {
  test("only ever adds, remembers each name once, and takes up what a branch remembers", async () => {
    const pi = new RegisteringPi();
    const { loading } = await register(pi);
    const before = [...pi.active];
    expect(loading.activate(["eval", "lsp"])).toEqual(["eval", "lsp"]);
    expect(loading.activate(["lsp"])).toEqual([]);
    expect(pi.active).toEqual([...before, "eval", "lsp"]);
    expect(pi.entries).toEqual([{ customType: "reticle-activated", data: { tools: ["eval", "lsp"] } }]);

    const later = new RegisteringPi();
    const { loading: restored } = await register(later);
    const junk = [undefined, null, "eval", { tools: 7 }, { tools: [{}, "nonsense", "bash", "lens_health"] }];
    const entries = [...junk.map((data) => ({ customType: "reticle-activated", data })), ...pi.entries];
    restored.restore(entries.map((entry) => ({ type: "custom", ...entry })) as never);
    expect(later.active).toEqual([...before, "lsp", "eval"]);
    expect(later.entries).toEqual([]);
  });
});

describe("a call", () => {
  const probe = defineTool({
    name: "probe",
    title: "Probe",
    tier: "read",
    description: "Waits.",
    example: {},
    input: { type: "object", properties: { waits: { type: "boolean" } } },
    needs: [],
    parallel: true,
    run: async ({ waits }, { progress }, signal) => {
      for (let at = 1; at <= 50; at += 1) progress(at, 50, "looking");
      if (waits === true) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      return { coverage: complete, facts: "seen" };
    },
    format: ({ facts }) => facts,
    details: () => ({ count: 1 }),
    summary: () => {
      throw new Error("no summary today");
    },
  });

  async function execute(args: object, signal?: AbortSignal) {
    const pi = new RegisteringPi();
    await register(pi, { tools: [probe] });
    const updates: unknown[] = [];
    const onUpdate = (update: unknown): void => void updates.push(update);
    const result = await pi.tools.get("probe")?.execute("id", args as never, signal, onUpdate as never, {} as never);
    return { result, updates };
  }

  test("gives pi text with footer, details and thinned-out progress; a summary that throws costs nothing", async () => {
    const { result, updates } = await execute({});
    expect(result).toEqual({
      content: [{ type: "text", text: expect.stringMatching(/^seen\n\nusage tokens=/) }],
      isError: false,
      details: { count: 1 },
    });
    expect(updates).toEqual([
      { content: [{ type: "text", text: "1 of 50: looking" }], details: { summary: "1 of 50: looking" } },
    ]);
  });

  test("ends when pi aborts it", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const { result } = await execute({ waits: true }, controller.signal);
    expect(result?.isError).toBe(true);
    expect(result?.content).toEqual([
      { type: "text", text: expect.stringContaining("Error (cancelled): probe was cancelled by its caller.") },
    ]);
  });
});
