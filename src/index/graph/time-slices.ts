/** Milliseconds of work between two turns of the event loop. */
const SLICE_MS = 8;

/** Lets other work of the process run between steps of a long question, and ends it when its time is over. */
export class TimeSlices {
  readonly #signal: AbortSignal;
  readonly #until: number;
  #sliceEnd = performance.now() + SLICE_MS;

  constructor(signal: AbortSignal, budgetMs: number) {
    this.#signal = signal;
    this.#until = performance.now() + budgetMs;
  }

  /** Between two steps: false when the budget is used up. Throws the signal's reason. */
  async next(): Promise<boolean> {
    this.#signal.throwIfAborted();
    const now = performance.now();
    if (now > this.#until) return false;
    if (now > this.#sliceEnd) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#signal.throwIfAborted();
      this.#sliceEnd = performance.now() + SLICE_MS;
    }
    return true;
  }
}
