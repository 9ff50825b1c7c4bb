import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isSameStamp, lookAt, readSource, stampOf } from "./parse/read-source.ts";
import type { FileStamp } from "./store/parsed-batch.ts";
import type { DatabaseReader } from "./store/database-reader.ts";
import type { FileFreshness } from "./symbol-index.ts";

/** Files looked at before others may run. */
const SLICE_FILES = 100;

interface StampRow {
  readonly size: number;
  readonly mtime_ms: number;
  readonly ctime_ms: number;
  readonly hash: string | null;
  readonly generation: number;
}

/** What the caller read. */
export interface IndexState {
  readonly root: string;
  readonly database: DatabaseReader;
  /** Of the index before the caller began to read. */
  readonly generation: number;
  /** Files that were found to be as their rows are, kept while the index stays as it is. */
  readonly known: Map<string, KnownFile>;
}

export interface KnownFile {
  readonly absolute: string;
  readonly stamp: FileStamp;
}

/** Each takes some 200 bytes. */
const MAX_KNOWN = 4_000;

/** Compares files with their rows: by size and times, and where those differ by content. */
export async function verifyFiles(
  state: IndexState,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileFreshness>> {
  const answers = new Map<string, FileFreshness>();
  for (const path of new Set(paths)) {
    answers.set(path, freshnessOf(path, state));
    if (answers.size % SLICE_FILES === 0) await setImmediate();
  }
  return answers;
}

function freshnessOf(path: string, { root, database, generation, known }: IndexState): FileFreshness {
  const before = known.get(path);
  const absolute = before?.absolute ?? join(root, path);
  const stats = lookAt(absolute);
  if (stats === "gone") return "gone";
  if (stats === "hidden") return "changed";
  const stamp = stampOf(stats);
  if (before !== undefined && isSameStamp(before.stamp, stamp)) return "current";
  const row = database.get<StampRow>(
    "SELECT size, mtime_ms, ctime_ms, hash, generation FROM files WHERE path = ?",
    path,
  );
  // Rows that came later are not those that the caller may hold.
  if (row === undefined || row.generation > generation) return "changed";
  if (isSameStamp({ size: row.size, mtimeMs: row.mtime_ms, ctimeMs: row.ctime_ms }, stamp)) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(path, { absolute, stamp });
    return "current";
  }
  if (row.hash === null || row.size !== stats.size) return "changed";
  return readSource(absolute)?.hash === row.hash ? "current" : "changed";
}
