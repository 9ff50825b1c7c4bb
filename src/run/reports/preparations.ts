import { Slots } from "../../base/slots.ts";

/** Files that were read and wait; an agent that reads more than that does not change all of them. */
const MAX_WAITING = 16;

/** Baselines that are taken in the background, one after the other. */
export class Preparations {
  readonly #slots = new Slots(1);
  readonly #running = new Map<string, Promise<void>>();

  add(path: string, work: () => Promise<void>): void {
    if (this.#running.has(path) || this.#slots.waiting >= MAX_WAITING) return;
    const running = this.#run(work).finally(() => this.#running.delete(path));
    this.#running.set(path, running);
  }

  /** Resolves when no file is being prepared. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #run(work: () => Promise<void>): Promise<void> {
    const giveBack = await this.#slots.take();
    try {
      await work();
    } catch {
      // It is taken again before the file is changed.
    } finally {
      giveBack();
    }
  }
}
