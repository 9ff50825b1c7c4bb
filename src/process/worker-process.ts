import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { raceSignal } from "../base/deadline.ts";
import type { DegradationLedger } from "../base/degradations.ts";
import { ReticleError } from "../base/errors.ts";
import type { ChildProcesses } from "./children.ts";
import { Slots } from "../base/slots.ts";
import { sharedCompileCache } from "./worker/shared-compile-cache.ts";
import { WorkerConnection } from "./worker/connection.ts";

const DEFAULT_DEADLINE_MS = 30_000;
const DEFAULT_IDLE_MS = 60_000;
const FIRST_BACK_OFF_MS = 100;
const MAX_BACK_OFF_MS = 5_000;

export interface WorkerProcessOptions {
  readonly children: ChildProcesses;
  /** A module of ours that calls `serveRequests`; see `moduleUrl`. */
  readonly module: URL;
  /** What it is, in errors and health: "parser". */
  readonly label: string;
  /** Requests that the child gets at the same time; default 1. The others wait here. */
  readonly concurrency?: number;
  /** From the moment the child gets a request; default 30 000. A child that misses it is killed. */
  readonly deadlineMs?: number;
  /** The child is stopped after this time without a request; default 60 000. */
  readonly idleMs?: number;
  /** Arguments for Node, such as `--max-old-space-size=512`. */
  readonly nodeArguments?: readonly string[];
  /** Added to the child's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The child calls what `serveRequests` returned. */
  readonly onNotice?: () => void;
  readonly degradations?: DegradationLedger;
}

export interface RequestOptions {
  /** Frees the caller at once; the child finishes what it was given, within the deadline. */
  readonly signal?: AbortSignal;
  /** Instead of the worker's own. */
  readonly deadlineMs?: number;
}

/** One of our modules in a process of its own, started by the first request and restarted when it is gone. */
export interface WorkerProcess<Request, Response> {
  /**
   * Throws ReticleError: what the handler threw (`internal` for a foreign error), `timeout`,
   * `connection_closed` (the child died; data: exitCode, signal, stderr), `cancelled` (disposed).
   */
  request(payload: Request, options?: RequestOptions): Promise<Response>;
  /** Of the running child, when there is one. */
  readonly pid: number | undefined;
  /** Ends the child where it has nothing to do, so that the next request starts a new one. False: it has, or there is none. */
  end(): Promise<boolean>;
  dispose(): Promise<void>;
}

export function createWorkerProcess<Request, Response>(
  options: WorkerProcessOptions,
): WorkerProcess<Request, Response> {
  return new RestartingWorker<Request, Response>(options);
}

class RestartingWorker<Request, Response> implements WorkerProcess<Request, Response> {
  readonly #options: WorkerProcessOptions;
  readonly #slots: Slots;
  #connection: WorkerConnection | undefined;
  #starting: Promise<WorkerConnection> | undefined;
  #active = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  /** Children in a row that ended without a single answer. */
  #failures = 0;
  readonly #disposal = new AbortController();

  constructor(options: WorkerProcessOptions) {
    this.#options = options;
    this.#slots = new Slots(options.concurrency ?? 1);
  }

  get pid(): number | undefined {
    return this.#connection?.isOpen === true ? this.#connection.pid : undefined;
  }

  async request(payload: Request, { signal, deadlineMs }: RequestOptions = {}): Promise<Response> {
    const release = await this.#slots.take(signal);
    this.#enter();
    const answer = this.#ask(payload, deadlineMs ?? this.#options.deadlineMs ?? DEFAULT_DEADLINE_MS);
    // An abandoned request keeps its slot: the child is still busy with it.
    const leave = () => {
      release();
      this.#leave();
    };
    void answer.then(leave, leave);
    return await (signal === undefined ? answer : raceSignal(answer, signal));
  }

  async dispose(): Promise<void> {
    this.#disposal.abort();
    clearTimeout(this.#idleTimer);
    const reason = this.#disposedError();
    this.#slots.close(reason);
    await this.#starting?.catch(() => {
      // The caller of the request gets this error.
    });
    await this.#connection?.close(reason);
  }

  async #ask(payload: Request, deadlineMs: number): Promise<Response> {
    const connection = await this.#connect();
    return (await connection.send(payload, deadlineMs)) as Response;
  }

  async #connect(): Promise<WorkerConnection> {
    if (this.#connection?.isOpen === true) return this.#connection;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return await this.#starting;
  }

  async #start(): Promise<WorkerConnection> {
    const { children, module, label, nodeArguments = [], env = {}, degradations, onNotice } = this.#options;
    if (this.#failures > 0) await this.#backOff();
    if (this.#disposal.signal.aborted) throw this.#disposedError();
    const child = await children.spawn(process.execPath, [...nodeArguments, fileURLToPath(module)], {
      cwd: fileURLToPath(new URL(".", module)),
      // Options meant for the host (an inspector port, a loader) would be taken twice.
      env: { NODE_OPTIONS: "", ...sharedCompileCache(), ...env },
      label,
    });
    const onJunk = (text: string): void => degradations?.record("worker-junk", label, text);
    const connection = new WorkerConnection(child, label, { onJunk, onNotice });
    this.#connection = connection;
    void connection.ended.then(() => this.#onEnded(connection));
    return connection;
  }

  async #backOff(): Promise<void> {
    const ms = Math.min(FIRST_BACK_OFF_MS * 2 ** (this.#failures - 1), MAX_BACK_OFF_MS);
    await sleep(ms, undefined, { signal: this.#disposal.signal }).catch(() => {
      // Disposed meanwhile: the caller looks.
    });
  }

  #onEnded(connection: WorkerConnection): void {
    this.#failures = connection.wasLost && !connection.hasAnswered ? this.#failures + 1 : 0;
    if (!connection.wasLost) return;
    this.#options.degradations?.record("worker-lost", this.#options.label, connection.closedBy?.message ?? "");
  }

  #enter(): void {
    this.#active += 1;
    clearTimeout(this.#idleTimer);
  }

  #leave(): void {
    this.#active -= 1;
    if (this.#active > 0 || this.#disposal.signal.aborted) return;
    this.#idleTimer = setTimeout(() => void this.end(), this.#options.idleMs ?? DEFAULT_IDLE_MS).unref();
  }

  async end(): Promise<boolean> {
    if (this.#active > 0 || this.pid === undefined) return false;
    await this.#connection?.close(
      new ReticleError("connection_closed", `${this.#options.label} was stopped because it was idle`),
    );
    return true;
  }

  #disposedError(): ReticleError {
    return new ReticleError("cancelled", `${this.#options.label} is disposed`, { hint: "create a new engine" });
  }
}
