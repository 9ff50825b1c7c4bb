import { hash } from "node:crypto";
import { lstat, readFile, rename, rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { forEachParallel, syncFolder, writeNewFile } from "./durable.ts";
import type { Journal, JournalFile, JournalRecord } from "./journal.ts";
import { naming } from "./write-failure.ts";

/** "other": somebody else has written there since. */
export type FileState = "before" | "after" | "other";

/** Moves the new contents to their places; files that are there already are left alone. */
export async function moveIntoPlace(files: readonly JournalFile[]): Promise<void> {
  for (const { path, shown, temporary, after } of files) {
    await naming(shown, after === undefined ? rm(path) : rename(temporary, path));
  }
}

export async function syncFolders({ files, folders }: JournalRecord): Promise<void> {
  const touched = new Set([...files.map(({ path }) => path), ...folders].map((path) => dirname(path)));
  await forEachParallel([...touched], syncFolder);
}

/**
 * Puts back what was there, wherever our own new content is; what somebody else wrote since stays.
 * Resolves with the files that could not be put back, in which case the record must be kept.
 */
export async function putBack(record: JournalRecord, journal: Journal): Promise<readonly JournalFile[]> {
  const failed: JournalFile[] = [];
  for (const file of record.files.toReversed()) {
    if ((await stateOf(file)) !== "after") continue;
    await restore(record.id, file, journal).catch(() => failed.push(file));
  }
  await sweep(record);
  await removeFolders(record);
  await syncFolders(record);
  return failed;
}

async function restore(id: string, { path, temporary, before }: JournalFile, journal: Journal): Promise<void> {
  if (before === undefined) return rm(path);
  const bytes = await journal.readOld(id, before);
  await rm(temporary, { force: true });
  await writeNewFile(temporary, bytes, { mode: before.mode });
  await rename(temporary, path);
}

/** Removes what was written beside the targets. */
export async function sweep({ files }: JournalRecord): Promise<void> {
  await forEachParallel(files, ({ temporary }) => rm(temporary, { force: true }).catch(() => {}));
}

/** Folders made for the commit go when nothing else is in them. */
export async function removeFolders({ folders }: Pick<JournalRecord, "folders">): Promise<void> {
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => {});
}

export async function stateOf({ path, before, after }: JournalFile): Promise<FileState> {
  const now = await hashAt(path);
  if (now === after?.hash) return "after";
  return now === before?.hash ? "before" : "other";
}

/** Undefined: nothing there. What is no regular file has no hash that anything could equal. */
async function hashAt(path: string): Promise<string | undefined> {
  try {
    if (!(await lstat(path)).isFile()) return "no file";
    return hash("sha1", await readFile(path), "hex");
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "") ? undefined : "unreadable";
  }
}

export async function existsAt(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
