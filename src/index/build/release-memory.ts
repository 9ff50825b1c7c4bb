import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Less growth than this is not worth a collection. */
const WORTH_BYTES = 128 * 1024 * 1024;

/**
 * Gives back what a large pass has left in the heap, which nobody would collect in a process that rests. Blocks for
 * some tens of ms, so it is for the index process at rest and for no process that serves, and happens only when the
 * process has grown well over `restingBytes`, which is what the last call returned: a small edit costs none.
 */
export function releaseMemory(restingBytes: number): number {
  if (process.memoryUsage.rss() < restingBytes + WORTH_BYTES) return restingBytes;
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  collect({ type: "major", flavor: "last-resort", execution: "sync" });
  return process.memoryUsage.rss();
}
