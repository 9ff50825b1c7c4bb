import type { ChildProcesses } from "../../process/children.ts";
import { languageOfPath } from "../../syntax/languages.ts";
import type { FileStamp, FileToParse, ParsedBatch } from "../store/parsed-batch.ts";
import type { BatchResponse } from "./batch-reader.ts";
import { createInlineLane, createProcessLane, type ParseLane } from "./parse-lane.ts";
import { SplitLane } from "./split-lane.ts";
import { ThreadLane } from "./thread-lane.ts";

export interface PoolFile extends FileToParse {
  readonly stamp: FileStamp;
}

export interface ParseRun {
  readonly root: string;
  /** Most wanted first. */
  readonly files: readonly PoolFile[];
  /** Takes in a batch, one at a time, in the order they are ready. */
  readonly onBatch: (batch: ParsedBatch) => void;
  /** A file that no parser survives. */
  readonly onLost: (file: PoolFile, reason: string) => void;
  readonly signal: AbortSignal;
}

interface BatchSize {
  readonly files: number;
  readonly bytes: number;
  /** Of the first; each may have twice as many as the one before. */
  readonly firstBytes: number;
}

/** Who parses, once for each batch that it is given ahead. */
interface Crew {
  readonly lanes: readonly ParseLane[];
  readonly batches: BatchSize;
}

const THREADS = 2;
/** For less source one thread is as fast: each has to compile the parser's code for itself before it is quick. */
const SECOND_THREAD_BYTES = 1.5 * 1024 * 1024;
const LARGE: BatchSize = { files: 64, bytes: 192 * 1024, firstBytes: 192 * 1024 };
/** Where two threads work at one batch after the other: neither waits long for the other, nor is much left at the end. */
const SMALL: BatchSize = { files: 12, bytes: 64 * 1024, firstBytes: 4 * 1024 };
/** That a thread has at a time: it goes on with one while the rows of the other are written. */
const BATCHES_AHEAD = 2;
const SMALL_BATCHES_AHEAD = 6;
/** The first batches are small: somebody waits for the first answer. */
const FIRST_BATCHES = 6;
const FIRST_BATCH_FILES = 12;
/** No thread is started for so little. */
const INLINE_FILES = 8;
const INLINE_BYTES = 256 * 1024;
/** What a pool takes on that starts none at all. */
const LIGHT_FILES = 64;
const LIGHT_BYTES = 1024 * 1024;

export interface ParsePoolOptions {
  /** Parses in the thread that asks, whatever `fits` lets pass; default false. */
  readonly isLight?: boolean;
  /** Started ahead. */
  readonly firstThread?: ThreadLane | undefined;
}

/** Spreads files over parsers. Threads take what may share a process; other grammars have a process of their own. */
export class ParsePool {
  readonly #threads: readonly ThreadLane[];
  readonly #isolated: readonly ParseLane[];
  readonly #inline = createInlineLane();
  /** Has the first of the threads. */
  readonly #split: SplitLane;
  readonly #isLight: boolean;

  constructor(children: ChildProcesses, { isLight = false, firstThread }: ParsePoolOptions = {}) {
    const first = firstThread ?? new ThreadLane();
    this.#threads = [first, ...Array.from({ length: THREADS - 1 }, () => new ThreadLane())];
    this.#split = new SplitLane(first);
    this.#isLight = isLight;
    this.#isolated = [createProcessLane(children)];
  }

  /** False: these are more than this pool parses, or what it has parsed before has spoilt it. */
  fits(files: readonly { readonly path: string; readonly size: number }[]): boolean {
    if (!this.#isLight) return true;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return files.length <= LIGHT_FILES && bytes <= LIGHT_BYTES && !this.#inline.hasCrashed();
  }

  /** Starts a thread, while its first files are still being looked for. */
  warm(): void {
    void this.#threads[0]?.warm();
  }

  /** Resolves when every file was given to `onBatch` or `onLost`; rejects with what they throw, and on abort. */
  async run(run: ParseRun): Promise<void> {
    const isolated = run.files.filter(isIsolated);
    const shared = isolated.length === 0 ? run.files : run.files.filter((file) => !isIsolated(file));
    const failure = new AbortController();
    const signal = AbortSignal.any([run.signal, failure.signal]);
    const work = (crew: Crew, files: readonly PoolFile[]): Promise<void>[] => {
      const queue = new BatchQueue(files, crew.batches);
      return crew.lanes.map((lane) => drain(lane, queue, { ...run, signal }));
    };
    const drained = [
      ...work(this.#crewFor(shared), shared),
      ...work({ lanes: this.#isolated, batches: LARGE }, isolated),
    ].map((lane) =>
      lane.catch((error: unknown) => {
        failure.abort(error);
      }),
    );
    await Promise.all(drained);
    signal.throwIfAborted();
  }

  #crewFor(files: readonly PoolFile[]): Crew {
    const isSmall = files.length <= INLINE_FILES && sizeOf(files) <= INLINE_BYTES;
    if (this.#isLight || (isSmall && !this.#inline.hasCrashed())) return { lanes: [this.#inline], batches: LARGE };
    const needsAll = sizeOf(files.filter(({ isParsed }) => isParsed)) >= SECOND_THREAD_BYTES;
    if (needsAll) return { lanes: this.#threads.flatMap((lane) => repeat(lane, BATCHES_AHEAD)), batches: LARGE };
    return { lanes: repeat(this.#split, SMALL_BATCHES_AHEAD), batches: SMALL };
  }

  /** Ends the threads: what they have allocated is not given back before. */
  async rest(): Promise<void> {
    await Promise.all(this.#threads.map((lane) => lane.rest()));
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#threads, ...this.#isolated].map((lane) => lane.dispose()));
  }
}

class BatchQueue {
  readonly #files: readonly PoolFile[];
  readonly #size: BatchSize;
  #next = 0;
  #taken = 0;
  /** Taken first: they were in a batch that failed, and go one by one. */
  readonly #alone: PoolFile[] = [];

  constructor(files: readonly PoolFile[], size: BatchSize) {
    this.#files = files;
    this.#size = size;
  }

  take(): PoolFile[] {
    const alone = this.#alone.shift();
    if (alone !== undefined) return [alone];
    const maxFiles = this.#taken < FIRST_BATCHES ? FIRST_BATCH_FILES : this.#size.files;
    const maxBytes = Math.min(this.#size.bytes, this.#size.firstBytes * 2 ** this.#taken);
    this.#taken += 1;
    const batch: PoolFile[] = [];
    for (let bytes = 0; this.#next < this.#files.length && batch.length < maxFiles && bytes < maxBytes;) {
      const file = this.#files[this.#next] as PoolFile;
      this.#next += 1;
      bytes += file.stamp.size;
      batch.push(file);
    }
    return batch;
  }

  putBack(files: readonly PoolFile[]): void {
    this.#alone.push(...files);
  }
}

async function drain(lane: ParseLane, queue: BatchQueue, run: ParseRun): Promise<void> {
  for (let files = queue.take(); files.length > 0; files = queue.take()) {
    if (run.signal.aborted) return;
    let response: BatchResponse;
    try {
      response = await lane.parse({ root: run.root, files });
    } catch (error) {
      if (run.signal.aborted) return;
      const [only] = files;
      if (files.length === 1 && only !== undefined)
        run.onLost(only, error instanceof Error ? error.message : String(error));
      else queue.putBack(files);
      continue;
    }
    if (run.signal.aborted) return;
    run.onBatch(response.batch);
    queue.putBack(response.unread.flatMap((place) => files[place] ?? []));
  }
}

function sizeOf(files: readonly PoolFile[]): number {
  return files.reduce((sum, { stamp }) => sum + stamp.size, 0);
}

function isIsolated({ path, isParsed }: PoolFile): boolean {
  return isParsed && languageOfPath(path)?.isIsolated === true;
}

function repeat(lane: ParseLane, times: number): readonly ParseLane[] {
  return Array.from({ length: times }, () => lane);
}
