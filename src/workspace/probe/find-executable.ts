import nodePath from "node:path";
import { contains } from "../../base/path-containment.ts";
import { DiskLook } from "./disk-look.ts";
import { foldersUpTo } from "./find-root.ts";

export interface ExecutableSearch {
  readonly name: string;
  /** Absolute folders in the order of preference. */
  readonly folders: readonly string[];
  /** Whether `<name>-<number>` will do; the plain name wins, then the highest number. */
  readonly acceptsVersionSuffix?: boolean;
  /** Programs in this folder, or that are links to there, do not count. */
  readonly outside?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Shared by the searches of one call; default: one of its own. */
  readonly look?: DiskLook;
}

/** Where checkouts keep programs of their own. */
const PROGRAM_FOLDERS = ["node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin", "bin"] as const;

/** The first executable file of that name; undefined when there is none. */
export function findExecutable(search: ExecutableSearch): string | undefined {
  const { look = new DiskLook(), name } = search;
  // Most of the folders in which a project could keep programs are not there.
  const folders = search.folders.filter((folder) => look.isFolder(folder));
  const found = folders.map((folder) => nodePath.join(folder, name)).find((path) => isUsable(path, search, look));
  if (found !== undefined || search.acceptsVersionSuffix !== true) return found;
  const versioned = folders.flatMap((folder) => versionsIn(folder, name, look));
  versioned.sort((a, b) => b.version - a.version);
  return versioned.map(({ path }) => path).find((path) => isUsable(path, search, look));
}

/** The folders of PATH. Relative ones are left out: they mean another place in every working directory. */
export function pathFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  const folders = (env["PATH"] ?? "").split(nodePath.delimiter).filter((folder) => nodePath.isAbsolute(folder));
  return [...new Set(folders)];
}

/** Where the project at `root` and the folders above it, up to the workspace root, keep programs. */
export function projectProgramFolders(root: string, workspaceRoot: string): string[] {
  return foldersUpTo(root, workspaceRoot).flatMap((folder) =>
    PROGRAM_FOLDERS.map((name) => nodePath.join(folder, name)),
  );
}

function versionsIn(folder: string, name: string, look: DiskLook): { path: string; version: number }[] {
  return look.names(folder).flatMap((entry) => {
    if (!entry.startsWith(`${name}-`)) return [];
    const suffix = entry.slice(name.length + 1);
    return /^\d+(\.\d+)?$/.test(suffix) ? [{ path: nodePath.join(folder, entry), version: Number(suffix) }] : [];
  });
}

function isUsable(path: string, { outside, env = process.env }: ExecutableSearch, look: DiskLook): boolean {
  if (!look.isExecutable(path)) return false;
  if (outside !== undefined && (contains(outside, path) || contains(outside, look.real(path) ?? outside))) return false;
  return !isEmptyRustupProxy(path, env, look);
}

/**
 * rustup puts programs of every component on the PATH, as links to itself, whether or not the
 * component is installed; one without it only prints an error.
 */
function isEmptyRustupProxy(path: string, env: NodeJS.ProcessEnv, look: DiskLook): boolean {
  const rustup = look.stat(nodePath.join(nodePath.dirname(path), "rustup"));
  if (rustup === undefined || look.stat(path)?.ino !== rustup.ino) return false;
  const name = nodePath.basename(path);
  if (name === "rustup") return false;
  const toolchains = nodePath.join(env["RUSTUP_HOME"] ?? nodePath.join(env["HOME"] ?? "/", ".rustup"), "toolchains");
  return !look
    .names(toolchains)
    .some((toolchain) => look.stat(nodePath.join(toolchains, toolchain, "bin", name)) !== undefined);
}
