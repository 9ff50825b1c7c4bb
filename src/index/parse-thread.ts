/** A thread of the index process that reads and parses batches of files, one after the other. */
import { parentPort } from "node:worker_threads";
import { BatchReader, type BatchRequest, type BatchResponse } from "./parse/batch-reader.ts";

serveBatches(new BatchReader());

function serveBatches(reader: BatchReader): void {
  // The first files are still being looked for.
  reader.start();
  let last = Promise.resolve();
  parentPort?.on("message", (request: BatchRequest) => {
    last = last.then(() => answer(reader, request));
  });
}

async function answer(reader: BatchReader, request: BatchRequest): Promise<void> {
  let response: BatchResponse | { readonly error: string };
  try {
    response = await reader.read(request);
  } catch (error) {
    response = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const arrays = "batch" in response ? response.batch : undefined;
  const transfer = [arrays?.symbols, arrays?.references, arrays?.bindings, arrays?.exports].flatMap((numbers) =>
    numbers instanceof Int32Array ? [numbers.buffer as ArrayBuffer] : [],
  );
  parentPort?.postMessage(response, transfer);
}
