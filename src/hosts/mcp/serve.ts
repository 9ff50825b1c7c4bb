import { setTimeout as sleep } from "node:timers/promises";
import { shortenText } from "../../base/code-points.ts";
import { packageVersion } from "../../config/package-version.ts";
import { createEngine } from "../../engine/engine.ts";
import type { Engine } from "../../engine/engine.ts";
import { onHostExit } from "../../process/host-exit.ts";
import { settlesWithin } from "../../base/settles-within.ts";
import { lazy } from "../../base/lazy.ts";
import type { HookAnswering } from "../../run/hooks/answer-hooks.ts";
import { collectGarbage } from "../../process/collect-garbage.ts";
import { openRun, type Run } from "../../run/run.ts";
import { serveConnection } from "./connection.ts";
import { IdleWork } from "./idle-work.ts";
import { rehearse } from "./rehearsal.ts";
import { guardStdout } from "./stdout-guard.ts";
import type { ProtocolOutput } from "./stdout-guard.ts";

/** After the client is gone: what is not disposed by then is left to the end of the process. */
const DISPOSE_MS = 2_000;
/** For the last answers to leave through a slow pipe. */
const FLUSH_MS = 500;
const MAX_LOGGED_CHARS = 4_000;
/** Before work that is for the sessions to come. */
const REST_MS = 10_000;
/** Grammars are per language; most projects that agents work on hold some of this one. */
const WARM_LANGUAGE = "typescript";
/** It names the files with syntax errors among those it shows matches of. */
const SEARCH_TOOL = "ast_grep";

export interface ServeOptions {
  /** `--root DIR…`; none: the client's roots, else the working directory. */
  readonly bounds: readonly string[];
  /** `--trust`. */
  readonly isTrusted: boolean;
  /** `--run-tools`: adds the tools that are bound to one run, as the setting `runTools` does. */
  readonly hasRunTools: boolean;
}

/**
 * Serves MCP on the process's standard streams until the client closes them. Resolves with the exit
 * code when everything is disposed; rejects with a ReticleError when it cannot start (a `--root`
 * that does not exist). A signal disposes everything and ends the process.
 */
export async function serveMcp(options: ServeOptions): Promise<number> {
  const { output, release } = guardStdout(process.stdout, process.stderr);
  process.stderr.on("error", ignore);
  process.on("unhandledRejection", logRejection);
  const interruption = new AbortController();
  // After a signal the watcher ends the process, with the signal's exit code.
  const { promise: endOfProcess } = Promise.withResolvers<never>();
  const served = serveEngine({ options, output, signal: interruption.signal });
  const stopWatching = onHostExit(() => {
    interruption.abort();
    return served;
  });
  try {
    await served;
    await flush(output);
    if (interruption.signal.aborted) await endOfProcess;
    return 0;
  } finally {
    stopWatching();
    process.off("unhandledRejection", logRejection);
    process.stderr.off("error", ignore);
    release();
  }
}

interface Serving {
  readonly options: ServeOptions;
  readonly output: ProtocolOutput;
  readonly signal: AbortSignal;
}

async function serveEngine(serving: Serving): Promise<void> {
  const { bounds, isTrusted } = serving.options;
  const engine = await createEngine({ isTrusted, ...(bounds.length === 0 ? {} : { bounds }) });
  try {
    await serveRun(engine, serving);
  } finally {
    await settlesWithin(engine.dispose(), DISPOSE_MS);
  }
}

async function serveRun(engine: Engine, { options, output, signal }: Serving): Promise<void> {
  const runTools = options.hasRunTools ? { hasRunTools: true } : {};
  const run = await openRun(engine, { surface: "mcp", dialect: "mcp", ...runTools });
  const hooks = lazy(() => answerHooksOf(engine, run));
  const prepare = async (isIdle: () => boolean): Promise<void> => {
    await hooks();
    await warm(engine);
    await surveyRoots(engine, run, isIdle);
  };
  // What the rehearsal leaves behind is more than the server holds.
  const tidy = (): Promise<void> => Promise.resolve(void collectGarbage());
  using idleWork = new IdleWork([prepare, tidy, (isIdle) => keepCode(engine, isIdle)], log);
  try {
    await serveConnection({
      run,
      version: packageVersion(),
      input: process.stdin,
      output,
      signal,
      onListed: (isIdle) => idleWork.start(isIdle),
      onRoots: () => hooks.peek()?.then((answering) => answering.refresh()),
      log,
    });
  } finally {
    const answering = hooks.peek()?.then((one) => one.dispose());
    await settlesWithin(Promise.allSettled([answering, run.dispose()]), DISPOSE_MS);
  }
}

/** Clients edit files with tools of their own as well; their hooks ask here what that broke. */
async function answerHooksOf(engine: Engine, run: Run): Promise<HookAnswering> {
  const { answerHooks } = await import("../../run/hooks/answer-hooks.ts");
  return answerHooks({ run, openRun: (options) => openRun(engine, options), log });
}

/** Grammar and extractor, then all that a call goes through, by way of a search. */
async function warm(engine: Engine): Promise<void> {
  await (await engine.syntax()).warm(WARM_LANGUAGE);
  await (await engine.structural()).prepare();
  await rehearse(engine);
}

/** Not before a session that is short would be over. */
async function keepCode(engine: Engine, isIdle: () => boolean): Promise<void> {
  do {
    await sleep(REST_MS, undefined, { ref: false, signal: engine.closing });
  } while (!isIdle());
  const syntax = await engine.syntax();
  await syntax.keepCode(isIdle);
}

/** What the first search by shape would have to look for beside its matches. */
async function surveyRoots(engine: Engine, run: Run, isIdle: () => boolean): Promise<void> {
  if (!run.tools().some(({ name }) => name === SEARCH_TOOL)) return;
  const { surveySyntax } = await import("../../syntax/structural/errors/survey.ts");
  const { workspace } = run;
  const structural = await engine.structural();
  for (const root of workspace.roots) {
    await surveySyntax({ workspace, root, structural, isIdle, signal: engine.closing });
  }
}

async function flush(output: ProtocolOutput): Promise<void> {
  if (output.writableLength === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  output.on("drain", resolve);
  output.on("error", resolve);
  await settlesWithin(promise, FLUSH_MS);
}

/** Bounded: the SDK repeats whole messages in what it reports. */
function log(line: string): void {
  process.stderr.write(`reticle: ${shortenText(line, MAX_LOGGED_CHARS)}\n`);
}

/** One call's leftover must not end the session of all others. */
function logRejection(reason: unknown): void {
  log(`unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
}

/** Nobody reads standard error any more; that is no reason to end. */
function ignore(): void {}
