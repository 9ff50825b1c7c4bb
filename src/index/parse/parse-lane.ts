import type { ChildProcesses } from "../../process/children.ts";
import { moduleUrl } from "../../process/module-url.ts";
import { createWorkerProcess } from "../../process/worker-process.ts";
import { COMPILE_ONCE } from "../../syntax/compile-once.ts";
import type { BatchReader, BatchRequest, BatchResponse } from "./batch-reader.ts";

/** Parses batches, one after the other, apart from the process's main thread. */
export interface ParseLane {
  /** Throws ReticleError when the batch was too much for it: it is ready for the next all the same. */
  parse(request: BatchRequest): Promise<BatchResponse>;
  /** What it was given has spoiled it for good. */
  hasCrashed(): boolean;
  /** Frees what it holds; it starts again with the next batch. */
  rest(): Promise<void>;
  dispose(): Promise<void>;
}

const BATCH_DEADLINE_MS = 60_000;
/** A second Node is much memory for the few files that need one. */
const ISOLATED_IDLE_MS = 1_000;

// Module paths name this folder: the build joins this code into a file of another folder as well.

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
