import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Throws what the system says of the first that cannot be made.
 * Node's own way does not end where a system says of every new folder that the one above it is missing, as /proc does.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = [];
  let at = path;
  while (!isMade(at, mode)) {
    missing.push(at);
    at = dirname(at);
  }
  for (const folder of missing.reverse()) if (!isMade(folder, mode)) mkdirSync(folder, mode);
}

/** False: the folder above is missing. */
function isMade(path: string, mode: number): boolean {
  try {
    mkdirSync(path, mode);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && dirname(path) !== path) return false;
    // What is there already need not be writable.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return true;
    throw error;
  }
}
