import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import { openRun, type Run, type RunOptions } from "../../src/run/run.ts";
import type { ToolResult } from "../../src/tools/core/result.ts";

/** What a call told, without the footer, which differs from call to call. */
export interface Told {
  readonly text: string;
  readonly isError: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

/** One engine for the tests of a file, and for each test a run in a folder of its own, both removed afterwards. */
export interface WorkspaceRun {
  readonly engine: Engine;
  readonly run: Run;
  /** Canonical and absolute; empty at first. */
  readonly root: string;
  /** The engine's home directory, canonical. */
  readonly home: string;
  /** Writes files below the root. */
  readonly put: (files: Readonly<Record<string, string | Buffer>>) => Promise<void>;
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<Told>;
  /** Resolves when the index of the root is whole and compared with the disk. */
  readonly indexed: () => Promise<void>;
  /** Ends the run and opens another in its place, for the rest of the test. */
  readonly reopen: (options: Partial<RunOptions>) => Promise<void>;
  /** Another run of the engine; default: as the first. The caller disposes it. */
  readonly open: (options?: Partial<RunOptions>) => Promise<Run>;
}

/** Tools that change files do not ask what that broke. */
export const withoutReports = { diagnosticsOnWrite: { waitMs: 0 } };
/** They do, and wait for it as long as a busy machine may need. */
export const withReports = { diagnosticsOnWrite: { waitMs: 15_000, baselineMs: 8_000 } };

/** The user's settings file of a home folder. */
export async function writeSettings(home: string, settings: object): Promise<void> {
  const folder = join(home, ".config/reticle");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.json"), JSON.stringify(settings));
}

/**
 * Call it once, at the top level of a test file; `settings` are those of the engine's user. What it returns
 * can be used inside tests.
 */
export function useWorkspaceRun(
  defaults: Pick<RunOptions, "surface" | "dialect">,
  settings: object = withoutReports,
): WorkspaceRun {
  let home = "";
  let root = "";
  let engine: Engine;
  let run: Run;
  const open = (options: Partial<RunOptions> = {}): Promise<Run> =>
    openRun(engine, { ...defaults, cwd: root, ...options });

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), "reticle-home-")));
    await writeSettings(home, settings);
    engine = await createEngine({ env: { ...process.env, HOME: home } });
  });
  afterAll(async () => {
    await engine.dispose();
    await rm(home, { recursive: true });
  });
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), "reticle-workspace-")));
    run = await open();
  });
  afterEach(async () => {
    await run.dispose();
    await rm(root, { recursive: true });
  });
  return {
    get engine() {
      return engine;
    },
    get run() {
      return run;
    },
    get root() {
      return root;
    },
    get home() {
      return home;
    },
    put: async (files) => {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), content);
      }
    },
    call: async (tool, args) => toTold(await run.call(tool, args)),
    indexed: async () => {
      const signal = AbortSignal.timeout(60_000);
      const index = await engine.index();
      for (;;) {
        const { coverage } = await index.open(root, { waitMs: Number.POSITIVE_INFINITY, signal });
        if (coverage.state === "complete") return;
      }
    },
    reopen: async (options) => {
      await run.dispose();
      run = await open(options);
    },
    open,
  };
}

export function toTold({ content, isError, details = {} }: ToolResult): Told {
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return { text: text.replace(/\n\nusage tokens=.*$/s, ""), isError, details };
}
