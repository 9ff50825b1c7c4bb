/** A thread of the index process that reads and parses batches of files, one after the other. */
import { parentPort } from "node:worker_threads";
import { BatchReader } from "./parse/batch-reader.ts";
import type { ThreadRequest, ThreadResponse } from "./parse/thread-messages.ts";

serveBatches(new BatchReader());

function serveBatches(reader: BatchReader): void {
  // The first files are still being looked for.
  reader.start();
  let last = Promise.resolve();
  parentPort?.on("message", (request: ThreadRequest) => {
    last = last.then(() => answer(reader, request));
  });
}

async function answer(reader: BatchReader, request: ThreadRequest): Promise<void> {
  let response: ThreadResponse | { readonly error: string };
  try {
    response = request.leavesTrees === true ? await reader.readTrees(request) : await reader.read(request);
  } catch (error) {
    response = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(response, "error" in response ? [] : numbersIn(response));
}

/** They move to the other thread instead of being copied. */
function numbersIn(response: ThreadResponse): ArrayBuffer[] {
  const arrays =
    "batch" in response
      ? Object.values(response.batch)
      : response.files.flatMap((file) => (file.outcome === "tree" ? Object.values(file.tree) : []));
  return arrays.flatMap((value: unknown) => (isNumbers(value) ? [value.buffer] : []));
}

function isNumbers(value: unknown): value is Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> {
  return value instanceof Int32Array || value instanceof Uint16Array;
}
