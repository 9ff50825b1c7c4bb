import { statSync } from "node:fs";
import { raceSignal } from "../base/deadline.ts";
import { complete, type Coverage } from "../base/coverage.ts";
import { isReticleError } from "../base/errors.ts";
import type { ChildProcesses } from "../process/children.ts";
import type { IndexBuilder, IndexRequest, IndexStatus } from "./build/index-messages.ts";
import type { ThreadLane } from "./parse/thread-lane.ts";
import { KeeperHere } from "./build/keeper-here.ts";
import { AnswerMemory } from "./answer-memory.ts";
import { DiskAgreement } from "./disk-agreement.ts";
import { type KnownFile, verifyFiles } from "./file-freshness.ts";
import { IndexReader, type OpenReader } from "./index-reader.ts";
import { IndexWorker } from "./index-worker.ts";
import type { DatabaseReader } from "./store/database-reader.ts";
import { META, type MetaKey } from "./store/schema.ts";
import { cachePlace } from "./store/store-place.ts";
import type { IndexView, OpenIndexOptions } from "./symbol-index.ts";

export interface RootIndexOptions {
  readonly root: string;
  /** The folder of the user's cache that holds indexes. */
  readonly folder: string;
  readonly children: ChildProcesses;
  /** In this process instead of one of its own. */
  readonly isBuiltHere: boolean;
  readonly firstThread?: ThreadLane | undefined;
  /** For looks that ask for less. */
  readonly minWaitMs: number;
}

const DEFAULT_WAIT_MS = 1_000;
/** With something to answer from, a build is waited for no longer than this by the first who looks. */
const SLICE_WAIT_MS = 700;
/** How long an index that is whole is compared with the disk before it answers: with the answer, 150 ms. */
const SWEEP_WAIT_MS = 120;
/** Comparing more files than these takes longer than that. */
const MAX_QUICK_FILES = 5_000;
/** What keeps an index that is as the disk is starts when nobody has asked for so long. */
const QUIET_MS = 200;
/** Progress is told so often. */
const STEP_MS = 100;
const REQUEST_GRACE_MS = 20_000;
/** Requests in a row that the process did not live to answer; each starts it again. */
const MAX_LOST = 4;
/** Milliseconds that a look has: for an index to be compared with the disk, and for one to be built. */
interface Patience {
  readonly waitMs: number;
  readonly buildMs: number;
}

/** What the meta table says, as numbers. */
interface Extent {
  readonly instance: string;
  readonly generation: number;
  readonly done: number;
  readonly total: number;
  readonly sweptAt: number;
  readonly builtAt: number;
  readonly isComplete: boolean;
  /** What could not be looked at. */
  readonly gap: string | undefined;
}

/** The index of one root, seen from the serving process: asks the index process, reads the database itself. */
export class RootIndex {
  readonly root: string;
  readonly #worker: IndexBuilder;
  readonly #folder: string;
  readonly #minWaitMs: number;
  readonly #reader: IndexReader;
  readonly #memory = new AnswerMemory();
  #database: string;
  #status: IndexStatus | undefined;
  #lastError: string | undefined;
  /** Somebody has looked before, and knows that it is being built. */
  #wasLookedAt = false;
  #wasAsked = false;
  readonly #agreement: DiskAgreement;
  #quietTimer: NodeJS.Timeout | undefined;
  /** Requests in a row without an answer. */
  #lost = 0;
  /** Not told to anybody yet. */
  #notes: string[] = [];

  constructor({ root, folder, children, isBuiltHere, firstThread, minWaitMs }: RootIndexOptions) {
    this.root = root;
    this.#folder = folder;
    this.#minWaitMs = minWaitMs;
    this.#agreement = new DiskAgreement(root, folder);
    this.#database = cachePlace(folder, root).database;
    this.#reader = new IndexReader(root, () => void this.#ask({ isDamaged: true, waitMs: 0 }));
    this.#worker = isBuiltHere ? new KeeperHere({ root, folder, children, firstThread }) : this.#startWorker(children);
  }

  #startWorker(children: ChildProcesses): IndexWorker {
    return new IndexWorker(children, {
      isWhole: () => this.#extent(this.#reader.open(this.#database))?.isComplete === true,
      onHandOver: () =>
        void this.#ask({ waitMs: 0 }).catch(() => {
          // The engine ends.
        }),
    });
  }

  async open({
    waitMs = DEFAULT_WAIT_MS,
    waitsForBuild = true,
    signal,
    prepare,
    onProgress,
  }: OpenIndexOptions): Promise<IndexView> {
    const startedAt = performance.now();
    this.#wasAsked = true;
    clearTimeout(this.#quietTimer);
    await this.#agreement.settle();
    const patience: Patience = {
      waitMs: Math.max(waitMs, this.#minWaitMs),
      buildMs: Math.max(waitsForBuild ? waitMs : 0, this.#minWaitMs),
    };
    const known = this.#extent(this.#reader.open(this.#database));
    let leftMs = this.#limit(known, patience);
    let prepared: Promise<unknown> | undefined;
    if (leftMs > 0 && this.#isFirstOf(known)) {
      prepared = this.#prepare(prepare);
      await raceSignal(this.#within(this.#compare(signal, false), leftMs), signal);
      leftMs -= performance.now() - startedAt;
    }
    let isCurrent = known?.isComplete === true && this.#agreement.holds;
    if (isCurrent) this.#askInQuiet();
    // Asked even when there is no time to wait: the asking starts the comparison that later looks need.
    while (!isCurrent) {
      const asked = this.#ask({ waitMs: Math.min(STEP_MS, leftMs) });
      if (known?.isComplete === true && leftMs > 0 && !this.#wasLookedAt) prepared ??= this.#prepare(prepare);
      const status = await raceSignal(this.#within(asked, leftMs), signal);
      if (this.#lost >= MAX_LOST) break;
      if (status !== undefined) {
        onProgress?.(status.filesDone, status.filesTotal);
        isCurrent = status.isCurrent;
        if (status.failure !== undefined) break;
      }
      leftMs = this.#limit(this.#extent(this.#reader.open(this.#database)), patience) - (performance.now() - startedAt);
      if (leftMs <= 0) break;
    }
    await prepared;
    this.#wasLookedAt = true;
    return this.#view({ isCurrent, waitedMs: performance.now() - startedAt });
  }

  /** Looked at for the first time, and small: to compare it here takes no longer than to start who keeps it. */
  #isFirstOf(known: Extent | undefined): boolean {
    const isSmall = known?.isComplete === true && known.total <= MAX_QUICK_FILES;
    return isSmall && this.#status === undefined && !this.#agreement.holds;
  }

  async #compare(signal: AbortSignal, isKept: boolean): Promise<void> {
    const database = this.#reader.open(this.#database)?.database;
    if (database !== undefined) await this.#agreement.compare({ database, signal, isKept });
  }

  /** Who keeps the index takes the processor while it starts, which the answers do not wait for. */
  #askInQuiet(): void {
    const ask = (): void => {
      void this.#ask({ waitMs: 0 }).catch(() => {
        // The engine ends.
      });
    };
    this.#quietTimer = setTimeout(ask, QUIET_MS).unref();
  }

  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  /** For reads whose results nobody gets. */
  async rehearse(signal: AbortSignal): Promise<DatabaseReader | undefined> {
    if (this.#isFirstOf(this.#extent(this.#reader.open(this.#database)))) await this.#compare(signal, true);
    return this.#reader.open(this.#database)?.database;
  }

  async #prepare(prepare: OpenIndexOptions["prepare"]): Promise<void> {
    try {
      await prepare?.(this.#view({ isCurrent: false, waitedMs: 0 }, []));
    } catch {
      // The look itself meets the same, and tells.
    }
  }

  /** Relative paths. */
  async changed(paths: readonly string[]): Promise<void> {
    this.#agreement.lose();
    await this.#ask({ changed: paths, waitMs: 0 });
  }

  health(): { name: string; value: string }[] {
    const reader = this.#reader.open(this.#database);
    const extent = this.#extent(reader);
    const size = reader === undefined ? undefined : sizeOf(this.#database);
    const parts = [
      extent === undefined ? "no files read yet" : `${extent.done} of ${extent.total} files`,
      ...(extent === undefined || extent.sweptAt === 0 ? [] : [`compared with the disk ${age(extent.sweptAt)} ago`]),
      ...(size === undefined ? [] : [`${(size / 1_048_576).toFixed(1)} MiB`]),
      this.#worker.whereabouts,
    ];
    return [
      { name: "index", value: `${this.root}: ${parts.join(", ")}` },
      ...(this.#lastError === undefined ? [] : [{ name: "index error", value: this.#lastError }]),
    ];
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#quietTimer);
    this.#agreement.end();
    await this.#worker.dispose();
    this.#reader.close();
  }

  /** How long to wait with what there is to answer from. */
  #limit(extent: Extent | undefined, { waitMs, buildMs }: Patience): number {
    if (extent === undefined || extent.done === 0) return buildMs;
    if (!extent.isComplete) {
      if (buildMs !== DEFAULT_WAIT_MS) return buildMs;
      return this.#wasLookedAt ? SWEEP_WAIT_MS : SLICE_WAIT_MS;
    }
    if (waitMs > DEFAULT_WAIT_MS) return waitMs;
    return extent.total > MAX_QUICK_FILES && this.#status === undefined ? 0 : Math.min(waitMs, SWEEP_WAIT_MS);
  }

  async #ask(request: Pick<IndexRequest, "changed" | "isDamaged" | "waitMs">): Promise<IndexStatus | undefined> {
    this.#wasAsked = true;
    try {
      const status = await this.#worker.request(
        { root: this.root, folder: this.#folder, ...request },
        request.waitMs + REQUEST_GRACE_MS,
      );
      this.#status = status;
      if (status.sweptAt > 0) this.#agreement.end();
      this.#lost = 0;
      this.#notes.push(...status.notes);
      if (status.database !== undefined) this.#database = status.database;
      if (status.failure !== undefined) this.#lastError = status.failure.message;
      return status;
    } catch (error) {
      if (isReticleError(error) && error.kind === "cancelled") throw error;
      this.#lost += 1;
      this.#lastError = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }

  /** Why the index cannot be brought up to date. */
  get #failure(): string | undefined {
    return this.#lost >= MAX_LOST ? this.#lastError : this.#status?.failure?.message;
  }

  /** Undefined after `ms`; the process goes on with what it was asked. */
  async #within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
    if (ms === Number.POSITIVE_INFINITY) return work;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
    work.catch(() => {
      // Told by the next request.
    });
    return Promise.race([work, promise]).finally(() => clearTimeout(timer));
  }

  #extent(reader: OpenReader | undefined): Extent | undefined {
    const meta = reader === undefined ? undefined : readMeta(reader.database);
    if (meta === undefined) return undefined;
    const numberOf = (key: (typeof META)[keyof typeof META]): number => Number(meta.get(key) ?? 0);
    return {
      instance: meta.get(META.instance) ?? "",
      generation: numberOf(META.generation),
      done: numberOf(META.filesDone),
      total: numberOf(META.filesTotal),
      sweptAt: numberOf(META.sweptAt),
      builtAt: numberOf(META.builtAt),
      isComplete: meta.get(META.isComplete) === "1",
      gap: joined([meta.get(META.walkGap), meta.get(META.unreadable)]),
    };
  }

  #view(
    state: { readonly isCurrent: boolean; readonly waitedMs: number },
    notes: readonly string[] = this.#notes.splice(0),
  ): IndexView {
    const opened = this.#reader.open(this.#database);
    const extent = this.#extent(opened);
    const { database } = opened ?? this.#reader.empty();
    const { root } = this;
    const memory = this.#memory.at(`${extent?.instance} ${extent?.generation}`);
    return {
      root,
      database,
      coverage: this.#coverage(extent, state),
      notes,
      files: extent?.done ?? 0,
      filesTotal: extent?.total ?? 0,
      sweptAt: extent?.sweptAt ?? 0,
      builtAt: extent?.builtAt ?? 0,
      memory,
      verify: (paths) => {
        const known = memory.keep("files as their rows", () => new Map<string, KnownFile>());
        return verifyFiles({ root, database, generation: extent?.generation ?? 0, known }, paths);
      },
    };
  }

  #coverage(
    extent: Extent | undefined,
    { isCurrent, waitedMs }: { readonly isCurrent: boolean; readonly waitedMs: number },
  ): Coverage {
    const failure = this.#failure;
    if (extent === undefined || (extent.done === 0 && !extent.isComplete)) {
      if (failure === undefined) return { state: "pending", what: "the index is being built", waitedMs };
      return { state: "unavailable", what: `the index (${failure})`, remedy: "lens_health says more" };
    }
    if (!extent.isComplete) {
      return {
        state: "partial",
        looked: String(extent.done),
        whole: `${extent.total} files`,
        missing: joined([stillOpen(extent.total - extent.done), extent.gap]) ?? "",
      };
    }
    if (!isCurrent) {
      const why = failure === undefined ? "" : ` (${failure})`;
      return { state: "stale", what: `the index was not compared with the disk${why}`, since: timeOf(extent.sweptAt) };
    }
    if (extent.gap === undefined) return complete;
    return { state: "partial", looked: String(extent.done), whole: "the files of the root", missing: extent.gap };
  }
}

/** What an index that is not whole does not know yet, by how many files it has still to read. */
function stillOpen(files: number): string {
  if (files > 0) return `${files} ${files === 1 ? "file" : "files"} that the index is still reading`;
  return "which files their imports lead to, which is still being found out";
}

/** Undefined: the database is damaged, which the index process has been told. */
function readMeta(database: DatabaseReader): ReadonlyMap<MetaKey, string> | undefined {
  try {
    const rows = database.all<{ key: MetaKey; value: string }>("SELECT key, value FROM meta");
    return new Map(rows.map(({ key, value }) => [key, value]));
  } catch (error) {
    if (isReticleError(error)) return undefined;
    throw error;
  }
}

function joined(gaps: readonly (string | undefined)[]): string | undefined {
  const there = gaps.filter((gap) => gap !== undefined);
  return there.length === 0 ? undefined : there.join("; ");
}

function age(epochMs: number): string {
  const seconds = Math.max(0, Math.round((Date.now() - epochMs) / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function timeOf(epochMs: number): string {
  return epochMs === 0 ? "it was made" : new Date(epochMs).toISOString().slice(0, 19).replace("T", " ");
}

/** With what is still beside the file. */
function sizeOf(database: string): number {
  return ["", "-wal"].reduce((sum, suffix) => {
    return sum + (statSync(database + suffix, { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}
