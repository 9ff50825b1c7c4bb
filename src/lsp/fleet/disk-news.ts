import { raceSignal } from "../../base/deadline.ts";
import type { FileChange } from "../language-servers.ts";
import { DiskChanges } from "../../workspace/watch/disk-changes.ts";

/** Watches the workspace roots that servers run for, and passes on what changes there before a call is answered. */
export class DiskNews {
  readonly #tell: (root: string, changes: readonly FileChange[]) => Promise<void>;
  readonly #roots = new Map<string, DiskChanges>();
  /** The latest round of each root; rounds of one root follow each other. */
  readonly #rounds = new Map<string, Promise<void>>();

  constructor(tell: (root: string, changes: readonly FileChange[]) => Promise<void>) {
    this.#tell = tell;
  }

  /** Starts to watch a root, in the background. */
  watch(root: string): void {
    if (this.#roots.has(root)) return;
    this.#roots.set(root, new DiskChanges(root));
  }

  /** Resolves when the servers know of everything that had changed by now; rejects with the signal's reason. */
  async catchUp(root: string, signal: AbortSignal): Promise<void> {
    const changes = this.#roots.get(root);
    if (changes === undefined) return;
    const before = this.#rounds.get(root) ?? Promise.resolve();
    const round = before
      .then(() => changes.take(signal))
      .then((taken) => (taken.length === 0 ? undefined : this.#tell(root, taken)))
      .catch((error: unknown) => {
        // An abort of one call is no business of the next.
        if (!signal.aborted) throw error;
      });
    this.#rounds.set(
      root,
      round.catch(() => {}),
    );
    await raceSignal(round, signal);
  }

  /** Changes that the servers hear of in another way. */
  remember(changes: readonly FileChange[]): void {
    for (const root of this.#roots.values()) root.remember(changes);
  }

  /** Ends the watches of roots that no server runs for. */
  keepOnly(roots: ReadonlySet<string>): void {
    for (const [root, changes] of this.#roots) {
      if (roots.has(root)) continue;
      changes.close();
      this.#roots.delete(root);
      this.#rounds.delete(root);
    }
  }

  close(): void {
    this.keepOnly(new Set());
  }
}
