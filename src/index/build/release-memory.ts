import { getHeapStatistics } from "node:v8";
import { collectGarbage } from "../../process/collect-garbage.ts";

/** Less growth than this is not worth a collection. */
const WORTH_BYTES = 8 * 1024 * 1024;

/**
 * Gives back what a pass has left in the heap of this thread. Happens only when that has grown well over
 * `restingBytes`, which is what the last call returned: a small edit costs none.
 */
export function releaseMemory(restingBytes: number): number {
  if (heapBytes() < restingBytes + WORTH_BYTES) return restingBytes;
  collectGarbage();
  return heapBytes();
}

function heapBytes(): number {
  return getHeapStatistics().total_heap_size;
}
