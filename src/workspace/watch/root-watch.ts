import { type FSWatcher, readFileSync, statSync, watch } from "node:fs";
import { basename, join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { relativeWithin } from "../../base/path-containment.ts";

/** What was noticed since the last time somebody asked. */
export interface Noticed {
  /** Relative to the root, with `/`. */
  readonly paths: readonly string[];
  /** More happened than single files tell: compare everything. */
  readonly needsSweep: boolean;
}

/** More changes than these at once may have overrun the system's queue, which does not say so. */
const MAX_PATHS = 2_000;
/** A share of what the user may watch in all processes together. */
const LIMIT_FILE = "/proc/sys/fs/inotify/max_user_watches";
const LIMIT_SHARE = 0.25;
const MAX_FOLDERS = 60_000;
const RULES = ".gitignore";

/**
 * Notices changes below a root: on Linux by a watch on each folder that a walk enters, elsewhere by one on the
 * whole tree. It gives up, for good, when the system has no room for it.
 */
export class RootWatch {
  readonly #root: string;
  readonly #onNotice: () => void;
  readonly #watches = new Map<string, FSWatcher>();
  readonly #maxFolders: number;
  readonly #isLeftOut: (path: string) => boolean;
  /** Which folder lay at the root's path when it was watched; undefined: it is not watched. */
  #identity: string | undefined;
  #paths = new Set<string>();
  #needsSweep = false;
  #isHealthy = true;

  /** `isLeftOut` tells, of paths relative to the root, those whose changes are nobody's business. */
  constructor(root: string, onNotice: () => void, isLeftOut: (path: string) => boolean = isNeverWalked) {
    this.#root = root;
    this.#onNotice = onNotice;
    this.#isLeftOut = isLeftOut;
    this.#maxFolders = maxFolders();
  }

  /** False: changes go unnoticed. */
  get isHealthy(): boolean {
    return this.#isHealthy && this.#watches.size > 0;
  }

  /** Before the folder is read, so that nothing happens in between. */
  add(folder: string): void {
    const isWholeTree = process.platform !== "linux";
    if (!this.#isHealthy || this.#watches.has(folder) || (isWholeTree && this.#watches.size > 0)) return;
    if (this.#watches.size >= this.#maxFolders) {
      this.#giveUp();
      return;
    }
    try {
      const target = isWholeTree ? this.#root : folder;
      if (target === this.#root) this.#identity = identityOf(this.#root);
      const watcher = watch(target, { persistent: false, recursive: isWholeTree }, (_event, name) =>
        this.#notice(target, name),
      );
      watcher.on("error", () => {
        this.#drop(folder);
        this.#needsSweep = true;
        this.#onNotice();
      });
      this.#watches.set(folder, watcher);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // It vanished, or cannot be read, which the walk reports.
      if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return;
      this.#giveUp();
    }
  }

  /** After a walk: the others are no longer walked. */
  keepOnly(folders: ReadonlySet<string>): void {
    if (process.platform !== "linux") return;
    for (const folder of this.#watches.keys()) if (!folders.has(folder)) this.#drop(folder);
  }

  /** Whether the folder is one that a walk enters. */
  covers(folder: string): boolean {
    return this.#watches.has(folder);
  }

  /** Lets what the system has already reported arrive, and notices another folder at the root's path. */
  async settle(): Promise<void> {
    await setImmediate();
    await setImmediate();
    if (this.#identity === undefined || this.#identity === identityOf(this.#root)) return;
    this.#identity = undefined;
    this.#forgetTree(this.#root);
  }

  /** As if the system had told of these; relative paths. */
  note(paths: readonly string[]): void {
    for (const path of paths) this.#paths.add(path);
    if (this.#paths.size > MAX_PATHS) this.#needsSweep = true;
    if (paths.length > 0) this.#onNotice();
  }

  get hasNoticed(): boolean {
    return this.#needsSweep || this.#paths.size > 0;
  }

  take(): Noticed {
    const noticed = { paths: [...this.#paths], needsSweep: this.#needsSweep };
    this.#paths = new Set();
    this.#needsSweep = false;
    return noticed;
  }

  close(): void {
    for (const watcher of this.#watches.values()) watcher.close();
    this.#watches.clear();
  }

  #notice(folder: string, name: string | null): void {
    const path = name === null ? undefined : relativeWithin(this.#root, join(folder, name));
    if (path === undefined || path === "") this.#needsSweep = true;
    else if (basename(path) === RULES) this.#needsSweep = true;
    else if (this.#isLeftOut(path)) return;
    else if (this.#watches.has(join(folder, name ?? ""))) this.#forgetTree(join(folder, name ?? ""));
    else if (this.#paths.size < MAX_PATHS) this.#paths.add(path);
    else this.#needsSweep = true;
    this.#onNotice();
  }

  /** A folder came, went or moved: a watch stays with what it was put on, whatever its path is now. */
  #forgetTree(folder: string): void {
    this.#needsSweep = true;
    const inside = folder + sep;
    for (const watched of this.#watches.keys())
      if (watched === folder || watched.startsWith(inside)) this.#drop(watched);
  }

  #drop(folder: string): void {
    this.#watches.get(folder)?.close();
    this.#watches.delete(folder);
  }

  #giveUp(): void {
    this.#isHealthy = false;
    this.close();
  }
}

/** Names of folders are used again, and so are their inodes. */
function identityOf(folder: string): string {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder);
    return `${dev} ${ino} ${birthtimeMs}`;
  } catch {
    return "gone";
  }
}

function isNeverWalked(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "node_modules");
}

function maxFolders(): number {
  try {
    return Math.min(MAX_FOLDERS, Number(readFileSync(LIMIT_FILE, "utf8")) * LIMIT_SHARE);
  } catch {
    return MAX_FOLDERS;
  }
}
