import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { isReticleError } from "../../base/errors.ts";
import { settlesWithin } from "../../base/settles-within.ts";
import type { ChildProcesses } from "../../process/children.ts";
import { RootWatch } from "../../workspace/watch/root-watch.ts";
import type { ThreadLane } from "../parse/thread-lane.ts";
import { ParsePool } from "../parse/parse-pool.ts";
import type { IndexStatus } from "./index-messages.ts";
import { IndexPass, type PassProgress, type Sweep } from "./index-pass.ts";
import { inReadingOrder } from "./file-list.ts";
import { HeavyWork } from "./heavy-work.ts";
import { releaseMemory } from "./release-memory.ts";
import { type Scan, type ScanOptions, scanPaths, scanRoot } from "./scan-root.ts";
import { type OpenIndex, WritableStore, type WriteOptions } from "./writable-store.ts";

export interface IndexKeeperOptions {
  readonly root: string;
  readonly folder: string;
  readonly children: ChildProcesses;
  /** Runs in a thread of the serving process: what is much work is refused, and left to a process; default false. */
  readonly isLight?: boolean;
  /** Called when another keeper should go on: at rest, the light one; else the one that takes on all work. */
  readonly onHandOver?: () => void;
  /** What goes wrong, besides what the status says. */
  readonly onFailure?: (error: unknown) => void;
  /** With more files than these, the first ones are read while the others are looked for; default 4 000. */
  readonly firstWalkFiles?: number;
  /** False: changes are found by comparing everything; default true. */
  readonly watches?: boolean;
  /** Of the pool; see there. */
  readonly firstThread?: ThreadLane | undefined;
}

/** Without a watch, a comparison with the disk counts for so long. */
const SWEEP_AGE_MS = 1_000;
/** With one, everything is compared again after this time all the same: watches can lose events. */
const SAFETY_SWEEP_AGE_MS = 60_000;
/** How often somebody who waits for another process's writing looks again. */
const RETRY_MS = 40;
/** Changes come in bursts, and who has made one mostly waits for a language server that needs the processor. */
const GATHER_MS = 300;
/** A root that takes longer to walk answers from its first files while the others are looked for. */
const FIRST_WALK_MS = 120;
const FIRST_WALK_FILES = 4_000;
const FIRST_FILES = 96;
/** What a pass leaves in the heap of a process that serves is given back after this time without work. */
const BREATH_MS = 200;
/** Threads and caches are given up after this time without work. */
const REST_MS = 3_000;

/** Keeps the index of one root: builds it, compares it with the disk, takes in changes. One piece of work at a time. */
export class IndexKeeper {
  readonly root: string;
  readonly #store: WritableStore;
  readonly #pool: ParsePool;
  readonly #watch: RootWatch;
  readonly #watches: boolean;
  readonly #firstWalkFiles: number;
  readonly #isLight: boolean;
  readonly #onHandOver: (() => void) | undefined;
  readonly #onFailure: ((error: unknown) => void) | undefined;
  readonly #closing = new AbortController();
  readonly #scan: ScanOptions;
  /** The folders that the last walk entered. */
  #folders: ReadonlySet<string> = new Set();
  /** Since the last rest. */
  #hasSwept = false;
  /** Bytes of the heap after memory was last given back; 0 before. */
  #restingBytes = 0;
  #progress: PassProgress = { activity: "idle", filesDone: 0, filesTotal: 0 };
  #running: Promise<void> = Promise.resolve();
  #pending = 0;
  #isSweepQueued = false;
  /** Epoch ms, for people; 0: never. */
  #sweptAt = 0;
  /** On the clock of `performance.now()`, which nobody sets back. */
  #sweptTick = Number.NEGATIVE_INFINITY;
  #failure: IndexStatus["failure"];
  /** There is work that this keeper does not take on. */
  #needsProcess = false;
  #restTimer: NodeJS.Timeout | undefined;
  #gatherTimer: NodeJS.Timeout | undefined;

  constructor(options: IndexKeeperOptions) {
    const { root, folder, children, isLight = false, onHandOver, firstWalkFiles, watches = true } = options;
    this.root = root;
    this.#firstWalkFiles = firstWalkFiles ?? FIRST_WALK_FILES;
    this.#isLight = isLight;
    this.#onHandOver = onHandOver;
    this.#onFailure = options.onFailure;
    this.#watches = watches;
    this.#store = new WritableStore({ root, folder, isLight });
    this.#pool = new ParsePool(children, { isLight, firstThread: options.firstThread });
    this.#watch = new RootWatch(root, () => this.#gather());
    this.#scan = { root, cacheFolder: folder, signal: this.#closing.signal };
  }

  /** Compares with the disk what may have changed; answers when that is done, after `waitMs` at the latest. */
  async refresh(waitMs: number): Promise<IndexStatus> {
    await this.#watch.settle();
    if (this.#isSweepDue()) this.#startSweep();
    else if (this.#watch.hasNoticed) this.#startNoticed();
    const isDone = this.#pending === 0 || (await settlesWithin(this.#running, waitMs));
    if (isDone && performance.now() - this.#sweptTick > SAFETY_SWEEP_AGE_MS && this.#failure === undefined) {
      const status = this.#status(true);
      this.#startSweep();
      return status;
    }
    return this.#status(isDone);
  }

  /** Makes the database anew: a reader cannot read this one. */
  replaceDamaged(): void {
    void this.#enqueue(async () => {
      await this.#store.replaceDamaged(this.#writeOptions());
      await this.#sweepAll();
    });
  }

  /** These have changed: they are read when somebody asks, or soon. Relative paths. */
  noteChanges(paths: readonly string[]): IndexStatus {
    this.#watch.note(paths);
    return this.#status(this.#pending === 0);
  }

  /** Ends what runs; what was committed stays. */
  async dispose(): Promise<void> {
    this.#closing.abort();
    await this.#pool.dispose();
    await this.#running;
    this.close();
  }

  /** At once, as a process does that ends. */
  close(): void {
    clearTimeout(this.#restTimer);
    clearTimeout(this.#gatherTimer);
    this.#closing.abort();
    this.#watch.close();
    this.#store.close();
  }

  #isSweepDue(): boolean {
    const age = performance.now() - this.#sweptTick;
    if (age <= SWEEP_AGE_MS) return false;
    return !this.#watch.isHealthy || this.#failure !== undefined || !this.#store.isWhole;
  }

  #startSweep(): void {
    if (this.#isSweepQueued) return;
    this.#isSweepQueued = true;
    void this.#enqueue(() => this.#sweepAll()).finally(() => {
      this.#isSweepQueued = false;
    });
  }

  #gather(): void {
    if (this.#gatherTimer !== undefined || this.#sweptAt === 0) return;
    this.#gatherTimer = setTimeout(() => {
      this.#gatherTimer = undefined;
      if (this.#watch.hasNoticed) this.#startNoticed();
    }, GATHER_MS).unref();
  }

  #startNoticed(): void {
    void this.#enqueue(() => {
      const { paths, needsSweep } = this.#watch.take();
      return needsSweep ? this.#sweepAll() : this.#readPaths(paths);
    });
  }

  /** One after the other; what goes wrong is told in the status. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#restTimer);
    this.#pending += 1;
    this.#running = this.#running.then(async () => {
      try {
        if (!this.#needsProcess) await work();
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        if (error instanceof HeavyWork) {
          this.#needsProcess = true;
          this.#onHandOver?.();
          return;
        }
        this.#onFailure?.(error);
        const kind = isReticleError(error) && error.kind === "refused" ? "refused" : "failed";
        this.#failure = { kind, message: error instanceof Error ? error.message : String(error) };
      } finally {
        this.#pending -= 1;
        this.#progress = { ...this.#progress, activity: "idle" };
        this.#restSoon();
      }
    });
    return this.#running;
  }

  async #sweepAll(): Promise<void> {
    if (!this.#isLight && !this.#store.isThere) this.#pool.warm();
    await this.#write(async (open) => {
      this.#progress = { ...this.#progress, activity: "comparing" };
      const sweptAt = Date.now();
      const sweptTick = performance.now();
      const folders = new Set<string>();
      const onFolder = (folder: string): void => {
        folders.add(folder);
        if (this.#watches) this.#watch.add(folder);
      };
      const first = open.files.size === 0 && !this.#isLight ? await this.#scanFirst(onFolder) : undefined;
      const [slice, scan] =
        first?.isCut === false
          ? [undefined, first]
          : await bothOf(first && this.#readFirst(open, first), scanRoot(this.#scan, { onFolder }));
      const { files, gap } = scan;
      this.#watch.keepOnly(folders);
      this.#folders = folders;
      const sweep: Sweep = { sweptAt, gap, ...(slice === undefined ? {} : { firstSlice: slice }) };
      await this.#pass(open).run(open.files.compareAll(files), sweep);
      this.#sweptAt = sweptAt;
      this.#sweptTick = sweptTick;
      this.#hasSwept = true;
    });
    // Only a look at everything tells that what went wrong is over.
    this.#failure = undefined;
  }

  /** Of a root that takes long to walk some of the files: somebody waits for the first answer. */
  #scanFirst(onFolder: (folder: string) => void): Promise<Scan> {
    this.#pool.warm();
    return scanRoot(this.#scan, { onFolder, maxMs: FIRST_WALK_MS, maxFiles: this.#firstWalkFiles });
  }

  #readFirst(open: OpenIndex, { files }: Scan): Promise<readonly number[]> {
    return this.#pass(open).runFirst(inReadingOrder(files).slice(0, FIRST_FILES), { filesFound: files.length });
  }

  async #readPaths(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    if (paths.some((path) => this.#concernsFolders(join(this.root, path)))) {
      await this.#sweepAll();
      return;
    }
    let isSeen = true;
    await this.#write(async (open) => {
      const found = await scanPaths(this.#scan, paths);
      isSeen = found !== undefined;
      if (found !== undefined) await this.#pass(open).run(open.files.compareSome(paths, found));
    });
    if (!isSeen) await this.#sweepAll();
  }

  /** More than one file came or went, or it lies where no walk has been. */
  #concernsFolders(absolute: string): boolean {
    if (this.#folders.has(absolute) || !this.#folders.has(dirname(absolute))) return true;
    try {
      return lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true;
    } catch {
      // The folder that holds it does not let us look any more.
      return true;
    }
  }

  #pass(open: OpenIndex): IndexPass {
    const onProgress = (progress: PassProgress): void => {
      this.#progress = progress;
    };
    const { root } = this;
    return new IndexPass({ root, open, pool: this.#pool, signal: this.#closing.signal, onProgress });
  }

  #write(work: (open: OpenIndex) => Promise<void>): Promise<void> {
    return this.#store.write(work, this.#writeOptions());
  }

  #writeOptions(): WriteOptions {
    const onBusy = (): void => {
      this.#progress = { ...this.#progress, activity: "another process writes" };
    };
    return { retryMs: RETRY_MS, signal: this.#closing.signal, onBusy };
  }

  #status(isDone: boolean): IndexStatus {
    const { database, instance } = this.#store;
    const isCurrent =
      isDone && !this.#needsProcess && this.#failure === undefined && this.#sweptAt > 0 && !this.#watch.hasNoticed;
    return {
      ...(database === undefined ? {} : { database }),
      ...(instance === undefined ? {} : { instance }),
      isCurrent,
      ...this.#progress,
      sweptAt: isCurrent && this.#watch.isHealthy ? Date.now() : this.#sweptAt,
      notes: this.#store.takeNotes(),
      ...(this.#needsProcess ? { needsProcess: true as const } : {}),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    };
  }

  #restSoon(): void {
    clearTimeout(this.#restTimer);
    const rest = (): void => {
      this.#restTimer = setTimeout(() => {
        if (this.#pending > 0) return;
        this.#store.rest();
        this.#hasSwept = false;
        void this.#pool.rest().then(() => this.#giveBackMemory());
      }, REST_MS).unref();
    };
    // A comparison of everything leaves more than a collection right after it finds.
    if (!this.#isLight || this.#hasSwept) {
      rest();
      return;
    }
    this.#restTimer = setTimeout(() => {
      this.#giveBackMemory();
      rest();
    }, BREATH_MS).unref();
  }

  #giveBackMemory(): void {
    if (this.#pending > 0) return;
    if (this.#isLight) this.#restingBytes = releaseMemory(this.#restingBytes);
    // What lies in memory ends with the process that made it.
    else if (this.#onHandOver !== undefined && !this.#store.isTemporary && this.#failure === undefined) {
      this.#onHandOver();
      // Somebody may be asking just now: then this process goes on, and offers it again.
      this.#restSoon();
    }
  }
}

/** When both have ended, however they end: one may not go on alone. */
async function bothOf<A, B>(first: Promise<A> | undefined, second: Promise<B>): Promise<[A | undefined, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}
