import type { ChildProcesses } from "../../process/children.ts";
import { languageOfPath } from "../../syntax/languages.ts";
import type { FileStamp, FileToParse, ParsedBatch } from "../store/parsed-batch.ts";
import type { BatchResponse } from "./batch-reader.ts";
import { createInlineLane, createProcessLane, type ParseLane } from "./parse-lane.ts";
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

const THREADS = 2;
/** For less source one thread is as fast: each has to compile the parser's code for itself before it is quick. */
const SECOND_THREAD_BYTES = 1.5 * 1024 * 1024;
const BATCH_BYTES = 192 * 1024;
const BATCH_FILES = 64;
/** That a thread has at a time: it goes on with one while the rows of the other are written. */
const BATCHES_AHEAD = 2;
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
  readonly #isLight: boolean;

  constructor(children: ChildProcesses, { isLight = false, firstThread }: ParsePoolOptions = {}) {
    this.#threads = Array.from({ length: THREADS }, (_, place) =>
      place === 0 && firstThread !== undefined ? firstThread : new ThreadLane(),
    );
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
    const work = (lanes: readonly ParseLane[], files: readonly PoolFile[]): Promise<void>[] => {
      const queue = new BatchQueue(files);
      return lanes.map((lane) => drain(lane, queue, { ...run, signal }));
    };
    const lanes = [...work(this.#lanesFor(shared), shared), ...work(this.#isolated, isolated)].map((lane) =>
      lane.catch((error: unknown) => {
        failure.abort(error);
      }),
    );
    await Promise.all(lanes);
    signal.throwIfAborted();
  }

  #lanesFor(files: readonly PoolFile[]): readonly ParseLane[] {
    const isSmall = files.length <= INLINE_FILES && sizeOf(files) <= INLINE_BYTES;
    if (this.#isLight || (isSmall && !this.#inline.hasCrashed())) return [this.#inline];
    const needsAll = sizeOf(files.filter(({ isParsed }) => isParsed)) >= SECOND_THREAD_BYTES;
    const threads = needsAll ? this.#threads : this.#threads.slice(0, 1);
    return threads.flatMap((thread) => Array.from({ length: BATCHES_AHEAD }, () => thread));
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
  #next = 0;
  #taken = 0;
  /** Taken first: they were in a batch that failed, and go one by one. */
  readonly #alone: PoolFile[] = [];

  constructor(files: readonly PoolFile[]) {
    this.#files = files;
  }

  take(): PoolFile[] {
    const alone = this.#alone.shift();
    if (alone !== undefined) return [alone];
    const maxFiles = this.#taken < FIRST_BATCHES ? FIRST_BATCH_FILES : BATCH_FILES;
    this.#taken += 1;
    const batch: PoolFile[] = [];
    for (let bytes = 0; this.#next < this.#files.length && batch.length < maxFiles && bytes < BATCH_BYTES;) {
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
