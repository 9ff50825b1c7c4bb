import { ReticleError } from "../../base/errors.ts";

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type Interrupt = keyof typeof SIGNAL_NUMBERS;

export interface Interrupts extends Disposable {
  /** Aborts when the process is asked to end, or by `stop`. */
  readonly signal: AbortSignal;
  /** 128 + the signal's number once one came. */
  readonly exitCode: number | undefined;
  readonly stop: (reason: string) => void;
}

/** Turns SIGINT, SIGTERM and SIGHUP into an abort; a second one ends the process at once. */
export function watchInterrupts(): Interrupts {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const stop = (reason: string): void => controller.abort(new ReticleError("cancelled", reason));
  const onInterrupt = (name: NodeJS.Signals): void => {
    const code = 128 + SIGNAL_NUMBERS[name as Interrupt];
    if (exitCode !== undefined) process.exit(code);
    exitCode = code;
    stop(`The command was interrupted by ${name}`);
  };
  const names = Object.keys(SIGNAL_NUMBERS) as Interrupt[];
  for (const name of names) process.on(name, onInterrupt);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    stop,
    [Symbol.dispose]: () => {
      for (const name of names) process.removeListener(name, onInterrupt);
    },
  };
}
