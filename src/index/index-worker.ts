import type { ChildProcesses } from "../process/children.ts";
import { moduleUrl } from "../process/module-url.ts";
import { createWorkerProcess, type WorkerProcess } from "../process/worker-process.ts";
import { createWorkerThread, type WorkerThread } from "../process/worker-thread.ts";
import type { IndexBuilder, IndexRequest, IndexStatus } from "./build/index-messages.ts";

export interface IndexWorkerOptions {
  /** Whether there is an index that only has to be kept. */
  readonly isWhole: () => boolean;
  /** Called after the process or the thread has given up its place: the other one has to be asked to begin. */
  readonly onHandOver: () => void;
}

/** It stays to watch and to be asked. */
const IDLE_MS = 15 * 60_000;
/** What is collected early needs no room; and threads that end leave less behind where they share what they allocate from. */
const SMALL_PROCESS = { nodeArguments: ["--max-semi-space-size=8"], env: { MALLOC_ARENA_MAX: "2" } } as const;
const SMALL_THREAD = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 } as const;

/**
 * Who works on the index of one root: a process while it is built or much has changed, a thread of this process while
 * it is only kept. The thread needs a fraction of the memory that a second Node needs, and starts sooner; the process
 * takes with it, when it ends, what a build leaves behind.
 */
export class IndexWorker implements IndexBuilder {
  readonly #options: IndexWorkerOptions;
  readonly #process: WorkerProcess<IndexRequest, IndexStatus>;
  readonly #thread: WorkerThread<IndexRequest, IndexStatus>;
  #working: "process" | "thread" | undefined;

  constructor(children: ChildProcesses, options: IndexWorkerOptions) {
    this.#options = options;
    const module = moduleUrl("./build/index-process", import.meta.url);
    this.#process = createWorkerProcess({
      children,
      module,
      label: "index",
      concurrency: 16,
      idleMs: IDLE_MS,
      ...SMALL_PROCESS,
      onNotice: () => void this.#rest(),
    });
    this.#thread = createWorkerThread({
      module,
      label: "index",
      idleMs: IDLE_MS,
      limits: SMALL_THREAD,
      onNotice: () => {
        if (this.#leaveThread()) options.onHandOver();
      },
    });
  }

  get whereabouts(): string {
    if (this.#process.pid !== undefined) return `pid ${this.#process.pid}`;
    return this.#thread.isRunning ? "kept by a thread" : "no process";
  }

  async request(request: IndexRequest, deadlineMs: number): Promise<IndexStatus> {
    if (request.isDamaged === true) this.#leaveThread();
    this.#working ??= this.#options.isWhole() ? "thread" : "process";
    if (this.#working === "process") return this.#process.request(request, { deadlineMs });
    try {
      const status = await this.#thread.request(request, deadlineMs);
      if (status.needsProcess !== true) return status;
    } catch (error) {
      this.#leaveThread();
      throw error;
    }
    this.#leaveThread();
    return this.#process.request(request, { deadlineMs });
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#process.dispose(), this.#thread.dispose()]);
  }

  /** False: that has been done before. */
  #leaveThread(): boolean {
    if (this.#working === "process") return false;
    this.#working = "process";
    void this.#thread.end();
    return true;
  }

  /** The process has nothing to do. */
  async #rest(): Promise<void> {
    // From here on the thread is asked, which waits for the process's end where it has to write.
    this.#working = "thread";
    if (await this.#process.end()) this.#options.onHandOver();
    else this.#working = "process";
  }
}
