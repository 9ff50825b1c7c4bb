import { type Stats, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { ReticleError } from "../../base/errors.ts";
import { contains } from "../../base/path-containment.ts";
import { walkFiles } from "../../workspace/walk.ts";
import { openWorkspace } from "../../workspace/workspace.ts";
import { lookAt, stampOf } from "../parse/read-source.ts";
import type { FoundFile } from "../store/index-writer.ts";
import { roleOfPath } from "./file-role.ts";

export interface Scan {
  readonly files: readonly FoundFile[];
  /** What could not be looked at, one sentence. */
  readonly gap: string | undefined;
  /** A bound was reached before all folders were looked into. */
  readonly isCut: boolean;
}

export interface ScanBounds {
  /** Told each folder before it is read. */
  readonly onFolder?: (folder: string) => void;
  /** For the walk; default 120 000. */
  readonly maxMs?: number;
  /** Default a million. */
  readonly maxFiles?: number;
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
 * All files of a root that are looked at, with what tells a change. Throws `refused` for a home directory.
 */
export async function scanRoot(
  options: ScanOptions,
  { onFolder, maxMs = MAX_WALK_MS, maxFiles = MAX_FILES }: ScanBounds = {},
): Promise<Scan> {
  const { root, signal, cacheFolder } = options;
  requireFolder(root);
  const workspace = await openWorkspace({ cwd: root, bounds: [root] });
  const bounds = { maxFiles, maxMs };
  const startedAt = performance.now();
  const walk = await walkFiles(workspace, {
    folder: root,
    ...bounds,
    signal,
    ...(onFolder === undefined ? {} : { onFolder }),
  });
  const isAtBound = walk.files.length >= maxFiles || performance.now() - startedAt > maxMs;
  const isCut = walk.coverage.state !== "complete" && isAtBound;
  const files: FoundFile[] = [];
  const hidden: string[] = [];
  const start = root.endsWith(sep) ? root.length : root.length + 1;
  const holdsCache = contains(root, cacheFolder);
  let sliceEnd = performance.now() + SLICE_MS;
  for (const absolute of walk.files) {
    if (holdsCache && contains(cacheFolder, absolute)) continue;
    const path = absolute.slice(start).replaceAll(sep, "/");
    const stats = lookAt(absolute);
    if (stats === "hidden") hidden.push(path);
    else if (stats !== "gone") files.push(foundFile(path, stats));
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    signal.throwIfAborted();
    sliceEnd = performance.now() + SLICE_MS;
  }
  const gaps = [
    ...(walk.coverage.state === "complete" ? [] : [walk.coverage.missing]),
    ...(hidden.length === 0 ? [] : [`files that cannot be looked at (${namedFiles(hidden)})`]),
  ];
  return { files, isCut, gap: gaps.length === 0 ? undefined : gaps.join("; ") };
}

/** The first of them, and how many there are besides. */
export function namedFiles(paths: readonly string[]): string {
  const [first = ""] = paths;
  return paths.length === 1 ? first : `${first} and ${paths.length - 1} more`;
}

function requireFolder(root: string): void {
  const stats = statSync(root, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return;
  const what = stats === undefined ? "does not exist any more" : "is not a folder any more";
  throw new ReticleError("not_found", `${root} ${what}`, { hint: "open the folder at its new place" });
}

/**
 * Of some paths (relative, with `/`), in folders that are not ignored themselves: the files there that are looked at.
 * Undefined: not all of them can be.
 */
export async function scanPaths(options: ScanOptions, paths: readonly string[]): Promise<FoundFile[] | undefined> {
  const { root, signal } = options;
  const workspace = await openWorkspace({ cwd: root, bounds: [root] });
  const folders = new Set(paths.map((path) => dirname(join(root, path))));
  const listed = new Set<string>();
  for (const folder of folders) {
    const { files, coverage } = await walkFiles(workspace, { folder, isShallow: true, signal });
    if (coverage.state !== "complete") return undefined;
    for (const file of files) listed.add(file);
  }
  const found: FoundFile[] = [];
  for (const path of paths) {
    const absolute = join(root, path);
    const stats = listed.has(absolute) ? lookAt(absolute) : "gone";
    if (stats === "hidden") return undefined;
    if (stats !== "gone") found.push(foundFile(path, stats));
  }
  return found;
}

function foundFile(path: string, stats: Stats): FoundFile {
  return { path, role: roleOfPath(path), ...stampOf(stats) };
}
