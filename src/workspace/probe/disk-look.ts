import { accessSync, constants, readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import nodePath from "node:path";

const MAX_MANIFEST_BYTES = 1024 * 1024;
/** What changed so shortly before a look may change once more without its time telling. */
const CLOCK_SLACK_MS = 100;

/**
 * One look at the disk: each path is asked for once, however many questions need it. Good for one call, and for a
 * later one when `stillHolds`. Synchronous: a handful of stats takes less time than handing them to another thread.
 */
export class DiskLook {
  readonly #startedAt = Date.now();
  readonly #stats = new Map<string, Stats | undefined>();
  readonly #reals = new Map<string, string | undefined>();
  readonly #names = new Map<string, readonly string[]>();
  readonly #texts = new Map<string, string>();
  readonly #packages = new Map<string, Readonly<Record<string, unknown>>>();

  /** Undefined: nothing is there, or it cannot be looked at. */
  stat(path: string): Stats | undefined {
    if (this.#stats.has(path)) return this.#stats.get(path);
    const stats = statOf(path);
    this.#stats.set(path, stats);
    return stats;
  }

  isFolder(path: string): boolean {
    return this.stat(path)?.isDirectory() === true;
  }

  /** Whether it is a file that we may execute. */
  isExecutable(path: string): boolean {
    return this.stat(path)?.isFile() === true && mayExecute(path);
  }

  /** The path without symbolic links; undefined when nothing is there. */
  real(path: string): string | undefined {
    if (this.#reals.has(path)) return this.#reals.get(path);
    const real = realOf(path);
    this.#reals.set(path, real);
    return real;
  }

  /** What a folder holds, in order of name; nothing when it cannot be read or is gone. */
  names(folder: string): readonly string[] {
    const known = this.#names.get(folder);
    if (known !== undefined) return known;
    // Before it is read: a later change shows in its time.
    this.stat(folder);
    const names = namesIn(folder);
    this.#names.set(folder, names);
    return names;
  }

  /** The text of a project file; "" when there is none, or none of a size that people write. */
  manifest(folder: string, name: string): string {
    const path = nodePath.join(folder, name);
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = this.#read(path);
    this.#texts.set(path, text);
    return text;
  }

  /** The object in a folder's package.json; an empty one when there is none that can be read. */
  package(folder: string): Readonly<Record<string, unknown>> {
    const known = this.#packages.get(folder);
    if (known !== undefined) return known;
    const manifest = parseObject(this.manifest(folder, "package.json"));
    this.#packages.set(folder, manifest);
    return manifest;
  }

  /** Whether a look now would see the same, so that whatever was concluded from this one is still right. */
  stillHolds(): boolean {
    for (const [path, stats] of this.#stats) if (!this.#isSame(path, stats, statOf(path))) return false;
    for (const [path, real] of this.#reals) if (realOf(path) !== real) return false;
    return true;
  }

  /** Whether `stillHolds` can tell: nothing that was looked at had changed only just now. */
  get isSettled(): boolean {
    const latest = this.#startedAt - CLOCK_SLACK_MS;
    for (const [path, stats] of this.#stats) {
      if (stats === undefined || this.#isOnlyThere(path, stats)) continue;
      if (stats.mtimeMs > latest || stats.ctimeMs > latest) return false;
    }
    return true;
  }

  #isSame(path: string, before: Stats | undefined, now: Stats | undefined): boolean {
    if (before === undefined || now === undefined) return before === now;
    if (before.ino !== now.ino || before.dev !== now.dev || before.mode !== now.mode) return false;
    if (this.#isOnlyThere(path, before)) return true;
    return before.ctimeMs === now.ctimeMs && before.mtimeMs === now.mtimeMs && before.size === now.size;
  }

  /** A folder of which only the existence counts, not what it holds. */
  #isOnlyThere(path: string, stats: Stats): boolean {
    return stats.isDirectory() && !this.#names.has(path);
  }

  #read(path: string): string {
    const stats = this.stat(path);
    if (stats === undefined || !stats.isFile() || stats.size > MAX_MANIFEST_BYTES) return "";
    try {
      return readFileSync(path, "utf8");
    } catch {
      // Not readable: it says nothing.
      return "";
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function mayExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not executable for us, or gone meanwhile.
    return false;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // Gone, or a link that leads nowhere.
    return undefined;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A file on the way that is no folder, or a folder that must not be searched: nothing to be seen there.
    return undefined;
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Not valid JSON, perhaps in the middle of an edit: it says nothing.
    return {};
  }
}
