import { lstatSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { contains } from "../../base/path-containment.ts";
import { walkFiles } from "../../workspace/walk.ts";
import { openWorkspace } from "../../workspace/workspace.ts";
import { stampOf } from "../parse/read-source.ts";
import type { FoundFile } from "../store/index-writer.ts";
import { roleOfPath } from "./file-role.ts";

export interface Scan {
  readonly files: readonly FoundFile[];
  /** What could not be looked at, one sentence. */
  readonly gap: string | undefined;
}

export interface ScanOptions {
  /** Canonical and absolute. */
  readonly root: string;
  /** Left out wherever it lies: the index does not describe itself. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
}

const MAX_FILES = 1_000_000;
const MAX_WALK_MS = 120_000;
/** How long it keeps the event loop. */
const SLICE_MS = 10;

/**
 * All files of a root that are looked at, with what tells a change; `onFolder` is told each folder before it is
 * read. Throws `refused` for a home directory.
 */
export async function scanRoot(options: ScanOptions, onFolder?: (folder: string) => void): Promise<Scan> {
  const { root, signal, cacheFolder } = options;
  const workspace = await openWorkspace({ cwd: root, bounds: [root] });
  const bounds = { maxFiles: MAX_FILES, maxMs: MAX_WALK_MS };
  const walk = await walkFiles(workspace, {
    folder: root,
    ...bounds,
    signal,
    ...(onFolder === undefined ? {} : { onFolder }),
  });
  const files: FoundFile[] = [];
  const start = root.endsWith(sep) ? root.length : root.length + 1;
  const holdsCache = contains(root, cacheFolder);
  let sliceEnd = performance.now() + SLICE_MS;
  for (const absolute of walk.files) {
    if (holdsCache && contains(cacheFolder, absolute)) continue;
    const found = findFile(absolute, absolute.slice(start).replaceAll(sep, "/"));
    if (found !== undefined) files.push(found);
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    signal.throwIfAborted();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return { files, gap: walk.coverage.state === "complete" ? undefined : walk.coverage.missing };
}

/** Of some paths (relative, with `/`), in folders that are not ignored themselves: the files there that are looked at. */
export async function scanPaths(options: ScanOptions, paths: readonly string[]): Promise<FoundFile[]> {
  const { root, signal } = options;
  const workspace = await openWorkspace({ cwd: root, bounds: [root] });
  const folders = new Set(paths.map((path) => dirname(join(root, path))));
  const listed = new Set<string>();
  for (const folder of folders) {
    const { files } = await walkFiles(workspace, { folder, isShallow: true, signal });
    for (const file of files) listed.add(file);
  }
  return paths.flatMap((path) => {
    const absolute = join(root, path);
    return listed.has(absolute) ? (findFile(absolute, path) ?? []) : [];
  });
}

/** Undefined: no regular file is there. */
function findFile(absolute: string, path: string): FoundFile | undefined {
  const stats = lstatSync(absolute, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  return { path, role: roleOfPath(path), ...stampOf(stats) };
}
