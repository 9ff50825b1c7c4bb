import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects everything and gives free heap back to the system, which nobody does in a process that rests. Blocks for
 * some tens of ms: for quiet moments only. Returns the resident bytes after it.
 */
export function collectGarbage(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  // Code that was compiled before is used only while the flags are the same: by modules and threads that start later.
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", flavor: "last-resort", execution: "sync" });
  return process.memoryUsage.rss();
}
