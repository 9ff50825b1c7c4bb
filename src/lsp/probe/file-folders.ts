import { basename, dirname, extname } from "node:path";
import { isReticleError } from "../../base/errors.ts";
import { walkFiles } from "../../workspace/walk.ts";
import { openWorkspace } from "../../workspace/workspace.ts";

const MAX_FILES = 20_000;
const MAX_MS = 1_000;
/** How many folders per kind of file are looked at: a report names roots, not files. */
const MAX_FOLDERS = 50;

/**
 * Extension or file name (lower case) → folders that hold such files, as far as a bounded walk comes.
 * Empty for the home directory and above, where no tree is walked.
 */
export async function fileFolders(workspaceRoot: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const folders = new Map<string, Set<string>>();
  for (const file of await files(workspaceRoot)) {
    const folder = dirname(file);
    for (const key of [extname(file).toLowerCase(), basename(file).toLowerCase()]) {
      const known = folders.get(key);
      if (known === undefined) folders.set(key, new Set([folder]));
      else if (known.size < MAX_FOLDERS) known.add(folder);
    }
  }
  return folders;
}

async function files(workspaceRoot: string): Promise<readonly string[]> {
  try {
    const workspace = await openWorkspace({ cwd: workspaceRoot, roots: [workspaceRoot] });
    return (await walkFiles(workspace, { folder: workspaceRoot, maxFiles: MAX_FILES, maxMs: MAX_MS })).files;
  } catch (error) {
    if (isReticleError(error)) return [];
    throw error;
  }
}
