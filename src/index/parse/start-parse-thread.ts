import { Worker } from "node:worker_threads";
import { moduleUrl } from "../../process/module-url.ts";
import { sharedCompileCache } from "../../process/worker/shared-compile-cache.ts";

const MEBIBYTE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 } as const;

/** A thread that parses; it loads what every grammar needs at once. Whoever gets it ends it. */
export function startParseThread(): Worker {
  return new Worker(moduleUrl("../parse-thread", import.meta.url), {
    resourceLimits: MEBIBYTE_LIMITS,
    env: { ...process.env, ...sharedCompileCache() },
  });
}
