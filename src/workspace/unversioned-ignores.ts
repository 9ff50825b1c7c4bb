import { existsSync } from "node:fs";
import nodePath from "node:path";
import { relativeWithin } from "../base/path-containment.ts";
import { walkFiles } from "./walk.ts";
import type { Workspace } from "./workspace.ts";

const MAX_IGNORED = 1_000;
const MAX_WALK_MS = 3_000;

/**
 * What `.gitignore` files leave out of folders that git does not know: search programs obey such
 * files inside a git repository only. Relative to `root` with `/`; a folder stands for all in it. Folders
 * inside a repository, and outside `root`, add nothing. Rejects with the signal's reason on abort.
 */
export async function unversionedIgnores(
  workspace: Workspace,
  { root, folders }: { readonly root: string; readonly folders: readonly string[] },
  signal: AbortSignal,
): Promise<string[]> {
  const ignored = new Set<string>();
  for (const folder of folders) {
    if (relativeWithin(root, folder) === undefined || isInRepository(folder)) continue;
    const walked = await walkFiles(workspace, { folder, maxMs: MAX_WALK_MS, maxIgnored: MAX_IGNORED, signal });
    for (const path of walked.ignored) ignored.add(relativeWithin(root, path) ?? path);
  }
  return [...ignored].slice(0, MAX_IGNORED);
}

function isInRepository(folder: string): boolean {
  for (let at = folder; ; at = nodePath.dirname(at)) {
    if (existsSync(nodePath.join(at, ".git"))) return true;
    if (nodePath.dirname(at) === at) return false;
  }
}
