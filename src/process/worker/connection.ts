import { ReticleError } from "../../base/errors.ts";
import { encodeFrame, FrameReader } from "./frames.ts";
import type { ChildExit, OwnedChild } from "../owned-child.ts";
import { settlesWithin } from "../../base/settles-within.ts";
import { fromWorkerError, isWorkerResponse, NOTICE_ID } from "./messages.ts";

const CLOSE_WAIT_MS = 500;
const STOP_GRACE_MS = 500;

interface PendingRequest {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface ConnectionEvents {
  readonly onJunk: (text: string) => void;
  readonly onNotice?: (() => void) | undefined;
}

/** The requests and answers of one child, from its start to its end. */
export class WorkerConnection {
  readonly #child: OwnedChild;
  readonly #label: string;
  readonly #pending = new Map<number, PendingRequest>();
  #nextId = 1;
  #closedBy: ReticleError | undefined;
  #hasAnswered = false;
  #wasClosed = false;

  constructor(child: OwnedChild, label: string, events: ConnectionEvents) {
    this.#child = child;
    this.#label = label;
    const { onJunk } = events;
    const reader = new FrameReader({ onFrame: (frame) => this.#takeAnswer(frame, events), onJunk });
    child.stdout.on("data", (chunk: Buffer) => reader.push(chunk));
    void child.exited.then((exit) => this.#end(this.#exitError(exit)));
  }

  /** Resolves when the child is gone. */
  get ended(): Promise<unknown> {
    return this.#child.exited;
  }
  /** Whether it ended, or was killed, without having been closed. */
  get wasLost(): boolean {
    return this.#closedBy !== undefined && !this.#wasClosed;
  }
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }
  get isOpen(): boolean {
    return this.#closedBy === undefined;
  }
  get closedBy(): ReticleError | undefined {
    return this.#closedBy;
  }
  get pid(): number {
    return this.#child.pid;
  }

  /** Kills the child when no answer has come after `deadlineMs`. */
  async send(payload: unknown, deadlineMs: number): Promise<unknown> {
    if (this.#closedBy !== undefined) throw this.#closedBy;
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { resolve, reject });
    const timer = setTimeout(() => this.#giveUp(id, deadlineMs), deadlineMs);
    try {
      this.#child.stdin?.write(encodeFrame({ id, payload }));
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  /** Rejects what is pending with the reason and ends the child: by closing its stdin, else by force. */
  async close(reason: ReticleError): Promise<void> {
    this.#wasClosed = true;
    this.#end(reason);
    this.#child.stdin?.end();
    if (!(await settlesWithin(this.#child.exited, CLOSE_WAIT_MS))) await this.#child.stop(STOP_GRACE_MS);
  }

  #takeAnswer(frame: unknown, { onJunk, onNotice }: ConnectionEvents): void {
    if (!isWorkerResponse(frame)) {
      onJunk(JSON.stringify(frame).slice(0, 200));
      return;
    }
    if (frame.id === NOTICE_ID) {
      onNotice?.();
      return;
    }
    const request = this.#pending.get(frame.id);
    this.#hasAnswered = true;
    if ("error" in frame) request?.reject(fromWorkerError(frame.error));
    else request?.resolve(frame.result);
  }

  #giveUp(id: number, deadlineMs: number): void {
    this.#pending.get(id)?.reject(
      new ReticleError("timeout", `${this.#label} did not answer within ${deadlineMs} ms and was stopped`, {
        hint: "ask for less (a smaller file, a smaller range) and call again",
        data: { timeoutMs: deadlineMs },
      }),
    );
    this.#end(
      new ReticleError(
        "connection_closed",
        `${this.#label} was stopped because another request took more than ${deadlineMs} ms`,
        {
          hint: "call again",
        },
      ),
    );
    void this.#child.stop(0);
  }

  #end(reason: ReticleError): void {
    this.#closedBy ??= reason;
    for (const request of this.#pending.values()) request.reject(reason);
    this.#pending.clear();
  }

  #exitError({ code, signal }: ChildExit): ReticleError {
    const stderr = this.#child.stderrTail().trim();
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    return new ReticleError("connection_closed", `${this.#label} ended (${how}) before it answered`, {
      hint: "call again; it is started anew",
      data: { exitCode: code, signal, stderr },
    });
  }
}
