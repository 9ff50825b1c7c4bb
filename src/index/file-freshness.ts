import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isSameStamp, lookAt, readSource, stampOf } from "./parse/read-source.ts";
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
}

/** Compares files with their rows: by size and times, and where those differ by content. */
export async function verifyFiles(
  { root, database, generation }: IndexState,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileFreshness>> {
  const answers = new Map<string, FileFreshness>();
  for (const path of new Set(paths)) {
    const row = database.get<StampRow>(
      "SELECT size, mtime_ms, ctime_ms, hash, generation FROM files WHERE path = ?",
      path,
    );
    answers.set(path, freshnessOf(join(root, path), row, generation));
    if (answers.size % SLICE_FILES === 0) await setImmediate();
  }
  return answers;
}

function freshnessOf(absolute: string, row: StampRow | undefined, generation: number): FileFreshness {
  const stats = lookAt(absolute);
  if (stats === "gone") return "gone";
  if (stats === "hidden") return "changed";
  // Rows that came later are not those that the caller may hold.
  if (row === undefined || row.generation > generation) return "changed";
  const known = { size: row.size, mtimeMs: row.mtime_ms, ctimeMs: row.ctime_ms };
  if (isSameStamp(known, stampOf(stats))) return "current";
  if (row.hash === null || row.size !== stats.size) return "changed";
  return readSource(absolute)?.hash === row.hash ? "current" : "changed";
}
