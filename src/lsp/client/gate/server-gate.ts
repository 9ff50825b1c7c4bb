import { raceSignal } from "../../../base/deadline.ts";

/**
 * Keeps queries of a server apart from somebody who shows it proposed text. Queries enter side by side;
 * who closes the gate waits until all of them have left, and is alone until it is opened again.
 */
export class ServerGate {
  #inside = 0;
  #isClosed = false;
  #change: PromiseWithResolvers<void> | undefined;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Enters when the gate is open, at once, so that messages keep their order. Call what it returns, once, to leave. */
  tryEnter(): (() => void) | undefined {
    return this.#isClosed ? undefined : this.#entered();
  }

  /** Enters as soon as the gate is open; those who wait keep their order. Rejects with the signal's reason. */
  async enter(signal: AbortSignal): Promise<() => void> {
    while (this.#isClosed) await this.#changed(signal);
    return this.#entered();
  }

  /** Waits until nobody is inside. Call what it returns, once, to open the gate. Rejects with the signal's reason. */
  async close(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    while (this.#isClosed || this.#inside > 0) await this.#changed(signal);
    this.#isClosed = true;
    return () => {
      this.#isClosed = false;
      this.#tell();
    };
  }

  #entered(): () => void {
    this.#inside += 1;
    return () => {
      this.#inside -= 1;
      if (this.#inside === 0) this.#tell();
    };
  }

  /** Who waits first is woken first. */
  #changed(signal: AbortSignal): Promise<void> {
    this.#change ??= Promise.withResolvers<void>();
    return raceSignal(this.#change.promise, signal);
  }

  #tell(): void {
    this.#change?.resolve();
    this.#change = undefined;
  }
}
