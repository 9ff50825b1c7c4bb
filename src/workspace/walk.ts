import { readdirSync, type Dirent } from "node:fs";
import nodePath from "node:path";
import { setImmediate } from "node:timers/promises";
import { complete, type Complete, type Partial } from "../base/coverage.ts";
import { onOneLine } from "../base/code-points.ts";
import { relativeWithin, relativeOrAbsolute } from "../base/path-containment.ts";
import { IgnoreFile, type IgnoreFactory } from "./ignore-file.ts";
import { readRegularFile } from "./text/read-regular-file.ts";
import type { Workspace } from "./workspace.ts";

export interface WalkOptions {
  /** Canonical absolute folder inside the workspace. */
  readonly folder: string;
  /** The walk ends after this many files. */
  readonly maxFiles?: number;
  /** The walk ends after this long. */
  readonly maxMs?: number;
  readonly signal?: AbortSignal;
  /** Only the files of the folder itself. */
  readonly isShallow?: boolean;
  /** Told each folder before it is read. */
  readonly onFolder?: (folder: string) => void;
}
export interface WalkResult {
  /** Canonical absolute paths, in the order of their names, folder by folder. */
  readonly files: readonly string[];
  /** Partial when a bound ended the walk or a folder could not be read. */
  readonly coverage: Complete | Partial;
}

const DEFAULT_MAX_FILES = 200_000;
const DEFAULT_MAX_MS = 20_000;
/** How long the walk keeps the event loop before it lets others run. */
const SLICE_MS = 5;
const MAX_NAMED_FOLDERS = 3;

/**
 * The regular files of a tree, as a search tool would look at them. Left out: what `.gitignore`
 * files from the workspace root down say, names that begin with a dot, `node_modules`, symbolic links
 * (so a tree with a link cycle ends). An ignored folder that is itself asked for is walked.
 * Throws `refused` for the home directory and above, and the signal's reason on abort.
 */
export async function walkFiles(workspace: Workspace, options: WalkOptions): Promise<WalkResult> {
  workspace.refuseHomeWalk(options.folder);
  const { default: factory } = await import("ignore");
  return new TreeWalk(workspace, options, factory as unknown as IgnoreFactory).run();
}

/** A folder being walked: its entries, how far it has come, the ignore files that apply in it. */
interface Level {
  /** The folder's path with a separator at the end. */
  readonly base: string;
  readonly entries: readonly Dirent[];
  readonly rules: readonly LevelRule[];
  next: number;
}
interface LevelRule {
  readonly file: IgnoreFile;
  /** Path from the ignore file's folder to this one, "" or with a `/` at the end. */
  readonly prefix: string;
  /** Names in this folder that the file could say something about. */
  readonly filter: RegExp | undefined;
}

class TreeWalk {
  readonly #workspace: Workspace;
  readonly #options: WalkOptions;
  readonly #factory: IgnoreFactory;
  readonly #files: string[] = [];
  readonly #unreadable: string[] = [];

  constructor(workspace: Workspace, options: WalkOptions, factory: IgnoreFactory) {
    this.#workspace = workspace;
    this.#options = options;
    this.#factory = factory;
  }

  async run(): Promise<WalkResult> {
    const { folder, maxFiles = DEFAULT_MAX_FILES, maxMs = DEFAULT_MAX_MS, signal } = this.#options;
    const endAt = performance.now() + maxMs;
    let sliceEnd = performance.now() + SLICE_MS;
    const levels = [this.#enter(folder, this.#ancestorRules(folder))];
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const child = this.#advance(level, maxFiles);
      if (child === "bounded") return this.#bounded(`a bound of ${maxFiles} files`);
      if (child === undefined) levels.pop();
      else levels.push(child);
      const now = performance.now();
      if (now < sliceEnd) continue;
      await setImmediate();
      signal?.throwIfAborted();
      if (now > endAt) return this.#bounded(`a bound of ${maxMs} ms`);
      sliceEnd = performance.now() + SLICE_MS;
    }
    return { files: this.#files, coverage: this.#coverage() };
  }

  /** Takes in files up to the next folder to walk; undefined at the end of the level. */
  #advance(level: Level, maxFiles: number): Level | "bounded" | undefined {
    while (level.next < level.entries.length) {
      const entry = level.entries[level.next] as Dirent;
      level.next += 1;
      const { name } = entry;
      const isFolder = entry.isDirectory();
      if (name.startsWith(".") || (isFolder ? name === "node_modules" : !entry.isFile())) continue;
      const path = level.base + name;
      if (isFolder && this.#options.isShallow === true) continue;
      if (isIgnored(level.rules, isFolder ? `${name}/` : name, name)) continue;
      if (isFolder) return this.#enter(path, rulesInside(level.rules, name));
      if (this.#files.length >= maxFiles) return "bounded";
      this.#files.push(path);
    }
    return undefined;
  }

  #enter(folder: string, outer: readonly LevelRule[]): Level {
    let entries: Dirent[] = [];
    this.#options.onFolder?.(folder);
    try {
      // Synchronous and in slices: three times as fast as asynchronous reads on many small folders.
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const hasVanished = code === "ENOENT" || code === "ENOTDIR";
      // A folder that vanished during the walk holds nothing; the start must be there.
      if (!hasVanished || folder === this.#options.folder) this.#unreadable.push(folder);
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const hasRules = entries.some((entry) => entry.name === ".gitignore" && entry.isFile());
    const base = folder.endsWith(nodePath.sep) ? folder : folder + nodePath.sep;
    return { base, entries, rules: hasRules ? [...outer, ...this.#ownRules(folder)] : outer, next: 0 };
  }

  #ownRules(folder: string): LevelRule[] {
    // Where it cannot be read, git would warn and go on without it.
    const text = readRegularFile(nodePath.join(folder, ".gitignore"));
    return text === undefined ? [] : [rule(new IgnoreFile(folder, text, this.#factory), "")];
  }

  /** Rules of the folders from the workspace root down to, not including, the start. */
  #ancestorRules(start: string): LevelRule[] {
    const root = this.#workspace.rootOf(start) ?? start;
    const rules: LevelRule[] = [];
    for (let folder = start; folder !== root;) {
      folder = nodePath.dirname(folder);
      const below = relativeWithin(folder, start) ?? "";
      for (const { file } of this.#ownRules(folder)) rules.unshift(rule(file.readmit(below), `${below}/`));
    }
    return rules;
  }

  #bounded(why: string): WalkResult {
    const last = this.#files.at(-1);
    const after = last === undefined ? "everything" : `what comes after ${this.#show(last)}`;
    const looked = `the first ${this.#files.length}`;
    return {
      files: this.#files,
      coverage: this.#partial(looked, `${after} (${why} was reached)`),
    };
  }

  #coverage(): Complete | Partial {
    if (this.#unreadable.length === 0) return complete;
    const named = this.#unreadable.slice(0, MAX_NAMED_FOLDERS).map((folder) => this.#show(folder));
    const rest = this.#unreadable.length - named.length;
    const list = rest > 0 ? `${named.join(", ")} and ${rest} more` : named.join(", ");
    return this.#partial(`${this.#files.length}`, `folders that cannot be read (${list})`);
  }

  #partial(looked: string, missing: string): Partial {
    return { state: "partial", looked, whole: `the files in ${this.#show(this.#options.folder)}`, missing };
  }

  #show(path: string): string {
    const root = this.#workspace.rootOf(this.#options.folder) ?? this.#options.folder;
    return onOneLine(relativeOrAbsolute(root, path));
  }
}

function rule(file: IgnoreFile, prefix: string): LevelRule {
  return { file, prefix, filter: file.filterFor(prefix.slice(0, -1)) };
}

/** The innermost file with something to say decides. */
function isIgnored(rules: readonly LevelRule[], entry: string, name: string): boolean {
  for (let at = rules.length - 1; at >= 0; at -= 1) {
    const { file, prefix, filter } = rules[at] as LevelRule;
    if (filter?.test(name) !== true) continue;
    const verdict = file.test(prefix + entry);
    if (verdict !== undefined) return verdict === "ignored";
  }
  return false;
}

/** The rules one folder down. A file that leaves the folder out was overruled, or it would not be entered. */
function rulesInside(rules: readonly LevelRule[], name: string): LevelRule[] {
  return rules.map(({ file, prefix, filter }) => {
    const folder = prefix + name;
    if (filter?.test(name) === true && file.test(`${folder}/`) === "ignored")
      return rule(file.readmit(folder), `${folder}/`);
    return file.hasRulesFor(folder) ? rule(file, `${folder}/`) : { file, prefix: `${folder}/`, filter };
  });
}
