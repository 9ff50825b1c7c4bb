import { createEngine } from "../../engine/engine.ts";
import type { Engine } from "../../engine/engine.ts";
import { settlesWithin } from "../../base/settles-within.ts";
import { openRun } from "../../run/run.ts";
import type { Run, RunOptions } from "../../run/run.ts";
import { createApprove } from "./approve.ts";
import type { CommandContext } from "./commands/command.ts";
import { requireFolder } from "./require-folder.ts";

/** What is not disposed by then is left to the end of the process. */
const DISPOSE_MS = 3_000;
/** Whoever gets one answer cannot ask again in a moment; less than the deadline of a call. */
export const INDEX_WAIT_MS = 25_000;

export interface SessionOptions extends Partial<Pick<RunOptions, "surface" | "dialect">> {
  /** Folder calls start from; default: the working directory. */
  readonly cwd?: string;
  /** Outer bound when the command line names none. */
  readonly bounds?: readonly string[];
  /** stdin carries the command's own input. */
  readonly isStdinTaken?: boolean;
  /** As in `EngineOptions`. */
  readonly indexWaitMs?: number;
}

/** Opens an engine for a command and disposes it after. */
export async function withEngine(
  { invocation, io }: CommandContext,
  { bounds, indexWaitMs }: Pick<SessionOptions, "bounds" | "indexWaitMs">,
  work: (engine: Engine) => Promise<number>,
): Promise<number> {
  const roots = await Promise.all(invocation.roots.map((root) => requireFolder(root, "--root", io.cwd)));
  const outer = roots.length > 0 ? roots : bounds;
  const engine = await createEngine({
    isTrusted: invocation.isTrusted,
    env: io.env,
    ...(outer === undefined ? {} : { bounds: outer }),
    ...(indexWaitMs === undefined ? {} : { indexWaitMs }),
  });
  try {
    return await work(engine);
  } finally {
    await settlesWithin(engine.dispose(), DISPOSE_MS);
  }
}

/** Opens one engine and one run for a command and disposes both after it. */
export async function withRun(
  context: CommandContext,
  options: SessionOptions,
  work: (run: Run, engine: Engine) => Promise<number>,
): Promise<number> {
  const { invocation, io, signal } = context;
  const approve = createApprove(
    { policy: invocation.approve, isStdinTaken: options.isStdinTaken ?? false },
    io,
    signal,
  );
  return withEngine(context, options, async (engine) => {
    const run = await openRun(engine, {
      surface: options.surface ?? "main",
      dialect: options.dialect ?? "own",
      cwd: options.cwd ?? io.cwd,
      ...(approve === undefined ? {} : { approve }),
    });
    try {
      return await work(run, engine);
    } finally {
      await settlesWithin(run.dispose(), DISPOSE_MS);
    }
  });
}
