import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import { openRun, type Run } from "../../src/run/run.ts";
import type { ToolActivation } from "../../src/tools/core/context.ts";
import { allTools } from "../../src/tools/registry.ts";
import {
  normalise,
  parseScenario,
  renderScenario,
  type Scenario,
  type ScenarioCall,
  type ScenarioResult,
} from "./scenario-file.ts";

const SCENARIOS = import.meta.dirname;
const WORKSPACES = path.join(SCENARIOS, "../fixtures/workspaces");
const INDEX_MS = 60_000;
const isUpdate = process.env["UPDATE_SCENARIOS"] === "1";

const folders = readdirSync(SCENARIOS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const files = folders.flatMap((folder) =>
  readdirSync(path.join(SCENARIOS, folder)).map((name) => ({ folder, name, file: path.join(SCENARIOS, folder, name) })),
);

// No settings of the person who runs the tests, and no logs among their own.
const home = mkdtempSync(path.join(tmpdir(), "reticle-scenarios-"));
const newEngine = (): Promise<Engine> => createEngine({ env: { HOME: home } });
let shared: Engine;
beforeAll(async () => {
  shared = await newEngine();
});
afterAll(async () => {
  await shared.dispose();
  rmSync(home, { recursive: true });
});

async function play(scenario: Scenario): Promise<ScenarioResult[]> {
  if (scenario.engine === "shared") return playOn(shared, scenario);
  const engine = await newEngine();
  try {
    return await playOn(engine, scenario);
  } finally {
    await engine.dispose();
  }
}

async function playOn(engine: Engine, scenario: Scenario): Promise<ScenarioResult[]> {
  const workspace = realpathSync(path.join(WORKSPACES, scenario.fixture));
  const { surface, dialect } = scenario;
  const activation = dialect === "pi" ? { activation: newActivation() } : {};
  const run = await openRun(engine, { surface, dialect, cwd: workspace, roots: [workspace], ...activation });
  try {
    if (scenario.index === "built") {
      const signal = AbortSignal.timeout(INDEX_MS);
      await (await engine.index()).open(workspace, { waitMs: Number.POSITIVE_INFINITY, signal });
    }
    const results: ScenarioResult[] = [];
    for (const call of scenario.calls) {
      const { text, isError } = await told(run, call);
      results.push({ text: normalise(text, workspace, scenario.numbers), isError });
    }
    return results;
  } finally {
    await run.dispose();
  }
}

/** On a busy machine the comparison with the disk can take longer than a call waits for it. */
async function told(run: Run, { tool, arguments: args }: ScenarioCall): Promise<ScenarioResult> {
  for (let left = 50; ; left--) {
    const { content, isError } = await run.call(tool, args);
    const text = content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
    if (left === 0 || !/^stale: the index|the index does not know them yet/m.test(text)) return { text, isError };
  }
}

/** The host's side of the loader, as far as the loader can tell. */
function newActivation(): ToolActivation {
  const active = new Set<string>();
  return {
    catalogue: () => ["ast_grep_search", "lsp_navigation"],
    activate: (names) => {
      const added = names.filter((name) => !active.has(name));
      for (const name of added) active.add(name);
      return added;
    },
  };
}

describe.each(folders)("%s", (folder) => {
  test.each(files.filter((one) => one.folder === folder))("$name", async ({ file }) => {
    const source = readFileSync(file, "utf8");
    const scenario = parseScenario(source);
    expect(namesOf(folder), "calls the tool its folder is named after").toContain(
      scenario.calls.find(({ tool }) => namesOf(folder).includes(tool))?.tool,
    );
    const played = renderScenario(scenario, await play(scenario));
    expect(played, "an internal error is never what a scenario is about").not.toContain("Error (internal)");
    if (isUpdate) writeFileSync(file, played);
    else expect(played, "UPDATE_SCENARIOS=1 writes what comes out").toBe(source);
  });
});

function namesOf(folder: string): string[] {
  const tool = allTools.find(({ name }) => name === folder);
  return tool === undefined ? [] : [tool.name, ...(tool.mcp === undefined ? [] : [tool.mcp.name])];
}

test("every tool has scenarios, every folder is a tool, every file a scenario", () => {
  expect(allTools.map(({ name }) => name).filter((name) => !folders.includes(name))).toEqual([]);
  expect(folders.filter((folder) => namesOf(folder).length === 0)).toEqual([]);
  expect(files.filter(({ file }) => !file.endsWith(".txt"))).toEqual([]);
});

test("every fixture workspace is used and every used one exists", () => {
  const used = files.map(({ file }) => parseScenario(readFileSync(file, "utf8")).fixture);
  expect(used.filter((fixture) => !existsSync(path.join(WORKSPACES, fixture)))).toEqual([]);
  const roots = new Set(used.map((fixture) => fixture.split("/")[0]));
  expect(readdirSync(WORKSPACES).filter((name) => !roots.has(name))).toEqual([]);
});
