import { existsSync } from "node:fs";
import { join } from "node:path";
import type {
  BeforeAgentStartEvent,
  ExtensionAPI,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
  ToolResultEvent,
  ToolResultEventResult,
} from "@earendil-works/pi-coding-agent";
import { createEngine, type Engine } from "../../engine/engine.ts";
import { lazy } from "../../base/lazy.ts";
import { settlesWithin } from "../../base/settles-within.ts";
import { openRun, type Run } from "../../run/run.ts";
import { createApprove } from "./approve.ts";
import { registerCommands } from "./commands.ts";
import { notify } from "./notify.ts";
import { EditGuard } from "./guard/edit-guard.ts";
import { ReadMemory } from "./guard/read-memory.ts";
import { registerTools } from "./register-tools.ts";
import { ToolHooks } from "./tool-hooks.ts";
import { ToolLoading } from "./tool-loading.ts";
import { WriteNews } from "./write-news.ts";

/** What is not disposed by then is left to the end of pi's process, which nothing of ours outlives. */
const DISPOSE_MS = 4_000;
const HOOKS_AFTER_MS = 1_000;

/** Reticle in one session of pi. */
export interface PiSession {
  /** Takes up what the session's current branch remembers. */
  restore(ctx: ExtensionContext): void;
  /** Takes note of what the user's message holds. Never rejects. */
  hear(event: BeforeAgentStartEvent, ctx: ExtensionContext): Promise<void>;
  /** May refuse a call of any tool. Never rejects. */
  beforeCall(event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined>;
  /** May add to the result of any tool. Never rejects. */
  afterCall(event: ToolResultEvent, ctx: ExtensionContext): Promise<ToolResultEventResult | undefined>;
  /** Cancels what runs and ends every child. */
  dispose(): Promise<void>;
}

/** Registers tools and commands with pi. Rejects when the working directory cannot be used. */
export async function openPiSession(pi: ExtensionAPI, ctx: ExtensionContext): Promise<PiSession> {
  const isTrusted = typeof ctx.isProjectTrusted === "function" && ctx.isProjectTrusted() && wasAsked(ctx.cwd);
  const engine = await createEngine({ isTrusted, trustedBy: "pi trusts this project" });
  try {
    return await attach(pi, ctx, engine);
  } catch (error) {
    await engine.dispose();
    throw error;
  }
}

/**
 * pi calls a project trusted without having asked anybody when it brings nothing that pi itself would load. What pi would
 * not load, such as the project's own language servers, is then nobody's decision yet.
 */
function wasAsked(cwd: string): boolean {
  return [".pi", ".agents"].some((name) => existsSync(join(cwd, name)));
}

async function attach(pi: ExtensionAPI, ctx: ExtensionContext, engine: Engine): Promise<PiSession> {
  const { cwd } = ctx;
  const workspace = await engine.openWorkspace({ cwd });
  const [root = cwd] = workspace.roots;
  const config = () => engine.configFor(root);
  const activation = new ToolLoading(pi);
  const reads = new ReadMemory(pi);
  const run = await openRun(engine, {
    surface: "main",
    dialect: "pi",
    cwd,
    activation,
    approve: createApprove(ctx, config),
    recordRead: (lines) => reads.record(lines),
  });
  const registered = registerTools({ pi, run, tools: engine.tools, loading: activation });
  if (registered.contested.length > 0) {
    const names = registered.contested.join(", ");
    notify(ctx, `Reticle: another extension already has ${names}; ours are left out.`, "warning");
  }
  const guard = new EditGuard({ workspace, memory: reads, mode: () => config().get("readGuard") });
  const news = new WriteNews(run);
  const around = new ToolHooks({ guard, news, ours: new Set(registered.names) });
  registerCommands(pi, { run, guard, config, loading: activation, reads, registered });
  const hooks = startAnsweringHooks(engine, run);
  const session = {
    restore: (current: ExtensionContext) => {
      const branch = current.sessionManager.getBranch();
      activation.restore(branch);
      reads.restore(branch);
    },
    hear: (event: BeforeAgentStartEvent, current: ExtensionContext) => around.hear(event, current),
    beforeCall: (event: ToolCallEvent, current: ExtensionContext) => around.beforeCall(event, current),
    afterCall: (event: ToolResultEvent, current: ExtensionContext) => around.afterCall(event, current),
    dispose: async () => {
      const listeners = Promise.all([hooks.dispose(), news.dispose()]);
      await Promise.all([settlesWithin(listeners, DISPOSE_MS), dispose(run, engine)]);
    },
  };
  session.restore(ctx);
  return session;
}

/** Other agents that edit the same folder have hooks that ask here; pi's own start comes first. */
function startAnsweringHooks(engine: Engine, run: Run): { readonly dispose: () => Promise<void> } {
  const answering = lazy(async () => {
    const { answerHooks } = await import("../../run/hooks/answer-hooks.ts");
    // Nobody of pi's users can do anything about a socket that cannot be made; hooks look for themselves then.
    return answerHooks({ run, openRun: (options) => openRun(engine, options), log: () => {} });
  });
  const timer = setTimeout(() => void answering().catch(() => {}), HOOKS_AFTER_MS);
  timer.unref();
  return {
    dispose: async () => {
      clearTimeout(timer);
      await (await answering.peek())?.dispose();
    },
  };
}

async function dispose(run: Run, engine: Engine): Promise<void> {
  await settlesWithin(
    run.dispose().then(() => engine.dispose()),
    DISPOSE_MS,
  );
}
