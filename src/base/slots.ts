/** A fixed number of slots; who finds none free waits in line. */
export class Slots {
  #free: number;
  #closedBy: Error | undefined;
  readonly #line = new Set<{ grant: () => void; refuse: (reason: Error) => void }>();

  constructor(count: number) {
    this.#free = count;
  }

  get waiting(): number {
    return this.#line.size;
  }

  /** Resolves with the function that gives the slot back (safe to call twice). Rejects with the signal's reason on abort. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#closedBy !== undefined) throw this.#closedBy;
    if (this.#free > 0) this.#free -= 1;
    else await this.#standInLine(signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  /** Refuses everybody in line, and everybody who comes later. */
  close(reason: Error): void {
    this.#closedBy = reason;
    for (const waiter of this.#line) waiter.refuse(reason);
  }

  #release(): void {
    const [next] = this.#line;
    if (next === undefined) this.#free += 1;
    else next.grant();
  }

  async #standInLine(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = {
      grant: () => {
        // Out of the line in the same step, so that a slot is never granted to somebody who has left it.
        this.#line.delete(waiter);
        resolve();
      },
      refuse: (reason: Error) => {
        this.#line.delete(waiter);
        reject(reason);
      },
    };
    const onAbort = () => waiter.refuse(signal?.reason as Error);
    this.#line.add(waiter);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }
}
