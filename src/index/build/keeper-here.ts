import { ReticleError } from "../../base/errors.ts";
import type { ChildProcesses } from "../../process/children.ts";
import type { ThreadLane } from "../parse/thread-lane.ts";
import type { IndexKeeper } from "./index-keeper.ts";
import type { IndexBuilder, IndexRequest, IndexStatus } from "./index-messages.ts";

export interface KeeperHereOptions {
  readonly root: string;
  readonly folder: string;
  readonly children: ChildProcesses;
  /** Parses, and was started ahead. Whoever started it ends it. */
  readonly firstThread?: ThreadLane | undefined;
}

/**
 * What the index process does, in the process that asks: for one that has nothing else to do before the index is
 * there, and would wait for another process to start.
 */
export class KeeperHere implements IndexBuilder {
  readonly whereabouts = "built by this process";
  readonly #options: KeeperHereOptions;
  #keeper: Promise<IndexKeeper> | undefined;
  #isDisposed = false;

  constructor(options: KeeperHereOptions) {
    this.#options = options;
  }

  async request({ changed, isDamaged, waitMs }: IndexRequest): Promise<IndexStatus> {
    this.#keeper ??= this.#start();
    const keeper = await this.#keeper;
    if (this.#isDisposed) throw new ReticleError("cancelled", "the index is closed");
    if (isDamaged === true) keeper.replaceDamaged();
    return changed === undefined ? keeper.refresh(waitMs) : keeper.noteChanges(changed);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await (await this.#keeper)?.dispose();
  }

  async #start(): Promise<IndexKeeper> {
    const { IndexKeeper: Keeper } = await import("./index-keeper.ts");
    return new Keeper(this.#options);
  }
}
