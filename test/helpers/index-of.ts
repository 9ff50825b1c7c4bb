import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSymbolIndex } from "../../src/index/create-symbol-index.ts";
import type { IndexView, SymbolIndex } from "../../src/index/symbol-index.ts";
import { createChildProcesses } from "../../src/process/children.ts";

/** A whole index of a folder and a look at it. */
export interface BuiltIndex {
  readonly view: IndexView;
  readonly index: SymbolIndex;
  /** Canonical. */
  readonly root: string;
  /** Looks again: edits made meanwhile are in it. */
  readonly reopen: () => Promise<IndexView>;
  readonly dispose: () => Promise<void>;
}

/** Builds the index of a folder to its end, in a cache folder of its own. Call `dispose` after the test. */
export async function indexOf(folder: string, cache?: string): Promise<BuiltIndex> {
  const root = realpathSync(folder);
  const cacheFolder = cache ?? mkdtempSync(join(tmpdir(), "reticle-index-of-"));
  const children = createChildProcesses();
  const index = createSymbolIndex({ children, folderFor: () => cacheFolder });
  const reopen = (): Promise<IndexView> =>
    index.open(root, { waitMs: Number.POSITIVE_INFINITY, signal: AbortSignal.timeout(120_000) });
  const dispose = async (): Promise<void> => {
    await index.dispose();
    await children.dispose();
    if (cache === undefined) rmSync(cacheFolder, { recursive: true, force: true });
  };
  try {
    return { view: await reopen(), index, root, reopen, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
