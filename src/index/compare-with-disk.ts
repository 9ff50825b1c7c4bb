import { scanRoot } from "./build/scan-root.ts";
import { isSameStamp } from "./parse/read-source.ts";
import type { DatabaseReader } from "./store/database-reader.ts";
import type { FileStamp } from "./store/parsed-batch.ts";
import { FILE_STATE } from "./store/schema.ts";

export interface Comparison {
  readonly root: string;
  /** Of the user's cache. */
  readonly folder: string;
  readonly database: DatabaseReader;
  readonly signal: AbortSignal;
  /** Told each folder before it is read. */
  readonly onFolder?: (folder: string) => void;
}

interface FileRow {
  readonly path: string;
  readonly size: number;
  readonly mtime_ms: number;
  readonly ctime_ms: number;
  readonly state: number;
}

/** Whether the index has exactly the files of the root, each as it is on the disk. False also where that cannot be told. */
export async function agreesWithDisk(comparison: Comparison): Promise<boolean> {
  const { root, folder, database, signal, onFolder } = comparison;
  const bounds = onFolder === undefined ? {} : { onFolder };
  const { files, gap, isCut } = await scanRoot({ root, cacheFolder: folder, signal }, bounds);
  if (isCut || gap !== undefined) return false;
  const known = new Map<string, FileStamp>();
  for (const row of database.all<FileRow>("SELECT path, size, mtime_ms, ctime_ms, state FROM files")) {
    if (row.state === FILE_STATE.seen) return false;
    known.set(row.path, { size: row.size, mtimeMs: row.mtime_ms, ctimeMs: row.ctime_ms });
  }
  if (known.size !== files.length) return false;
  return files.every((file) => {
    const stamp = known.get(file.path);
    return stamp !== undefined && isSameStamp(stamp, file);
  });
}
