import { deadline, raceSignal } from "../../base/deadline.ts";
import type { DegradationLedger } from "../../base/degradations.ts";
import { isReticleError, ReticleError } from "../../base/errors.ts";
import type { ChildProcesses } from "../../process/children.ts";
import { GatedServer } from "../client/gate/gated-server.ts";
import { startServer } from "../client/running-server.ts";
import type { JsonValue, RootFacts, ServerDefinition } from "../definition.ts";
import type { ServerState } from "../language-servers.ts";
import type { ServerStart } from "../server-probe.ts";
import { BackOff } from "./back-off.ts";
import { openPrivateCache } from "./private-cache.ts";

const STOP_GRACE_MS = 1_000;

export interface SlotOptions {
  readonly children: ChildProcesses;
  readonly degradations?: DegradationLedger;
  /** How long `initialize` may take. */
  readonly initializeMs: number;
  readonly stuckMs?: number;
  readonly writeMs?: number;
  /** Asked in the very step of a start: whether the budget allows it. */
  readonly admit: (slot: ServerSlot) => boolean;
}

/** What to start; a slot whose plan changes starts anew. */
export interface StartPlan {
  readonly definition: ServerDefinition;
  readonly root: string;
  readonly start: ServerStart;
  readonly facts: RootFacts;
}

/** The place of one server for one root, whether it runs, starts, or has crashed. */
export class ServerSlot {
  readonly id: string;
  readonly root: string;
  readonly #options: SlotOptions;
  readonly #backOff = new BackOff();
  readonly #closing = new AbortController();
  #plan: StartPlan;
  #fingerprint = "";
  #starting: Promise<GatedServer> | undefined;
  #cancelStart = new AbortController();
  #server: GatedServer | undefined;
  #stopping: Promise<void> | undefined;
  #starts = 0;
  #acquiredAt = 0;
  /** Of the last look; 0 where the system does not tell. */
  bytes = 0;

  constructor(plan: StartPlan, options: SlotOptions) {
    this.id = plan.definition.id;
    this.root = plan.root;
    this.#plan = plan;
    this.#options = options;
  }

  get plan(): StartPlan {
    return this.#plan;
  }

  get server(): GatedServer | undefined {
    return this.#server;
  }

  get state(): ServerState {
    if (this.#stopping !== undefined) return "stopping";
    if (this.#server !== undefined) return "running";
    if (this.#starting !== undefined) return "starting";
    return this.#backOff.failures > 0 ? "crashed" : "stopped";
  }

  /** Whether it has a process, or is about to. */
  get isAlive(): boolean {
    return this.#server !== undefined || this.#starting !== undefined || this.#stopping !== undefined;
  }

  get isBusy(): boolean {
    return this.#server === undefined ? this.isAlive : this.#server.isBusy;
  }

  get usedAt(): number {
    return Math.max(this.#acquiredAt, this.#server?.usedAt ?? 0);
  }

  get restarts(): number {
    return Math.max(0, this.#starts - 1);
  }

  /** Why it ended last, when it did so by itself. */
  get failure(): { readonly reason: string; readonly waitMs: number } | undefined {
    if (this.#backOff.failures === 0) return undefined;
    return { reason: this.#backOff.reason, waitMs: this.#backOff.waitMs(performance.now()) };
  }

  /** Lets it be tried again at once. */
  forgive(): void {
    this.#backOff.reset();
  }

  /**
   * The running server, started when it does not run. Rejects with the signal's reason, with `timeout`
   * while it goes on starting, with `conflict` in the pause after a crash, with why it did not start.
   */
  async acquire(plan: StartPlan, signal: AbortSignal, deadlineMs: number): Promise<GatedServer> {
    const limit = deadline(deadlineMs, `the start of ${plan.definition.title}`, signal);
    this.#acquiredAt = performance.now();
    try {
      await this.#follow(plan, limit.signal);
      if (this.#server !== undefined) return this.#server;
      this.#refuseWhileBackingOff();
      return await raceSignal((this.#starting ??= this.#admitted()), limit.signal);
    } finally {
      limit.clear();
    }
  }

  /** Ends the process, if there is one. Safe to call at any time. */
  async stop(): Promise<void> {
    if (this.#stopping === undefined) {
      const stopping = this.#stop().finally(() => (this.#stopping = undefined));
      this.#stopping = stopping;
    }
    await this.#stopping;
  }

  /** Ends it for good. */
  async dispose(): Promise<void> {
    this.#closing.abort(new ReticleError("cancelled", "the language servers have ended"));
    await this.stop();
  }

  async #stop(): Promise<void> {
    this.#cancelStart.abort(
      new ReticleError("cancelled", `${this.#plan.definition.title} was stopped while it started`),
    );
    const server = this.#server ?? (await this.#starting?.catch(() => undefined));
    this.#server = undefined;
    await server?.stop(STOP_GRACE_MS);
  }

  /** Another command, other settings: what runs is not what is wanted any more. */
  async #follow(plan: StartPlan, signal: AbortSignal): Promise<void> {
    const fingerprint = fingerprintOf(plan);
    if (this.#stopping !== undefined) await raceSignal(this.#stopping, signal);
    if (fingerprint === this.#fingerprint) return;
    this.#plan = plan;
    this.#fingerprint = fingerprint;
    this.forgive();
    if (this.isAlive) await raceSignal(this.stop(), signal);
  }

  #refuseWhileBackingOff(): void {
    const waitMs = this.#backOff.waitMs(performance.now());
    if (waitMs === 0) return;
    throw new ReticleError("conflict", this.#backOff.reason, {
      hint: `it is tried again in ${Math.ceil(waitMs / 1000)} s; reload tries at once`,
      data: { waitMs },
    });
  }

  #admitted(): Promise<GatedServer> {
    if (this.#options.admit(this)) return this.#start();
    throw new ReticleError("refused", `${this.#plan.definition.title} is not started: too many servers are at work`, {
      hint: "ask again when they are done, or raise languageServers.maxRunning",
    });
  }

  async #start(): Promise<GatedServer> {
    const startedAt = performance.now();
    this.#starts += 1;
    this.#cancelStart = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, this.#cancelStart.signal]);
    try {
      const server = await this.#launch(signal);
      this.#server = server;
      this.#watch(server, startedAt);
      return server;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failure = startFailure(error, this.#plan);
      this.#failed(failure.message, startedAt);
      throw failure;
    } finally {
      this.#starting = undefined;
    }
  }

  async #launch(signal: AbortSignal): Promise<GatedServer> {
    const { definition, root, start, facts } = this.#plan;
    const { children, initializeMs, stuckMs, writeMs } = this.#options;
    const cache = definition.quirks?.sharesDaemon === true ? await openPrivateCache() : undefined;
    const child = await children
      .spawn(start.executable, start.args, {
        cwd: root,
        label: definition.title,
        env: { ...cache?.env, ...start.env },
      })
      .catch(async (error: unknown) => {
        await cache?.[Symbol.asyncDispose]();
        throw error;
      });
    void child.exited.then(() => cache?.[Symbol.asyncDispose]());
    const initializationOptions = optionsOf(definition, facts);
    const server = await startServer({
      child,
      definition,
      root,
      signal,
      deadlineMs: initializeMs,
      ...(initializationOptions === undefined ? {} : { initializationOptions }),
      ...(stuckMs === undefined ? {} : { stuckMs }),
      ...(writeMs === undefined ? {} : { writeMs }),
    });
    return new GatedServer(server);
  }

  #watch(server: GatedServer, startedAt: number): void {
    const onEnd = () => {
      // Stopped on purpose: it was taken off before.
      if (this.#server !== server) return;
      this.#server = undefined;
      const { message } = server.ended.reason as Error;
      this.#failed(message, startedAt);
    };
    if (server.ended.aborted) onEnd();
    else server.ended.addEventListener("abort", onEnd, { once: true });
  }

  #failed(reason: string, startedAt: number): void {
    const now = performance.now();
    this.#backOff.failed(reason, now - startedAt, now);
    this.#options.degradations?.record("language-server", this.id, reason);
  }
}

/** An error that names the server and says what to try, whatever happened to it. */
function startFailure(error: unknown, { definition, root, start }: StartPlan): ReticleError {
  if (isReticleError(error) && error.message.includes(definition.title) && error.hint !== undefined) {
    return new ReticleError("start_failed", error.message, { hint: error.hint, cause: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new ReticleError("start_failed", `${definition.title} did not start: ${reason}`, {
    hint: `run \`${[start.executable, ...start.args].join(" ").slice(0, 500)}\` in ${root} by hand to see what is wrong`,
    cause: error,
  });
}

function optionsOf({ initializationOptions }: ServerDefinition, facts: RootFacts): JsonValue | undefined {
  return typeof initializationOptions === "function" ? initializationOptions(facts) : initializationOptions;
}

function fingerprintOf({ definition, start, facts }: StartPlan): string {
  return JSON.stringify([start, definition.settings, optionsOf(definition, facts)]);
}
