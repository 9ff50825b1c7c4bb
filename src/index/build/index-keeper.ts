import { join } from "node:path";
import { isReticleError } from "../../base/errors.ts";
import { settlesWithin } from "../../base/settles-within.ts";
import type { ChildProcesses } from "../../process/children.ts";
import type { IndexStatus } from "./index-messages.ts";
import { IndexPass, type PassProgress } from "./index-pass.ts";
import { ParsePool } from "../parse/parse-pool.ts";
import { findFile, scanRoot } from "./scan-root.ts";
import { WritableStore } from "./writable-store.ts";

export interface IndexKeeperOptions {
  readonly root: string;
  readonly folder: string;
  readonly children: ChildProcesses;
}

/** A comparison with the disk counts for so long. */
const SWEEP_AGE_MS = 1_000;
/** How often somebody who waits for another process's writing looks again. */
const RETRY_MS = 40;
/** Threads and caches are given up after this time without work. */
const REST_MS = 3_000;

/** Keeps the index of one root: builds it, compares it with the disk, takes in changes. One pass at a time. */
export class IndexKeeper {
  readonly root: string;
  readonly #store: WritableStore;
  readonly #pool: ParsePool;
  readonly #closing = new AbortController();
  #progress: PassProgress = { activity: "idle", filesDone: 0, filesTotal: 0 };
  #running: Promise<void> = Promise.resolve();
  #sweep: Promise<void> | undefined;
  #sweptAt = 0;
  /** On the clock of `performance.now()`, which nobody sets back. */
  #sweptTick = Number.NEGATIVE_INFINITY;
  #failure: IndexStatus["failure"];
  #restTimer: NodeJS.Timeout | undefined;

  constructor({ root, folder, children }: IndexKeeperOptions) {
    this.root = root;
    this.#store = new WritableStore({ root, folder });
    this.#pool = new ParsePool(children);
  }

  /** Compares all with the disk where that is due; answers when it is done, after `waitMs` at the latest. */
  async refresh(waitMs: number): Promise<IndexStatus> {
    if (performance.now() - this.#sweptTick > SWEEP_AGE_MS) {
      this.#sweep ??= this.#enqueue(() => this.#sweepAll()).finally(() => {
        this.#sweep = undefined;
      });
    }
    if (this.#sweep !== undefined) await settlesWithin(this.#sweep, waitMs);
    return this.#status(this.#sweep === undefined);
  }

  /** Takes in what is known to have changed, and nothing else. */
  async takeChanges(paths: readonly string[], waitMs: number): Promise<IndexStatus> {
    const isDone = await settlesWithin(
      this.#enqueue(() => this.#readChanges(paths)),
      waitMs,
    );
    return this.#status(isDone);
  }

  close(): void {
    clearTimeout(this.#restTimer);
    this.#closing.abort();
    this.#store.close();
  }

  /** One after the other; what goes wrong is told in the status. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#restTimer);
    this.#running = this.#running.then(async () => {
      try {
        await work();
        this.#failure = undefined;
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        const kind = isReticleError(error) && error.kind === "refused" ? "refused" : "failed";
        this.#failure = { kind, message: error instanceof Error ? error.message : String(error) };
      } finally {
        this.#progress = { ...this.#progress, activity: "idle" };
        this.#restSoon();
      }
    });
    return this.#running;
  }

  async #sweepAll(): Promise<void> {
    const { signal } = this.#closing;
    await this.#store.write(
      async (open) => {
        this.#progress = { ...this.#progress, activity: "comparing" };
        const startedAt = Date.now();
        const startedTick = performance.now();
        const { files, gap } = await scanRoot(this.root, signal);
        const pass = new IndexPass({ root: this.root, open, pool: this.#pool, signal, onProgress: this.#onProgress });
        await pass.run(open.files.compareAll(files), { sweptAt: startedAt, gap });
        this.#sweptAt = startedAt;
        this.#sweptTick = startedTick;
      },
      { retryMs: RETRY_MS, signal, onBusy: this.#onBusy },
    );
  }

  async #readChanges(paths: readonly string[]): Promise<void> {
    const { signal } = this.#closing;
    await this.#store.write(
      async (open) => {
        const found = paths.flatMap((path) => findFile(join(this.root, path), path) ?? []);
        const pass = new IndexPass({ root: this.root, open, pool: this.#pool, signal, onProgress: this.#onProgress });
        await pass.run(open.files.compareSome(paths, found));
      },
      { retryMs: RETRY_MS, signal, onBusy: this.#onBusy },
    );
  }

  readonly #onProgress = (progress: PassProgress): void => {
    this.#progress = progress;
  };

  readonly #onBusy = (): void => {
    this.#progress = { ...this.#progress, activity: "another process writes" };
  };

  #status(isCurrent: boolean): IndexStatus {
    const { database, instance } = this.#store;
    return {
      ...(database === undefined ? {} : { database }),
      ...(instance === undefined ? {} : { instance }),
      isCurrent: isCurrent && this.#failure === undefined,
      ...this.#progress,
      sweptAt: this.#sweptAt,
      notes: this.#store.takeNotes(),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    };
  }

  #restSoon(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      void this.#pool.rest();
      this.#store.rest();
    }, REST_MS).unref();
  }
}
