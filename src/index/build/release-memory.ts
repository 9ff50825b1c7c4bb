import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Below this there is little to give back. */
const WORTH_BYTES = 128 * 1024 * 1024;

/**
 * Gives back what a large pass has left in the heap, which nobody would collect in a process that rests. Blocks for
 * some tens of ms, so it is for the index process at rest and for no process that serves.
 */
export function releaseMemory(): void {
  if (process.memoryUsage.rss() < WORTH_BYTES) return;
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  collect({ type: "major", flavor: "last-resort", execution: "sync" });
}
