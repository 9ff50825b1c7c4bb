import { lstatSync } from "node:fs";
import { sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { walkFiles } from "../../workspace/walk.ts";
import { openWorkspace } from "../../workspace/workspace.ts";
import type { FoundFile } from "../store/index-writer.ts";
import { stampOf } from "../parse/read-source.ts";
import { roleOfPath } from "./file-role.ts";

export interface Scan {
  readonly files: readonly FoundFile[];
  /** What could not be looked at, one sentence. */
  readonly gap: string | undefined;
}

const MAX_FILES = 1_000_000;
const MAX_WALK_MS = 120_000;
/** How long it keeps the event loop. */
const SLICE_MS = 10;

/** All files of a root that are looked at, with what tells a change. Throws `refused` for a home directory. */
export async function scanRoot(root: string, signal: AbortSignal): Promise<Scan> {
  const workspace = await openWorkspace({ cwd: root, bounds: [root] });
  const walk = await walkFiles(workspace, { folder: root, maxFiles: MAX_FILES, maxMs: MAX_WALK_MS, signal });
  const files: FoundFile[] = [];
  const start = root.endsWith(sep) ? root.length : root.length + 1;
  let sliceEnd = performance.now() + SLICE_MS;
  for (const absolute of walk.files) {
    const found = findFile(absolute, absolute.slice(start).replaceAll(sep, "/"));
    if (found !== undefined) files.push(found);
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    signal.throwIfAborted();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return { files, gap: walk.coverage.state === "complete" ? undefined : walk.coverage.missing };
}

/** Undefined: no regular file is there. */
export function findFile(absolute: string, path: string): FoundFile | undefined {
  const stats = lstatSync(absolute, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  return { path, role: roleOfPath(path), ...stampOf(stats) };
}
