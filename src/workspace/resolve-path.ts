import { realpathSync, statSync, type Stats } from "node:fs";
import { lstat, readdir, readlink, realpath, stat } from "node:fs/promises";
import nodePath from "node:path";
import { ReticleError } from "../base/errors.ts";
import { relativeWithin, rootHolding, relativeOrAbsolute } from "../base/path-containment.ts";
import { nearNames } from "./near-names.ts";

export interface PathRequest {
  /** Absolute, `.` and `..` removed, not yet canonical. */
  readonly path: string;
  /** How errors name it: `` `file` "src/a.ts" ``. */
  readonly subject: string;
  /** Root that suggestions are shown relative to. */
  readonly base: string;
  readonly roots: readonly string[];
  /** What the argument would mean from the call's own folder, suggested when that exists. */
  readonly fromCwd?: string;
}

/**
 * The canonical path of something that exists inside the roots. What lies outside is refused
 * whether or not it exists, so an error never tells about files there.
 */
export async function resolveInside(request: PathRequest): Promise<{ absolute: string; stats: Stats }> {
  let absolute: string;
  let stats: Stats;
  try {
    // At once: through the thread pool it takes ten times as long, and most calls begin with it.
    absolute = realpathSync.native(request.path);
    stats = statSync(absolute);
  } catch (error) {
    throw await explainFailure(request, error as NodeJS.ErrnoException);
  }
  if (rootHolding(request.roots, absolute) === undefined) throw outside(request);
  return { absolute, stats };
}

/**
 * The canonical path of a file that exists inside the roots, or could be created there: links above it
 * are followed. Throws `refused` outside the roots, `invalid_input` for a folder and below a file.
 */
export async function resolveWritableInside(
  request: PathRequest,
): Promise<{ readonly absolute: string; readonly isThere: boolean }> {
  const { subject } = request;
  const { folder, missing } = await deepestExisting(request.path);
  if (rootHolding(request.roots, folder) === undefined) throw (await vanishedRoot(request)) ?? outside(request);
  const isFolder = (await stat(folder)).isDirectory();
  const [first] = missing;
  if (first === undefined) {
    if (!isFolder) return { absolute: folder, isThere: true };
    throw new ReticleError("invalid_input", `${subject} is a folder`, { hint: "name a file inside it" });
  }
  const place = relativeOrAbsolute(request.base, folder);
  if (!isFolder) {
    throw new ReticleError("invalid_input", `${subject} cannot be created: ${JSON.stringify(place)} is a file`, {
      hint: "name a path inside a folder",
    });
  }
  const link = await readlink(nodePath.join(folder, first)).catch(() => undefined);
  if (link !== undefined) throw await danglingLink(request, nodePath.resolve(folder, link));
  return { absolute: nodePath.join(folder, ...missing), isThere: false };
}

function outside({ path, subject, roots }: PathRequest): ReticleError {
  const way = rootHolding(roots, path) === undefined ? "is" : "leads through a symbolic link to a place";
  return new ReticleError("refused", `${subject} ${way} outside the ${listRoots(roots)}`, {
    hint: "give a path inside; to reach more, open that folder in the client or start reticle with --root DIR",
  });
}

/** "workspace root /a" or "workspace roots /a, /b". */
export function listRoots(roots: readonly string[]): string {
  const shown = roots.slice(0, 5).join(", ");
  const more = roots.length > 5 ? ` and ${roots.length - 5} more` : "";
  return `workspace root${roots.length === 1 ? "" : "s"} ${shown}${more}`;
}

async function explainFailure(request: PathRequest, error: NodeJS.ErrnoException): Promise<ReticleError> {
  const { subject } = request;
  const { folder, missing } = await deepestExisting(request.path);
  if (rootHolding(request.roots, folder) === undefined) return (await vanishedRoot(request)) ?? outside(request);
  switch (error.code ?? "") {
    case "ENOENT":
    case "ENOTDIR":
      return missingPath(request, folder, missing);
    case "EACCES":
    case "EPERM":
      return new ReticleError("refused", `${subject} cannot be reached: permission denied`, {
        hint: "give the user who runs this program access to the folders above it",
        cause: error,
      });
    case "ELOOP":
      return new ReticleError("invalid_input", `${subject} runs in a circle of symbolic links`, {
        hint: "name the file itself",
        cause: error,
      });
    case "ENAMETOOLONG":
      return new ReticleError("invalid_input", `${subject} is longer than this system allows`, {
        hint: "give an existing path relative to the workspace root",
        cause: error,
      });
    default:
      return new ReticleError("internal", `${subject} cannot be reached (${error.code ?? error.message})`, {
        hint: "the system refused to look it up; try another path",
        cause: error,
      });
  }
}

/** The root that the path lies in by its name, when that root itself is gone. */
async function vanishedRoot({ path, roots }: PathRequest): Promise<ReticleError | undefined> {
  const root = rootHolding(roots, path);
  if (root === undefined || (await exists(root))) return undefined;
  return new ReticleError("not_found", `the workspace root ${root} no longer exists`, {
    hint: "create it again, or open another folder in the client or with --root DIR",
  });
}

/** The canonical form of the deepest part of `path` that exists, and the names below it that do not. */
async function deepestExisting(path: string): Promise<{ folder: string; missing: string[] }> {
  const missing: string[] = [];
  let at = path;
  for (;;) {
    try {
      return { folder: await realpath(at), missing };
    } catch {
      // Missing, not reachable, or a dangling link: its parent decides.
      const parent = nodePath.dirname(at);
      if (parent === at) return { folder: at, missing };
      missing.unshift(nodePath.basename(at));
      at = parent;
    }
  }
}

async function missingPath(request: PathRequest, folder: string, missing: readonly string[]): Promise<ReticleError> {
  const { subject, base } = request;
  const [first = "", ...below] = missing;
  const link = await readlink(nodePath.join(folder, first)).catch(() => undefined);
  if (link !== undefined) return danglingLink(request, nodePath.resolve(folder, link));
  const place = relativeOrAbsolute(base, folder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => error.code);
  if (names === "ENOTDIR") {
    return new ReticleError(
      "not_found",
      `${subject} does not exist: ${JSON.stringify(place)} is a file, not a folder`,
      {
        hint: "name the file itself, or a path inside a folder",
      },
    );
  }
  if (Array.isArray(names) && names.includes(first) && first.includes("\uFFFD")) {
    return new ReticleError("unsupported", `${subject} has a name that is not valid UTF-8`, {
      hint: "rename it; such a name cannot be given as a path",
    });
  }
  const where = place === "." ? "the workspace root" : JSON.stringify(place);
  const wild = missing.find((name) => /[*?]/.test(name));
  if (wild !== undefined) {
    return new ReticleError("not_found", `${subject} does not exist: ${where} has no ${JSON.stringify(first)}`, {
      hint: `a pattern such as ${JSON.stringify(wild)} is not expanded here; name files, or a folder for all that is in it`,
    });
  }
  const near = await suggestions(request, { folder, first, below, names: Array.isArray(names) ? names : [], base });
  return new ReticleError("not_found", `${subject} does not exist: ${where} has no ${JSON.stringify(first)}`, {
    hint:
      near.length > 0
        ? `did you mean ${near.map((path) => JSON.stringify(path)).join(" or ")}?`
        : `paths are relative to the workspace root ${base}; list the folder to see what it holds`,
    ...(near.length > 0 ? { data: { suggestions: near } } : {}),
  });
}

async function danglingLink(request: PathRequest, target: string): Promise<ReticleError> {
  const { folder } = await deepestExisting(target);
  if (rootHolding(request.roots, folder) === undefined) return outside(request);
  const shown = JSON.stringify(relativeOrAbsolute(request.base, target));
  return new ReticleError("not_found", `${request.subject} is a symbolic link to ${shown}, which does not exist`, {
    hint: "name an existing file",
  });
}

interface MissingName {
  readonly folder: string;
  readonly first: string;
  readonly below: readonly string[];
  readonly names: readonly string[];
  readonly base: string;
}

async function suggestions({ fromCwd, roots, base }: PathRequest, missing: MissingName): Promise<string[]> {
  const there = fromCwd === undefined ? undefined : await realpath(fromCwd).catch(() => undefined);
  if (there !== undefined && rootHolding(roots, there) !== undefined) return [relativeOrAbsolute(base, there)];
  return nearPaths(missing);
}

/** Paths near the wanted one: backslashes read as `/`, or a similar name in the same folder. */
async function nearPaths({ folder, first, below, names, base }: MissingName): Promise<string[]> {
  if (first.includes("\\")) {
    const slashed = nodePath.join(folder, first.replaceAll("\\", "/"), ...below);
    const isInside = relativeWithin(folder, slashed) !== undefined;
    if (isInside && (await exists(slashed))) return [relativeOrAbsolute(base, slashed)];
  }
  const near: string[] = [];
  for (const name of nearNames(first, names)) {
    const whole = nodePath.join(folder, name, ...below);
    near.push(
      relativeOrAbsolute(base, below.length === 0 || (await exists(whole)) ? whole : nodePath.join(folder, name)),
    );
  }
  return near;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
