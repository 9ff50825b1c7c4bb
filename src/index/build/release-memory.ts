import { collectGarbage } from "../../process/collect-garbage.ts";

/** Less growth than this is not worth a collection. */
const WORTH_BYTES = 128 * 1024 * 1024;

/**
 * Gives back what a large pass has left in the heap. Happens only when the process has grown well over
 * `restingBytes`, which is what the last call returned: a small edit costs none.
 */
export function releaseMemory(restingBytes: number): number {
  return process.memoryUsage.rss() < restingBytes + WORTH_BYTES ? restingBytes : collectGarbage();
}
