import { Readable } from "node:stream";
import { raceSignal } from "../base/deadline.ts";
import type { DegradationLedger } from "../base/degradations.ts";
import { ReticleError } from "../base/errors.ts";
import { collectOutput, type Collected, type CollectLimits } from "./collect.ts";
import { Guard, MARKER } from "./guard.ts";
import { loadChildProcess } from "./load-child-process.ts";
import { ownChild, type OwnedChild, type StartedProcess } from "./owned-child.ts";
import { Slots } from "../base/slots.ts";
import { startError } from "./start-error.ts";

const MAX_RUNNING = 64;
const MAX_COLLECTING = 8;
const DISPOSE_GRACE_MS = 500;

export interface SpawnOptions {
  readonly cwd: string;
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the child is for, in errors and health: "ast-grep". */
  readonly label: string;
  /** Kills the whole group when it aborts. */
  readonly signal?: AbortSignal;
  /** "pipe" when not given; in `collect` "ignore", unless there is input. */
  readonly stdin?: "pipe" | "ignore";
  /** Open files in place of pipes, for a child that writes much in small pieces; the streams are then empty. */
  readonly stdoutFile?: number;
  readonly stderrFile?: number;
  /** Further open files, which the child has under the numbers from 3 on. */
  readonly files?: readonly number[];
}
export interface CollectOptions extends SpawnOptions, CollectLimits {}

export interface ChildProcessesOptions {
  /** Children that may run at the same time; who comes later waits. */
  readonly maxRunning?: number;
  /** Of those, how many `collect` may run, so that a burst of short commands leaves room for long-lived children. */
  readonly maxCollecting?: number;
  readonly degradations?: DegradationLedger;
}

/** Owns every child process of an engine: all of them die with it, also after a kill -9 of the host. */
export interface ChildProcesses {
  /** Throws ReticleError: `executable_not_found`, `start_failed`, `cancelled` (disposed); the signal's reason on abort. */
  spawn(command: string, args: readonly string[], options: SpawnOptions): Promise<OwnedChild>;
  /** Runs a command to its end and collects what it prints. Rejects with the signal's reason on abort. */
  collect(command: string, args: readonly string[], options: CollectOptions): Promise<Collected>;
  readonly running: number;
  dispose(): Promise<void>;
}

/** Cheap: nothing is loaded or started before the first child. */
export function createChildProcesses(options: ChildProcessesOptions = {}): ChildProcesses {
  return new OwnedChildren(options);
}

class OwnedChildren implements ChildProcesses {
  readonly #hostId = `${process.pid}-${randomHex(16)}`;
  readonly #guard: Guard;
  readonly #children = new Set<OwnedChild>();
  readonly #running: Slots;
  readonly #collecting: Slots;
  #disposal: Promise<void> | undefined;

  constructor({ maxRunning = MAX_RUNNING, maxCollecting = MAX_COLLECTING, degradations }: ChildProcessesOptions) {
    this.#running = new Slots(maxRunning);
    this.#collecting = new Slots(maxCollecting);
    this.#guard = new Guard(this.#hostId, (reason) => degradations?.record("process-guard", "sh", reason));
  }

  get running(): number {
    return this.#children.size;
  }

  async spawn(command: string, args: readonly string[], options: SpawnOptions): Promise<OwnedChild> {
    const release = await this.#running.take(options.signal);
    try {
      const child = await this.#start(command, args, options);
      void child.exited.then(release);
      return child;
    } catch (error) {
      release();
      throw error;
    }
  }

  async collect(command: string, args: readonly string[], options: CollectOptions): Promise<Collected> {
    const { input, signal, stdin = input === undefined ? "ignore" : "pipe" } = options;
    const release = await this.#collecting.take(signal);
    try {
      const child = await this.spawn(command, args, { ...options, stdin });
      const collected = collectOutput(child, options);
      return await (signal === undefined ? collected : raceSignal(collected, signal));
    } finally {
      release();
    }
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    const reason = disposedError();
    this.#running.close(reason);
    this.#collecting.close(reason);
    await Promise.all([...this.#children].map((child) => child.stop(DISPOSE_GRACE_MS)));
    await this.#guard.dispose();
  }

  async #start(command: string, args: readonly string[], options: SpawnOptions): Promise<OwnedChild> {
    options.signal?.throwIfAborted();
    if (this.#disposal !== undefined) throw disposedError();
    const env: NodeJS.ProcessEnv = { ...process.env, ...options.env, [MARKER]: this.#hostId };
    const fail = (error: unknown) =>
      startError(error as NodeJS.ErrnoException, { command, cwd: options.cwd, label: options.label, path: env.PATH });
    this.#guard.start();
    let child;
    try {
      child = loadChildProcess().spawn(command, args, {
        cwd: options.cwd,
        env,
        detached: true,
        stdio: [
          options.stdin ?? "pipe",
          options.stdoutFile ?? "pipe",
          options.stderrFile ?? "pipe",
          ...(options.files ?? []),
        ],
      });
    } catch (error) {
      throw await fail(error);
    }
    if (child.pid === undefined) {
      const { promise, resolve } = Promise.withResolvers<Error>();
      child.once("error", resolve);
      throw await fail(await promise);
    }
    child.stdout ??= endedStream();
    child.stderr ??= endedStream();
    return this.#adopt(child as StartedProcess, options.signal);
  }

  #adopt(started: StartedProcess, signal: AbortSignal | undefined): OwnedChild {
    this.#guard.add(started.pid);
    const child = ownChild(started, () => this.#guard.remove(started.pid));
    this.#children.add(child);
    const onAbort = () => void child.stop(0);
    signal?.addEventListener("abort", onAbort, { once: true });
    void child.exited.then(() => {
      signal?.removeEventListener("abort", onAbort);
      this.#children.delete(child);
    });
    return child;
  }
}

function endedStream(): Readable {
  return Readable.from([]).resume();
}

function disposedError(): ReticleError {
  return new ReticleError("cancelled", "no child process can be started because the engine is disposed", {
    hint: "create a new engine",
  });
}

/** Unique, not secret: loading node:crypto for it would take 8 ms. */
function randomHex(digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join("");
}
