import { Worker } from "node:worker_threads";
import { ReticleError } from "../../base/errors.ts";
import type { ChildProcesses } from "../../process/children.ts";
import { moduleUrl } from "../../process/module-url.ts";
import { createWorkerProcess } from "../../process/worker-process.ts";
import { COMPILE_ONCE } from "../../syntax/compile-once.ts";
import type { BatchReader, BatchRequest, BatchResponse } from "./batch-reader.ts";

/** Parses one batch at a time, apart from the process's main thread. */
export interface ParseLane {
  /** Throws ReticleError when the batch was too much for it: it is ready for the next all the same. */
  parse(request: BatchRequest): Promise<BatchResponse>;
  /** What it was given has spoiled it for good. */
  hasCrashed(): boolean;
  /** Frees what it holds; it starts again with the next batch. */
  rest(): Promise<void>;
  dispose(): Promise<void>;
}

/** A batch has so long; a file that takes its parser's whole deadline is reported by the lane itself. */
const BATCH_DEADLINE_MS = 60_000;
/** A second Node is much memory for the few files that need one. */
const ISOLATED_IDLE_MS = 1_000;
const MEBIBYTE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 } as const;

// Module paths name this folder: the build joins this code into a file of another folder as well.

export function createThreadLane(): ParseLane {
  return new ThreadLane();
}

/** For languages whose grammars run apart. */
export function createProcessLane(children: ChildProcesses): ParseLane {
  const worker = createWorkerProcess<BatchRequest, BatchResponse>({
    children,
    module: moduleUrl("../parse/isolated-parse", import.meta.url),
    label: "isolated index parser",
    deadlineMs: BATCH_DEADLINE_MS,
    idleMs: ISOLATED_IDLE_MS,
    nodeArguments: [...COMPILE_ONCE, "--max-semi-space-size=4"],
  });
  return {
    parse: (request) => worker.request(request),
    hasCrashed: () => false,
    rest: () => Promise.resolve(),
    dispose: () => worker.dispose(),
  };
}

/** In the thread that asks: for a few small files, for which starting another would take longer. */
export function createInlineLane(): ParseLane {
  let reader: BatchReader | undefined;
  return {
    parse: async (request) => {
      const { BatchReader: Reader } = await import("./batch-reader.ts");
      reader ??= new Reader();
      return reader.read(request);
    },
    hasCrashed: () => reader?.hasCrashed === true,
    rest: () => Promise.resolve(),
    dispose: () => Promise.resolve(),
  };
}

class ThreadLane implements ParseLane {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  parse(request: BatchRequest): Promise<BatchResponse> {
    const parsed = this.#last.then(() => this.#parse(request));
    this.#last = parsed.catch(() => {
      // Whoever asked for it is told.
    });
    return parsed;
  }

  async #parse(request: BatchRequest): Promise<BatchResponse> {
    this.#worker ??= new Worker(moduleUrl("../parse/parse-thread", import.meta.url), {
      resourceLimits: MEBIBYTE_LIMITS,
    });
    const worker = this.#worker;
    try {
      const response = await exchange(worker, request);
      // A grammar failed: its memory is not used any more.
      if (response.unread.length > 0) await this.rest();
      return response;
    } catch (error) {
      await this.rest();
      throw error;
    }
  }

  hasCrashed(): boolean {
    return false;
  }

  async rest(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  dispose(): Promise<void> {
    return this.rest();
  }
}

function exchange(worker: Worker, request: BatchRequest): Promise<BatchResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<BatchResponse>();
  const timer = setTimeout(
    () => reject(new ReticleError("timeout", `a batch took more than ${BATCH_DEADLINE_MS} ms`)),
    BATCH_DEADLINE_MS,
  );
  const onMessage = (message: BatchResponse | { readonly error: string }): void => {
    if ("error" in message) reject(new ReticleError("internal", message.error));
    else resolve(message);
  };
  const onError = (error: Error): void => reject(new ReticleError("internal", error.message, { cause: error }));
  const onExit = (code: number): void => reject(new ReticleError("connection_closed", `the thread ended with ${code}`));
  worker.once("message", onMessage);
  worker.once("error", onError);
  worker.once("exit", onExit);
  worker.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", onMessage);
    worker.off("error", onError);
    worker.off("exit", onExit);
  });
}
