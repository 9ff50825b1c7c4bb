/** The process that parses what must not share a memory with other grammars; see `isIsolated`. */
import { serveRequests } from "../../process/serve-requests.ts";
import type { ParsedBatch } from "../store/parsed-batch.ts";
import { BatchReader, type BatchRequest, type BatchResponse } from "./batch-reader.ts";

const GRAMMAR_CRASHED = 70;

const reader = new BatchReader();

serveRequests<BatchRequest, BatchResponse>(async (request) => {
  const { batch, unread } = await reader.read(request);
  if (reader.hasCrashed) setImmediate(() => process.exit(GRAMMAR_CRASHED));
  return { batch: asJson(batch), unread };
});

function asJson(batch: ParsedBatch): ParsedBatch {
  const { symbols, references, bindings, exports } = batch;
  return {
    ...batch,
    symbols: Array.from(symbols),
    references: Array.from(references),
    bindings: Array.from(bindings),
    exports: Array.from(exports),
  };
}
