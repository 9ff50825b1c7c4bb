import { type ResourceLimits, Worker } from "node:worker_threads";
import { ReticleError } from "../base/errors.ts";
import { settlesWithin } from "../base/settles-within.ts";
import { sharedCompileCache } from "./worker/shared-compile-cache.ts";
import { fromWorkerError, NOTICE_ID, type WorkerRequest, type WorkerResponse } from "./worker/messages.ts";

const DEFAULT_IDLE_MS = 60_000;
const END_WAIT_MS = 500;
const MAX_STDERR_CHARACTERS = 2_000;

export interface WorkerThreadOptions {
  /** A module of ours that calls `serveRequests`; see `moduleUrl`. */
  readonly module: URL;
  /** What it is, in errors: "index". */
  readonly label: string;
  /** The thread is ended after this time without a request; default 60 000. */
  readonly idleMs?: number;
  readonly limits?: ResourceLimits;
  /** The thread calls what `serveRequests` returned. */
  readonly onNotice?: () => void;
}

/** One of our modules in a thread of this process, started by the first request and again when it is gone. */
export interface WorkerThread<Request, Response> {
  /**
   * Throws ReticleError: what the handler threw (`internal` for a foreign error), `timeout` (the thread is ended then),
   * `connection_closed` (it ended), `cancelled` (disposed).
   */
  request(payload: Request, deadlineMs: number): Promise<Response>;
  readonly isRunning: boolean;
  /** Ends the thread once it has answered what it was asked; the next request starts a new one. */
  end(): Promise<void>;
  dispose(): Promise<void>;
}

export function createWorkerThread<Request, Response>(options: WorkerThreadOptions): WorkerThread<Request, Response> {
  return new RestartingThread<Request, Response>(options);
}

class RestartingThread<Request, Response> implements WorkerThread<Request, Response> {
  readonly #options: WorkerThreadOptions;
  #connection: ThreadConnection | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isDisposed = false;
  readonly #ending = new Set<Promise<void>>();

  constructor(options: WorkerThreadOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#connection?.isOpen === true;
  }

  async request(payload: Request, deadlineMs: number): Promise<Response> {
    const { label, idleMs = DEFAULT_IDLE_MS } = this.#options;
    if (this.#isDisposed) throw new ReticleError("cancelled", `${label} is disposed`, { hint: "create a new engine" });
    if (!this.isRunning) this.#connection = new ThreadConnection(this.#options);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.end(), idleMs).unref();
    return (await this.#connection?.send(payload, deadlineMs)) as Response;
  }

  async end(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    const ending = connection.idle().then(() => connection.close());
    this.#ending.add(ending);
    await ending.finally(() => this.#ending.delete(ending));
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    clearTimeout(this.#idleTimer);
    await Promise.all([this.#connection?.close(), ...this.#ending]);
  }
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The requests and answers of one thread, from its start to its end. */
class ThreadConnection {
  readonly #worker: Worker;
  readonly #label: string;
  readonly #onNotice: (() => void) | undefined;
  readonly #pending = new Map<number, Pending>();
  readonly #exited: Promise<void>;
  #stderr = "";
  #nextId = 1;
  #closedBy: ReticleError | undefined;
  #onIdle: (() => void) | undefined;

  constructor({ module, label, limits = {}, onNotice }: WorkerThreadOptions) {
    this.#label = label;
    this.#onNotice = onNotice;
    // What it prints must not reach our stdout, which carries protocol.
    this.#worker = new Worker(module, {
      resourceLimits: limits,
      stdout: true,
      stderr: true,
      execArgv: [],
      env: { ...process.env, ...sharedCompileCache() },
    });
    this.#worker.unref();
    this.#worker.stdout.resume();
    this.#worker.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-MAX_STDERR_CHARACTERS);
    });
    this.#worker.on("message", (response: WorkerResponse) => this.#take(response));
    this.#worker.on("error", (error) => this.#fail(this.#lostError(String(error))));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exited = promise;
    this.#worker.once("exit", (code) => {
      this.#fail(this.#lostError(`exit code ${code}`));
      resolve();
    });
  }

  get isOpen(): boolean {
    return this.#closedBy === undefined;
  }

  async send(payload: unknown, deadlineMs: number): Promise<unknown> {
    if (this.#closedBy !== undefined) throw this.#closedBy;
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { resolve, reject });
    const timer = setTimeout(() => this.#giveUp(deadlineMs), deadlineMs);
    try {
      this.#worker.postMessage({ id, payload } satisfies WorkerRequest);
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#onIdle?.();
    }
  }

  /** Resolves when nothing is asked any more. */
  idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#pending.size === 0) resolve();
    else this.#onIdle = resolve;
    return promise;
  }

  async close(): Promise<void> {
    this.#fail(new ReticleError("connection_closed", `the ${this.#label} thread was stopped`));
    this.#worker.postMessage(null);
    if (!(await settlesWithin(this.#exited, END_WAIT_MS))) await this.#worker.terminate();
  }

  #take(response: WorkerResponse): void {
    if (response.id === NOTICE_ID) {
      this.#onNotice?.();
      return;
    }
    const request = this.#pending.get(response.id);
    if ("error" in response) request?.reject(fromWorkerError(response.error));
    else request?.resolve(response.result);
  }

  #giveUp(deadlineMs: number): void {
    this.#fail(
      new ReticleError("timeout", `the ${this.#label} thread did not answer within ${deadlineMs} ms and was stopped`, {
        hint: "call again; it is started anew",
        data: { timeoutMs: deadlineMs },
      }),
    );
    void this.#worker.terminate();
  }

  #fail(reason: ReticleError): void {
    this.#closedBy ??= reason;
    for (const request of this.#pending.values()) request.reject(reason);
    this.#pending.clear();
  }

  #lostError(how: string): ReticleError {
    return new ReticleError("connection_closed", `the ${this.#label} thread ended (${how}) before it answered`, {
      hint: "call again; it is started anew",
      data: { stderr: this.#stderr.trim() },
    });
  }
}
