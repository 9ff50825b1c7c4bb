/** Progress notifications closer together than this help nobody. */
const MIN_INTERVAL_MS = 100;

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

export interface ProgressReporter {
  readonly report: (done: number, total: number | undefined, message: string) => void;
  /** The call is over: nothing is sent any more. */
  readonly close: () => void;
}

/**
 * Passes a call's progress on, at most every 100 ms and only when it grew, as the protocol wants.
 * The last step (`done` equals `total`) is never held back.
 */
export function createProgressReporter(send: (progress: Progress) => void, now: () => number): ProgressReporter {
  let lastDone = Number.NEGATIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isOpen = true;
  return {
    report: (done, total, message) => {
      if (!isOpen || !(done > lastDone)) return;
      if (now() - lastAt < MIN_INTERVAL_MS && done !== total) return;
      lastDone = done;
      lastAt = now();
      send({ progress: done, ...(total === undefined ? {} : { total }), message });
    },
    close: () => {
      isOpen = false;
    },
  };
}
