import { ReticleError } from "../base/errors.ts";
import { relativeWithin } from "../base/path-containment.ts";
import type { ChildProcesses } from "../process/children.ts";
import type { ThreadLane } from "./parse/thread-lane.ts";
import { RootIndex } from "./root-index.ts";
import type { DatabaseReader } from "./store/database-reader.ts";
import type { IndexView, OpenIndexOptions, SymbolIndex } from "./symbol-index.ts";

export interface SymbolIndexOptions {
  readonly children: ChildProcesses;
  /** The folder that holds the index files of a root. */
  readonly folderFor: (root: string) => string;
  /** Built in this process, which does nothing else meanwhile; default: in one of its own. */
  readonly isBuiltHere?: boolean;
  /** For the first root that is built here: a parser that was started ahead. Whoever started it ends it. */
  readonly firstThread?: ThreadLane;
  /** Where an index is not whole, or was not compared with the disk, each look waits at least so long; default 0. */
  readonly minWaitMs?: number;
}

/** Cheap: nothing is opened or started before the first question. */
export function createSymbolIndex(options: SymbolIndexOptions): SymbolIndex {
  return new RootIndexes(options);
}

class RootIndexes implements SymbolIndex {
  readonly #options: SymbolIndexOptions;
  readonly #roots = new Map<string, RootIndex>();
  #isDisposed = false;

  constructor(options: SymbolIndexOptions) {
    this.#options = options;
  }

  async open(root: string, options: OpenIndexOptions): Promise<IndexView> {
    options.signal.throwIfAborted();
    return this.#indexOf(root).open(options);
  }

  rehearse(root: string, signal: AbortSignal): Promise<DatabaseReader | undefined> {
    return this.#indexOf(root).rehearse(signal);
  }

  async changed(paths: readonly string[]): Promise<void> {
    await Promise.all(
      [...this.#roots.values()].map(async (index) => {
        const inside = paths.flatMap((path) => relativeWithin(index.root, path) ?? []);
        if (inside.length > 0) await index.changed(inside);
      }),
    );
  }

  #indexOf(root: string): RootIndex {
    if (this.#isDisposed) throw new ReticleError("cancelled", "the index is closed: the engine has ended");
    let index = this.#roots.get(root);
    if (index === undefined) {
      const { children, folderFor, isBuiltHere = false, minWaitMs = 0 } = this.#options;
      const firstThread = this.#roots.size === 0 ? this.#options.firstThread : undefined;
      index = new RootIndex({ root, folder: folderFor(root), children, isBuiltHere, minWaitMs, firstThread });
      this.#roots.set(root, index);
    }
    return index;
  }

  health(): { name: string; value: string }[] {
    const asked = [...this.#roots.values()].filter(({ wasAsked }) => wasAsked);
    if (asked.length === 0) return [{ name: "index", value: "not asked for yet" }];
    return asked.flatMap((index) => index.health());
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#roots.values()].map((index) => index.dispose()));
    this.#roots.clear();
  }
}
