import { posix } from "node:path";

/** What a resolver may know of a root: its files, relative with "/", and the contents of configuration files. */
export interface ProjectSource {
  readonly paths: ReadonlySet<string>;
  /** Undefined when it cannot be read. */
  readonly readConfig: (path: string) => string | undefined;
}

/** A file of the root; "external": surely outside of it; undefined: not known. */
export type Resolution = string | undefined;

export const EXTERNAL = "external";

/** Finds what an import names, from the file it stands in. */
export type SourceResolver = (from: string, source: string) => Resolution;

/** For so few names a look at all paths costs less than an index of them. */
const MAX_SCANS = 3;

/** The files of a root, with the indexes that resolvers need; each is made when it is first asked for. */
export class ProjectFiles {
  readonly paths: ReadonlySet<string>;
  readonly #readConfig: ProjectSource["readConfig"];
  readonly #configs = new Map<string, string | undefined>();
  /** By names and folder. */
  readonly #above = new Map<string, Map<string, string | undefined>>();
  #folders: Map<string, string[]> | undefined;
  /** By names that were looked for among all paths. */
  readonly #lookedFor = new Map<string, readonly string[]>();
  #byName: Map<string, string[]> | undefined;
  #byFolderName: Map<string, string[]> | undefined;

  constructor({ paths, readConfig }: ProjectSource) {
    this.paths = paths;
    this.#readConfig = readConfig;
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  read(path: string): string | undefined {
    if (!this.paths.has(path)) return undefined;
    if (!this.#configs.has(path)) this.#configs.set(path, this.#readConfig(path));
    return this.#configs.get(path);
  }

  /** The first of some paths that is a file. */
  first(candidates: Iterable<string>): string | undefined {
    for (const candidate of candidates) if (this.paths.has(candidate)) return candidate;
    return undefined;
  }

  hasFolder(folder: string): boolean {
    return folder === "" || this.#byFolder().has(folder);
  }

  /** Files directly in a folder. */
  filesIn(folder: string): readonly string[] {
    return this.#byFolder().get(folder) ?? [];
  }

  /** Files of a name, in any folder. */
  named(name: string): readonly string[] {
    const known = this.#lookedFor.get(name);
    if (known !== undefined) return known;
    if (this.#lookedFor.size < MAX_SCANS) {
      const end = `/${name}`;
      const found = [...this.paths].filter((path) => path === name || path.endsWith(end));
      this.#lookedFor.set(name, found);
      return found;
    }
    if (this.#byName === undefined) {
      this.#byName = new Map();
      for (const path of this.paths) append(this.#byName, posix.basename(path), path);
    }
    return this.#byName.get(name) ?? [];
  }

  /** Folders whose last parts are these: "a/b" for "src/main/java/a/b". */
  foldersEndingIn(parts: string): readonly string[] {
    if (this.#byFolderName === undefined) {
      this.#byFolderName = new Map();
      for (const folder of this.#byFolder().keys()) append(this.#byFolderName, posix.basename(folder), folder);
    }
    const found = this.#byFolderName.get(posix.basename(parts)) ?? [];
    return found.filter((folder) => folder === parts || folder.endsWith(`/${parts}`));
  }

  /** The nearest of these files in the folder of a file or above it. */
  above(from: string, names: readonly string[]): string | undefined {
    const key = names.join();
    let known = this.#above.get(key);
    if (known === undefined) this.#above.set(key, (known = new Map()));
    return this.#aboveFolder(folderOf(from), names, known);
  }

  #aboveFolder(folder: string, names: readonly string[], known: Map<string, string | undefined>): string | undefined {
    if (known.has(folder)) return known.get(folder);
    const start = folder === "" ? "" : `${folder}/`;
    const own = names.find((name) => this.paths.has(start + name));
    const found =
      own !== undefined ? start + own : folder === "" ? undefined : this.#aboveFolder(folderOf(folder), names, known);
    known.set(folder, found);
    return found;
  }

  #byFolder(): Map<string, string[]> {
    if (this.#folders !== undefined) return this.#folders;
    const folders = new Map<string, string[]>();
    for (const path of this.paths) {
      let folder = folderOf(path);
      append(folders, folder, path);
      while (folder !== "") {
        folder = folderOf(folder);
        if (folders.has(folder)) break;
        folders.set(folder, []);
      }
    }
    this.#folders = folders;
    return folders;
  }
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** "" for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** A path in a folder, normalised; undefined outside the root would start with "..", which no file does. */
export function within(folder: string, path: string): string {
  const joined = posix.join(folder, path).replace(/^\/|\/$/g, "");
  return joined === "." ? "" : joined;
}

/** The folder of a file, the one above, … the root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  let folder = path;
  do {
    folder = folderOf(folder);
    folders.push(folder);
  } while (folder !== "");
  return folders;
}

/** The one that shares most with the path of the file that asks, then the shortest. */
export function nearest(paths: readonly string[], from: string): string | undefined {
  let best: string | undefined;
  let bestShared = -1;
  for (const path of paths) {
    const shared = sharedFolders(path, from);
    const isBetter =
      shared > bestShared || (shared === bestShared && best !== undefined && comparePaths(path, best) < 0);
    if (isBetter) [best, bestShared] = [path, shared];
  }
  return best;
}

function sharedFolders(a: string, b: string): number {
  const left = a.split("/");
  const right = b.split("/");
  let shared = 0;
  while (shared < left.length - 1 && left[shared] === right[shared]) shared += 1;
  return shared;
}

function comparePaths(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/** The file that stands for a folder of files that are one package: named like it, else the first in order. */
export function fileForFolder(files: readonly string[], folder: string): string | undefined {
  const name = posix.basename(folder).toLowerCase();
  const sorted = files.toSorted();
  return sorted.find((path) => posix.parse(path).name.toLowerCase() === name) ?? sorted[0];
}
