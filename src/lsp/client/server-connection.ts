import { setTimeout as sleep } from "node:timers/promises";
import {
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  NullLogger,
  ResponseError,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { raceSignal } from "../../base/deadline.ts";
import { ReticleError } from "../../base/errors.ts";
import type { OwnedChild } from "../../process/owned-child.ts";
import { FrameReader } from "./frame-reader.ts";

/** Error codes of the protocol after which a request may succeed when it is sent again. */
const RETRIED_CODES: readonly number[] = [-32801, -32802];
const RETRY_DELAYS_MS = [50, 200, 500];
/** A server that has not said a word for this long, with requests waiting, is taken for stuck. */
const STUCK_MS = 120_000;
/** A message larger than the pipe waits until the server reads, but no longer than this. */
const WRITE_MS = 20_000;
const STDERR_LINES = 6;
/** How long a server may take to exit after it has closed its pipes. */
const CLOSE_GRACE_MS = 500;

export interface ConnectionHandlers {
  /** Returns the result, or throws `methodNotFound(method)`. */
  readonly request: (method: string, params: unknown) => unknown;
  readonly notification: (method: string, params: unknown) => void;
}

export interface ConnectionOptions {
  readonly child: OwnedChild;
  /** How errors name the server: "Pyright". */
  readonly label: string;
  readonly handlers: ConnectionHandlers;
  readonly stuckMs?: number;
  readonly writeMs?: number;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

/** The messages to and from one server process. Its end, for whatever reason, is the connection's. */
export class ServerConnection {
  readonly #child: OwnedChild;
  readonly #label: string;
  readonly #stuckMs: number;
  readonly #writeMs: number;
  readonly #rpc: MessageConnection;
  readonly #end = new AbortController();
  #pending = 0;
  #heardAt = performance.now();
  #usedAt = performance.now();
  #isStopping = false;
  /** Why we ended it, which says more than the signal that did. */
  #reason: string | undefined;

  constructor({ child, label, handlers, stuckMs = STUCK_MS, writeMs = WRITE_MS }: ConnectionOptions) {
    this.#child = child;
    this.#label = label;
    this.#stuckMs = stuckMs;
    this.#writeMs = writeMs;
    if (child.stdin === null) throw new ReticleError("internal", `${label} was started without a pipe to write to`);
    child.stdout.on("data", () => (this.#heardAt = performance.now()));
    const reader = new FrameReader(child.stdout);
    this.#rpc = createMessageConnection(reader, new StreamMessageWriter(child.stdin), NullLogger);
    this.#rpc.onRequest(async (method, params) => handlers.request(method, params));
    this.#rpc.onNotification((method, params) => handlers.notification(method, params));
    // The library keeps these to itself unless asked for.
    this.#rpc.onUnhandledProgress((params) => handlers.notification("$/progress", params));
    // Before the emitter of the connection, which has both kinds: what cannot be written is told by the exit.
    reader.onError((error) => this.#break(`${label} ${error.message}`, 0));
    this.#rpc.onClose(() => {
      if (!this.#isStopping) this.#break(`${label} closed its pipes`, CLOSE_GRACE_MS);
    });
    this.#rpc.onError(() => {});
    this.#rpc.listen();
    void child.exited.then(({ code, signal }) =>
      this.#finish(this.#isStopping ? `${label} was stopped` : `${label} ended with ${signal ?? `code ${code}`}`),
    );
  }

  /** Aborts when the server has ended, with the error that says why. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Requests that wait for an answer. */
  get pending(): number {
    return this.#pending;
  }

  /** `performance.now()` of the latest answer, or of the start. */
  get usedAt(): number {
    return this.#usedAt;
  }

  /** Rejects as `LanguageServer.request` does. */
  async request<R>(method: string, params: unknown, options: SendOptions): Promise<R> {
    const { signal, deadlineMs } = options;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(this.#timeout(method, deadlineMs, "answer")), deadlineMs);
    const stop = AbortSignal.any([signal, limit.signal, this.#end.signal]);
    this.#pending += 1;
    try {
      return await this.#sendUntilSettled<R>(method, params, stop);
    } finally {
      clearTimeout(timer);
      this.#pending -= 1;
      this.#usedAt = performance.now();
    }
  }

  /** Resolves when the message is on its way. Rejects with `timeout` when the server does not read. */
  async notify(method: string, params: unknown): Promise<void> {
    if (this.#end.signal.aborted) throw this.#end.signal.reason as Error;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(this.#timeout(method, this.#writeMs, "take")), this.#writeMs);
    const sent = this.#rpc.sendNotification(method, params);
    sent.catch(() => {
      // The end, after nobody waits any more.
    });
    try {
      await raceSignal(sent, AbortSignal.any([limit.signal, this.#end.signal]));
    } catch (error) {
      throw this.#failure(method, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** `shutdown`, `exit`, then the kill that nobody survives; at most `graceMs` for each of the first two. */
  async stop(graceMs: number): Promise<void> {
    if (this.#isStopping || this.#end.signal.aborted) {
      await this.#child.exited;
      return;
    }
    this.#isStopping = true;
    try {
      await this.request("shutdown", undefined, { signal: this.#end.signal, deadlineMs: graceMs });
      await this.notify("exit", undefined);
      // Some wait for the end of their input, whatever they were told.
      this.#child.stdin?.end();
      await Promise.race([this.#child.exited, sleep(graceMs, undefined, { ref: false })]);
    } catch {
      // It does not listen any more; the signals are for that.
    }
    await this.#child.stop(graceMs);
    this.#finish(`${this.#label} was stopped`);
  }

  async #sendUntilSettled<R>(method: string, params: unknown, stop: AbortSignal): Promise<R> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#send<R>(method, params, stop);
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        const mayRetry = error instanceof ResponseError && RETRIED_CODES.includes(error.code);
        if (!mayRetry || delay === undefined) throw this.#failure(method, error);
        await raceSignal(sleep(delay), stop);
      }
    }
  }

  async #send<R>(method: string, params: unknown, stop: AbortSignal): Promise<R> {
    stop.throwIfAborted();
    const cancel = new CancellationTokenSource();
    // With a parameter in any case: a request without `params` is sent when there is none to send.
    const sent =
      params === undefined
        ? this.#rpc.sendRequest<R>(method, cancel.token)
        : this.#rpc.sendRequest<R>(method, params, cancel.token);
    sent.catch(() => {
      // An answer, or the end, after nobody waits any more.
    });
    try {
      return await raceSignal(sent, stop);
    } catch (error) {
      if (stop.aborted && !this.#end.signal.aborted) cancel.cancel();
      throw error;
    }
  }

  #timeout(method: string, deadlineMs: number, what: "answer" | "take"): ReticleError {
    const silentMs = performance.now() - this.#heardAt;
    const isStuck = silentMs > this.#stuckMs;
    if (isStuck) this.#break(`${this.#label} has not said anything for ${Math.round(silentMs / 1000)} s`, 0);
    return new ReticleError("timeout", `${this.#label} did not ${what} ${method} within ${Math.round(deadlineMs)} ms`, {
      hint: isStuck
        ? "it was stuck and has been stopped; ask again and it starts anew"
        : "it may still be loading the project: ask again in a while, see lsp status, or reload it",
      data: { method, timeoutMs: deadlineMs },
    });
  }

  #failure(method: string, error: unknown): unknown {
    if (this.#end.signal.aborted) return this.#end.signal.reason;
    if (error instanceof ResponseError) {
      const { code, message } = error;
      if (code === ErrorCodes.MethodNotFound) {
        return new ReticleError("unsupported", `${this.#label} does not know ${method}`, { data: { code, method } });
      }
      return new ReticleError("protocol", `${this.#label} answered ${method} with an error: ${firstLine(message)}`, {
        hint: "the place or the file may not suit the request; lsp status shows the server",
        data: { code, method },
        cause: error,
      });
    }
    return error;
  }

  /** The server cannot be talked to any more, but may still run. */
  #break(why: string, graceMs: number): void {
    if (this.#end.signal.aborted) return;
    if (graceMs === 0) this.#reason ??= why;
    // The exit says more than closed pipes, when there is one.
    void this.#child.stop(graceMs).then(() => this.#finish(why));
  }

  #finish(why: string): void {
    if (this.#end.signal.aborted) return;
    const reason = this.#reason ?? why;
    const words = this.#isStopping ? "" : this.#child.stderrTail().trim().split("\n").slice(-STDERR_LINES).join("\n");
    this.#end.abort(
      new ReticleError("connection_closed", words === "" ? reason : `${reason}; it last wrote: ${words}`, {
        hint: this.#isStopping
          ? "ask again and it starts anew"
          : "ask again: it is started anew, after a pause if it ends again and again",
      }),
    );
    this.#rpc.dispose();
  }
}

/** What a handler throws for a method that we do not have. */
export function methodNotFound(method: string): ResponseError<void> {
  return new ResponseError(ErrorCodes.MethodNotFound, `${method} is not supported`);
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").slice(0, 500);
}
