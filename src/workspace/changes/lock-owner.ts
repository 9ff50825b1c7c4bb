import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";

/** Who holds a lock, so that others can tell whether it still lives. */
export interface LockOwner {
  readonly pid: number;
  /** Start time of the process, where the system tells: numbers of processes are used again. */
  readonly startedAt: string;
  /** Host and process namespace: elsewhere the number means another process. */
  readonly machine: string;
}

export async function currentOwner(): Promise<LockOwner> {
  const [startedAt, machine] = await Promise.all([startOf(process.pid), thisMachine()]);
  return { pid: process.pid, startedAt: startedAt ?? "", machine };
}

/** Whether the owner may still be at work; one on another machine always may. */
export async function mayLive(owner: LockOwner): Promise<boolean> {
  if (owner.machine !== (await thisMachine())) return true;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const startedAt = await startOf(owner.pid);
  return startedAt === undefined || owner.startedAt === "" || startedAt === owner.startedAt;
}

async function thisMachine(): Promise<string> {
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${hostname()} ${namespace}`.trim();
}

/** Field 22 of the process's row; undefined where there is none. "dead" for a process that only waits to be collected. */
async function startOf(pid: number): Promise<string | undefined> {
  const row = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (row === undefined) return undefined;
  const fields = row.slice(row.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? "dead" : fields[19];
}
