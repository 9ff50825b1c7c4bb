import { lstatSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { coverageLine } from "../base/coverage.ts";
import type { PathChange } from "./changes/change-set.ts";
import { walkFiles } from "./walk.ts";
import type { Workspace } from "./workspace.ts";

/** How long the comparison keeps the event loop before it lets others run. */
const SLICE_MS = 5;
/** File systems and clocks disagree by this much. */
const CLOCK_SLACK_MS = 50;

export interface ChangedSince {
  readonly changes: readonly PathChange[];
  /** What was not looked at; undefined: everything was. */
  readonly missing: string | undefined;
}

export interface ChangedSinceOptions {
  /** Canonical absolute folder inside the workspace. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly maxFiles: number;
  readonly maxMs: number;
  readonly signal: AbortSignal;
}

/**
 * The files of a tree that were written, made or moved since then, told by the time of the latest change to the file or
 * its name: a move and a copy with its times keep the other one. Files that are gone are not among them. Throws `refused`
 * for the home directory, and the signal's reason on abort.
 */
export async function changedSince(workspace: Workspace, options: ChangedSinceOptions): Promise<ChangedSince> {
  const { folder, maxFiles, maxMs, signal } = options;
  const endAt = performance.now() + maxMs;
  const { files, coverage } = await walkFiles(workspace, { folder, maxFiles, maxMs, signal });
  const changes: PathChange[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const [index, path] of files.entries()) {
    const kind = changeSince(path, options.since);
    if (kind !== undefined && kind !== "gone") changes.push({ path, kind });
    const now = performance.now();
    if (now < sliceEnd) continue;
    if (now > endAt) return { changes, missing: `${files.length - index - 1} files that there was no time for` };
    await setImmediate();
    signal.throwIfAborted();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return { changes, missing: coverage.state === "complete" ? undefined : coverageLine(coverage) };
}

/** What has become of a file since then, epoch milliseconds; undefined: nothing. */
export function changeSince(path: string, since: number): "created" | "changed" | "gone" | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "gone";
  if (!stats.isFile() || stats.ctimeMs < since - CLOCK_SLACK_MS) return undefined;
  return stats.birthtimeMs >= since - CLOCK_SLACK_MS ? "created" : "changed";
}
