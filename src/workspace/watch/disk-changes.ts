import { lstatSync, type Stats } from "node:fs";
import { basename, join, relative } from "node:path";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { raceSignal } from "../../base/deadline.ts";
import { ReticleError } from "../../base/errors.ts";
import type { PathChange } from "../changes/change-set.ts";
import { walkFiles } from "../walk.ts";
import { openWorkspace } from "../workspace.ts";
import { RootWatch } from "./root-watch.ts";

/** Without watches all files are compared, at most this often. */
const SWEEP_EVERY_MS = 2_000;
/** How long a sweep keeps the event loop before it lets others run. */
const SLICE_MS = 5;
/** After the first call for a root the processor is left to the servers that start. */
const QUIET_MS = 1_000;
/** File systems and clocks disagree by this much. */
const CLOCK_SLACK_MS = 50;

/** What a watch must offer here. */
export type Watch = Pick<RootWatch, "add" | "keepOnly" | "settle" | "take" | "close" | "isHealthy">;

/**
 * Notices what becomes of the files below a root, whoever changes them: servers leave that to their
 * client. What version control ignores is left out but for files in folders that are not.
 */
export class DiskChanges {
  readonly #root: string;
  readonly #watch: Watch;
  readonly #known = new Set<string>();
  /** Files that were told by somebody else and have not been looked at since → the time of their change then. */
  readonly #told = new Map<string, number>();
  readonly #closing = new AbortController();
  /** Epoch milliseconds: what changed later has not been told yet. */
  #lookedAt = Date.now();
  #sweptAt = performance.now();
  #mustSweep = false;
  #found: readonly PathChange[] = [];
  readonly #began = performance.now();
  readonly #ready: Promise<void>;
  #isWalked = false;

  constructor(root: string, watch: Watch = new RootWatch(root, () => {}, isLeftOut)) {
    this.#root = root;
    this.#watch = watch;
    this.#ready = this.#begin();
  }

  /** Whether `take` knows of all changes, those included that came before the watch. */
  get isWatched(): boolean {
    return this.#isWalked && this.#watch.isHealthy && performance.now() - this.#began >= QUIET_MS;
  }

  /** What changed since the last call. Cheap when nothing did; rejects with the signal's reason. */
  async take(signal: AbortSignal): Promise<readonly PathChange[]> {
    if (performance.now() - this.#began < QUIET_MS) return [];
    await raceSignal(this.#ready, signal);
    if (!this.#isWalked || this.#closing.signal.aborted) return [];
    await this.#watch.settle();
    signal.throwIfAborted();
    const isDue = !this.#watch.isHealthy && performance.now() - this.#sweptAt > SWEEP_EVERY_MS;
    const { paths, needsSweep } = this.#watch.take();
    // A folder that came has no watch yet, and may hold files already.
    this.#mustSweep ||= needsSweep || isDue || paths.some((path) => this.#isFolder(path));
    const changes = this.#mustSweep ? await this.#sweep(signal) : this.#look(paths);
    for (const { path, kind } of changes) this.#remember(path, kind);
    const before = this.#found;
    this.#found = [];
    return [...before, ...changes];
  }

  /** Changes that are told by somebody else. */
  remember(changes: readonly PathChange[]): void {
    for (const { path, kind } of changes) {
      this.#remember(path, kind);
      const own = this.#own(path);
      const stats = this.#statsOf(own);
      if (stats !== undefined) this.#told.set(own, stats.ctimeMs);
    }
  }

  close(): void {
    this.#closing.abort(new ReticleError("cancelled", "nobody watches the folder any more"));
    this.#watch.close();
  }

  /**
   * Walks the tree and puts the watches, and compares the times of what is there with when this began:
   * nothing is missed by leaving the processor to the servers first, which start in this moment.
   */
  async #begin(): Promise<void> {
    const { signal } = this.#closing;
    const since = this.#lookedAt - CLOCK_SLACK_MS;
    try {
      await sleep(QUIET_MS, undefined, { ref: false, signal });
      for (const path of await this.#walk(signal)) this.#known.add(path);
      this.#found = await this.#changedSince(since, [...this.#known], signal);
      this.#isWalked = true;
    } catch {
      // The home folder, which is never walked, or the end: then only open documents follow the disk.
    }
  }

  #remember(path: string, kind: PathChange["kind"]): void {
    const own = this.#own(path);
    if (kind === "deleted") this.#known.delete(own);
    else this.#known.add(own);
  }

  #isFolder(path: string): boolean {
    return this.#statsOf(path)?.isDirectory() === true;
  }

  #look(paths: readonly string[]): PathChange[] {
    const since = this.#lookedAt;
    this.#lookedAt = Date.now();
    const changes = paths.flatMap((path) => this.#changeOf(path, since));
    this.#told.clear();
    return changes;
  }

  #changeOf(path: string, since: number): PathChange[] {
    const absolute = join(this.#root, path);
    const stats = this.#statsOf(path);
    if (stats === undefined) return this.#known.has(path) ? [{ path: absolute, kind: "deleted" }] : [];
    if (!stats.isFile() || this.#told.get(path) === stats.ctimeMs) return [];
    // Files that the walk does not list are told apart by their age.
    const isOld = this.#known.has(path) || stats.birthtimeMs < since - CLOCK_SLACK_MS;
    return [{ path: absolute, kind: isOld ? "changed" : "created" }];
  }

  /** Compares everything with what is known. */
  async #sweep(signal: AbortSignal): Promise<PathChange[]> {
    const since = this.#lookedAt - CLOCK_SLACK_MS;
    const startedAt = Date.now();
    const found = await this.#walk(signal);
    const there = new Set(found);
    const asChange = (kind: PathChange["kind"]) => (path: string) => ({ path: join(this.#root, path), kind });
    const changes: PathChange[] = [
      ...found.filter((path) => !this.#known.has(path)).map(asChange("created")),
      ...(await this.#changedSince(since, found, signal)).filter(({ path }) => this.#known.has(this.#own(path))),
      ...[...this.#known]
        .filter((path) => !there.has(path) && this.#statsOf(path) === undefined)
        .map(asChange("deleted")),
    ];
    this.#lookedAt = startedAt;
    this.#sweptAt = performance.now();
    this.#mustSweep = false;
    return changes;
  }

  /** By the time of the latest change to the file or its name, because a move keeps the other one. */
  async #changedSince(since: number, paths: readonly string[], signal: AbortSignal): Promise<PathChange[]> {
    const changed: PathChange[] = [];
    let sliceEnd = performance.now() + SLICE_MS;
    for (const path of paths) {
      const stats = this.#statsOf(path);
      if (stats !== undefined && stats.ctimeMs >= since)
        changed.push({ path: join(this.#root, path), kind: "changed" });
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    return changed;
  }

  #statsOf(path: string): Stats | undefined {
    return lstatSync(join(this.#root, path), { throwIfNoEntry: false });
  }

  #own(path: string): string {
    return relative(this.#root, path);
  }

  async #walk(signal: AbortSignal): Promise<string[]> {
    const root = this.#root;
    const workspace = await openWorkspace({ cwd: root, bounds: [root] });
    const folders = new Set<string>();
    const onFolder = (folder: string): void => {
      folders.add(folder);
      this.#watch.add(folder);
    };
    const { files, coverage } = await walkFiles(workspace, { folder: root, onFolder, signal });
    if (coverage.state === "complete") this.#watch.keepOnly(folders);
    return files.map((file) => relative(root, file));
  }
}

/** Folders that nobody looks into; files whose names begin with a dot are settings, mostly of servers. */
function isLeftOut(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  if (basename(path) === ".git") return true;
  return folders.some((folder) => folder.startsWith(".") || folder === "node_modules");
}
