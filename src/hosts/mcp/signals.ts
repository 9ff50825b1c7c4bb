import { constants } from "node:os";

const ENDING = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

export interface EndingSignals extends Disposable {
  /** Aborts with the first signal that asks the process to end. */
  readonly signal: AbortSignal;
  /** 128 + its number, as shells report it; undefined while none came. */
  readonly exitCode: number | undefined;
}

/** A second signal ends the process at once: somebody is waiting. */
export function watchEndingSignals(): EndingSignals {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    const code = 128 + constants.signals[name];
    if (exitCode !== undefined) process.exit(code);
    exitCode = code;
    controller.abort();
  };
  for (const name of ENDING) process.on(name, onSignal);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    [Symbol.dispose]: () => {
      for (const name of ENDING) process.off(name, onSignal);
    },
  };
}
