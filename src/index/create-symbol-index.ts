import { ReticleError } from "../base/errors.ts";
import type { ChildProcesses } from "../process/children.ts";
import type { IndexView, SymbolIndex } from "./symbol-index.ts";

export interface SymbolIndexOptions {
  readonly children: ChildProcesses;
  /** The folder that holds the index files of a root. */
  readonly folderFor: (root: string) => string;
}

export function createSymbolIndex(options: SymbolIndexOptions): SymbolIndex {
  return new RootIndexes(options);
}

class RootIndexes implements SymbolIndex {
  readonly #options: SymbolIndexOptions;

  constructor(options: SymbolIndexOptions) {
    this.#options = options;
  }

  open(root: string): Promise<IndexView> {
    const folder = this.#options.folderFor(root);
    return Promise.reject(new ReticleError("unsupported", `there is no index of "${root}" in "${folder}"`));
  }

  changed(): Promise<void> {
    return Promise.resolve();
  }

  health(): { name: string; value: string }[] {
    return [];
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}
