import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "reticle-cache-";

/** A folder for one server process and what it starts; asynchronous disposal removes it. */
export interface PrivateCache extends AsyncDisposable {
  /** For the environment of the server. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A cache folder of its own for a server that finds a daemon there which it shares with every other client of the
 * user: that daemon ends with the client that happened to start it, and ours would end those of others.
 * Folders of hosts that died are removed.
 */
export async function openPrivateCache(parent = tmpdir()): Promise<PrivateCache> {
  await removeAbandoned(parent);
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  return { env: { XDG_CACHE_HOME: folder }, [Symbol.asyncDispose]: () => remove(folder) };
}

async function removeAbandoned(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const abandoned = names.filter((name) => {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    return Number.isSafeInteger(pid) && !isAlive(pid);
  });
  await Promise.all(abandoned.map((name) => remove(join(parent, name))));
}

/** What cannot be removed lies in the folder for temporary files. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
