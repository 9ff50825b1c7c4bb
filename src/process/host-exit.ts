import { constants } from "node:os";
import { settlesWithin } from "../base/settles-within.ts";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
const DEFAULT_BOUND_MS = 3_000;

/**
 * For programs that own their process, never for library code: the first SIGTERM, SIGINT or SIGHUP
 * disposes, then exits with 128 + the signal's number; so does a dispose that takes longer than
 * `boundMs`, and a second signal at once. Returns the function that takes the listeners off again.
 */
export function onHostExit(dispose: () => Promise<void>, boundMs = DEFAULT_BOUND_MS): () => void {
  let isEnding = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    const exit = () => process.exit(128 + constants.signals[signal]);
    if (isEnding) exit();
    isEnding = true;
    settlesWithin(dispose(), boundMs).then(exit, exit);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
