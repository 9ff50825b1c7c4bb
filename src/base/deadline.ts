import { ReticleError } from "./errors.ts";

export interface Deadline {
  readonly signal: AbortSignal;
  /** Clears the timer; safe to call twice. */
  readonly clear: () => void;
}

/** A signal that aborts with a `timeout` error after `ms`, or with the parent's reason before that. */
export function deadline(ms: number, what: string, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(
      new ReticleError("timeout", `${what} did not finish within ${ms} ms`, {
        hint: "narrow the request (fewer files, a smaller range) and call again",
        data: { timeoutMs: ms },
      }),
    );
  }, ms);
  const signal = parent === undefined ? controller.signal : AbortSignal.any([controller.signal, parent]);
  return { signal, clear: () => clearTimeout(timer) };
}

/** Settles with the promise, or rejects with the signal's reason as soon as it aborts. */
export async function raceSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: () => void = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
