import type { Coverage } from "../base/coverage.ts";
import type { Memory } from "./answer-memory.ts";
import type { DatabaseReader } from "./store/database-reader.ts";

/** The indexes of an engine, one per canonical root; each is built and kept fresh by a process of its own. */
export interface SymbolIndex {
  /**
   * A look at the root's index. Starts its build, or compares it with the disk, where that is due, and waits a
   * bounded time for it; what is missing then is in the coverage. `unavailable` or `pending` coverage comes with
   * an empty database. Throws the signal's reason, and `cancelled` after `dispose`.
   */
  open(root: string, options: OpenIndexOptions): Promise<IndexView>;
  /**
   * Does what comes before the answer to a first question, and gives the database as it lies there: to be ready for one.
   * Undefined: there is none. Starts nothing.
   */
  rehearse(root: string, signal: AbortSignal): Promise<DatabaseReader | undefined>;
  /** Canonical absolute paths that we ourselves have just written or removed: visible once this resolves. */
  changed(paths: readonly string[]): Promise<void>;
  /** Cheap: loads and asks nothing. */
  health(): readonly { readonly name: string; readonly value: string }[];
  dispose(): Promise<void>;
}

export interface OpenIndexOptions {
  /** How long to wait for the first slice that can answer; default 1 000. `Infinity`: until the build is complete. */
  readonly waitMs?: number;
  /** False: an index that is not whole yet is looked at as it is, for those who have an answer without it; default true. */
  readonly waitsForBuild?: boolean;
  readonly signal: AbortSignal;
  /**
   * Called at the first look at a whole index, while that is compared with the disk: what it reads is read (and
   * kept in `memory`) when the look itself comes. What it throws is not heard.
   */
  readonly prepare?: (view: IndexView) => unknown;
  /** Files read and files there are, while the call waits. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** One question's look at an index: a read-only connection and what it covers. */
export interface IndexView {
  /** Canonical and absolute. */
  readonly root: string;
  readonly database: DatabaseReader;
  /**
   * `complete`; `partial` while files are still being read ("12 of 340 files") or when some cannot be walked;
   * `stale` when the comparison with the disk did not finish in time; `pending` before the first slice;
   * `unavailable` when no index can be kept here.
   */
  readonly coverage: Coverage;
  /** What the reader should hear once, such as that the cache folder cannot be written. */
  readonly notes: readonly string[];
  /** Files read, of `filesTotal`. */
  readonly files: number;
  readonly filesTotal: number;
  /** Epoch ms of the last comparison with the disk and of the last complete build; 0: never. */
  readonly sweptAt: number;
  readonly builtAt: number;
  /** Kept from question to question until the index changes. */
  readonly memory: Memory;
  /**
   * How these files (relative paths) compare with their rows: by size and times, else by content. Rows of a file
   * that is not "current" must not leave unmarked. A path that is not in the index counts as
   * "changed", and so does one whose rows were written after this view was opened.
   */
  verify(paths: readonly string[]): Promise<ReadonlyMap<string, FileFreshness>>;
}

export type FileFreshness = "current" | "changed" | "gone";
