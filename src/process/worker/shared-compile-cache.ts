import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";

/** What to add to the environment of a child or a thread: it finds the code of its modules compiled where we find ours. */
export function sharedCompileCache(): Readonly<Record<string, string>> {
  // Node adds a folder for each of its versions.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
