import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Where the journal in `folder` keeps what is not over yet. */
export function pendingFolder(folder: string): string {
  return join(folder, "pending");
}

/** Whether a process has left something to recover (or another is writing right now); cheap, and takes no lock. */
export async function hasPending(folder: string): Promise<boolean> {
  return (await readdir(pendingFolder(folder)).catch(() => [])).length > 0;
}
