import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import { openRun, type Run } from "../../src/run/run.ts";
import { createChangeSets } from "../../src/workspace/changes/change-sets.ts";
import type { RunServices } from "../../src/run/services.ts";
import { FakeFleet } from "./fake-fleet.ts";
import type { FakeServer } from "./fake-server.ts";
import { type Told, toTold, withoutReports, writeSettings } from "./workspace-run.ts";

/** Runs whose language servers are scripted; each test starts its own. */
export interface FakeRun {
  /** Opens a run on the fakes' workspace; ended after the test. */
  readonly start: (fakes: readonly FakeServer[]) => Promise<FakeFleet>;
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<Told>;
}

/** Call it once, at the top level of a test file; `settings` are those of the engine's user. */
export function useFakeRun(settings: object = withoutReports): FakeRun {
  let home = "";
  let engine: Engine;
  let fleet: FakeFleet | undefined;
  let run: Run | undefined;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "reticle-home-"));
    await writeSettings(home, settings);
    engine = await createEngine({ env: { ...process.env, HOME: home } });
  });
  afterEach(async () => {
    await run?.dispose();
    await fleet?.dispose();
    run = fleet = undefined;
  });
  afterAll(async () => {
    await engine.dispose();
    await rm(home, { recursive: true });
  });
  return {
    start: async (fakes) => {
      const started = new FakeFleet(fakes);
      fleet = started;
      const services = withServers(engine, started, home);
      run = await openRun(services, { surface: "main", dialect: "own", cwd: started.workspace.root });
      return started;
    },
    call: async (tool, args, signal) => {
      if (run === undefined) throw new Error("start the fakes first");
      return toTold(await run.call(tool, args, signal === undefined ? {} : { signal }));
    },
  };
}

function withServers(engine: Engine, { servers }: FakeFleet, home: string): RunServices {
  const changes = createChangeSets({
    folder: join(home, "changes"),
    onCommitted: (paths) => servers.notifyChanged(paths),
    onRecovered: () => {},
  });
  return {
    tools: engine.tools,
    resources: engine.resources,
    children: engine.children,
    eventLoopDelay: engine.eventLoopDelay,
    closing: engine.closing,
    syntax: () => engine.syntax(),
    structural: () => engine.structural(),
    index: () => engine.index(),
    loadedIndex: () => engine.loadedIndex(),
    languageServers: () => Promise.resolve(servers),
    changes: () => Promise.resolve(changes),
    announce: (paths) => servers.notifyChanged(paths),
    openWorkspace: (request) => engine.openWorkspace(request),
    configFor: (root) => engine.configFor(root),
    health: () => engine.health(),
    keepLog: (kind, text, config) => engine.keepLog(kind, text, config),
  };
}
