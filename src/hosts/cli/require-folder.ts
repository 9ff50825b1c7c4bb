import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "./parsing/usage-error.ts";

/** The canonical absolute path of a folder named on the command line. Throws UsageError. */
export async function requireFolder(path: string, argument: string, cwd: string): Promise<string> {
  const absolute = resolve(cwd, path);
  const found = await stat(absolute).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    const reason = found.code === "ENOENT" || found.code === "ENOTDIR" ? "there is no such folder" : found.message;
    throw new UsageError(`${argument} "${path}" cannot be used: ${reason}`, `it was looked for at ${absolute}`);
  }
  if (!found.isDirectory()) throw new UsageError(`${argument} "${path}" is a file, not a folder`);
  return realpath(absolute);
}
