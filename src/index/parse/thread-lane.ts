import type { Worker } from "node:worker_threads";
import { ReticleError } from "../../base/errors.ts";
import type { BatchRequest, BatchResponse } from "./batch-reader.ts";
import type { ParseLane } from "./parse-lane.ts";
import type { FilesRead } from "./read-file.ts";
import { startParseThread } from "./start-parse-thread.ts";
import type { ThreadRequest, ThreadResponse } from "./thread-messages.ts";

/** A batch has so long; a file that takes its parser's whole deadline is reported by the lane itself. */
const BATCH_DEADLINE_MS = 60_000;

interface Waiting {
  readonly request: ThreadRequest;
  readonly resolve: (response: ThreadResponse) => void;
  readonly reject: (error: ReticleError) => void;
}

/**
 * Parses in a thread. That has its next batch before the answer to the last one is taken in, so that it does not wait
 * for its owner; when it is lost, the batch that it was at is refused, and the others begin again in another one.
 */
export class ThreadLane implements ParseLane {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  /** The thread is at the first. */
  readonly #waiting: Waiting[] = [];
  #deadline: NodeJS.Timeout | undefined;

  constructor(start: () => Worker = startParseThread) {
    this.#start = start;
  }

  parse(request: BatchRequest): Promise<BatchResponse> {
    return this.#ask(request) as Promise<BatchResponse>;
  }

  /** The same, but the facts of most files are left to whoever asks. */
  parseTrees(request: BatchRequest): Promise<FilesRead> {
    return this.#ask({ ...request, leavesTrees: true }) as Promise<FilesRead>;
  }

  /**
   * Starts the thread, while its first files are still being looked for. `languages`: ids of those that they are in.
   * Resolves when it is ready for them, or has failed: the first batch meets the same, and tells.
   */
  async warm(languages: readonly string[] = []): Promise<void> {
    await this.parse({ root: "/", files: [], languages }).catch(() => undefined);
  }

  hasCrashed(): boolean {
    return false;
  }

  async rest(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(this.#deadline);
    const ended = new ReticleError("connection_closed", "the parse thread was ended");
    for (const { reject } of this.#waiting.splice(0)) reject(ended);
    await worker?.terminate();
  }

  dispose(): Promise<void> {
    return this.rest();
  }

  /** The answer is of the form that was asked for. */
  #ask(request: ThreadRequest): Promise<ThreadResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResponse>();
    this.#waiting.push({ request, resolve, reject });
    if (this.#waiting.length === 1) this.#watchTime();
    this.#worker ??= this.#listenTo(this.#start());
    this.#worker.postMessage(request);
    return promise;
  }

  #listenTo(worker: Worker): Worker {
    const whenOurs =
      <Args extends unknown[]>(listen: (...args: Args) => void) =>
      (...args: Args): void => {
        if (worker === this.#worker) listen(...args);
      };
    worker.on(
      "message",
      whenOurs((message: ThreadResponse | { readonly error: string }) => this.#take(message)),
    );
    // Only at its exit has everything arrived that it said before.
    let cause: Error | undefined;
    worker.on("error", (error: Error) => {
      cause = error;
    });
    worker.on(
      "exit",
      whenOurs((code: number) => this.#lose(endOf(code, cause))),
    );
    return worker;
  }

  #take(message: ThreadResponse | { readonly error: string }): void {
    if ("error" in message) {
      this.#lose(new ReticleError("internal", message.error));
      return;
    }
    this.#waiting.shift()?.resolve(message);
    // A grammar failed: its memory is not used any more.
    if (message.unread.length > 0) this.#startAgain();
    else this.#watchTime();
  }

  #lose(error: ReticleError): void {
    this.#waiting.shift()?.reject(error);
    this.#startAgain();
  }

  #startAgain(): void {
    const lost = this.#worker;
    this.#worker = undefined;
    void lost?.terminate();
    this.#watchTime();
    if (this.#waiting.length === 0) return;
    const worker = this.#listenTo(this.#start());
    this.#worker = worker;
    for (const { request } of this.#waiting) worker.postMessage(request);
  }

  #watchTime(): void {
    clearTimeout(this.#deadline);
    if (this.#waiting.length === 0) return;
    this.#deadline = setTimeout(
      () => this.#lose(new ReticleError("timeout", `a batch took more than ${BATCH_DEADLINE_MS} ms`)),
      BATCH_DEADLINE_MS,
    );
  }
}

function endOf(code: number, cause: Error | undefined): ReticleError {
  if (cause === undefined) return new ReticleError("connection_closed", `the thread ended with ${code}`);
  return new ReticleError("internal", cause.message, { cause });
}
