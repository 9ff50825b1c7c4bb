import { open } from "node:fs/promises";

/** Files written or looked at side by side. */
const PARALLEL = 16;

/** Calls `work` for every item, a bounded number side by side. After a failure no more are begun; those that run end first. */
export async function forEachParallel<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const index = next++;
      await work(items[index] as T, index).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
}

export interface WriteOptions {
  /** Permission bits; absent: what the system gives a new file. */
  readonly mode?: number | undefined;
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Creates a file with these bytes; resolves when they are on the disk. Fails when it exists. */
export async function writeNewFile(path: string, bytes: Buffer, { mode, owner }: WriteOptions = {}): Promise<void> {
  const handle = await open(path, "wx", mode === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    // Only the superuser can give a file away; everybody else replaces it by a file of their own.
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid).catch(() => {});
    if (mode !== undefined) await handle.chmod(mode & 0o7777);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves when what was written to a file is on the disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes what was created, renamed or removed in a folder last. Some file systems cannot, and need not. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  try {
    await handle?.sync();
  } catch {
    // Nothing to be done, and the files themselves are on the disk.
  } finally {
    await handle?.close();
  }
}
