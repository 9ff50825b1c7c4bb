const FIRST_PAUSE_MS = 2_000;
const FACTOR = 4;
const LONGEST_PAUSE_MS = 300_000;
/** A server that ran this long is not one that ends again and again. */
const STABLE_MS = 60_000;

/**
 * When a server that ended by itself may be started again: at once after the first time, then after
 * pauses that grow. Times are those of `performance.now()`.
 */
export class BackOff {
  #failures = 0;
  #until = 0;
  #reason = "";

  get failures(): number {
    return this.#failures;
  }

  /** What happened the last time. */
  get reason(): string {
    return this.#reason;
  }

  /** How long a start has to wait yet, in milliseconds. */
  waitMs(now: number): number {
    return Math.max(0, this.#until - now);
  }

  /** It ended, or did not come up, after `ranMs`. */
  failed(reason: string, ranMs: number, now: number): void {
    this.#failures = ranMs >= STABLE_MS ? 1 : this.#failures + 1;
    this.#reason = reason;
    const pause = this.#failures === 1 ? 0 : FIRST_PAUSE_MS * FACTOR ** (this.#failures - 2);
    this.#until = now + Math.min(pause, LONGEST_PAUSE_MS);
  }

  reset(): void {
    this.#failures = 0;
    this.#until = 0;
    this.#reason = "";
  }
}
