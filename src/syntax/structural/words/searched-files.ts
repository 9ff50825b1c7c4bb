import { isAbsolute, normalize, sep } from "node:path";
import { FolderStates } from "./folder-states.ts";

/** A folder that is searched in a language. */
export interface SearchedTree {
  readonly language: string;
  /** Canonical absolute folder. */
  readonly root: string;
}

interface KnownTree {
  /** Relative to the root. */
  readonly files: ReadonlySet<string>;
  /** undefined when it cannot be told which files a search looks into; never rejects. */
  readonly folders: Promise<FolderStates | undefined>;
}

const MAX_FILES = 60_000;
const WHOLE = ".";

/** Whether these paths are the whole tree, and nothing that it would leave out. */
export function areWholeTree(paths: readonly string[]): boolean {
  return paths.every((path) => path === WHOLE);
}

/**
 * Which files a search of a whole tree looks into, as far as an earlier one or a walk has shown: what a search could
 * leave out. A search is never bounded to them, so that a file nobody knows yet is found like any other. They are
 * forgotten when what is ignored may have changed, or a folder has become a link.
 */
export class SearchedFiles {
  /** The latest last. */
  readonly #trees = new Map<string, KnownTree>();

  /** What a search of the whole tree that began then (ms of the system's clock) looked into. */
  remember(tree: SearchedTree, files: Iterable<string>, beganMs: number): void {
    const below = new Set([...files].filter(isBelow));
    const before = this.#trees.get(keyOf(tree))?.folders;
    const read = async () => {
      const folders = await FolderStates.read(tree.root, below, await before);
      return folders.hasChangedSince(beganMs) ? undefined : folders;
    };
    this.#put(tree, { files: below, folders: read() });
  }

  /** What a walk has found, where no search has shown more, and where the walk cannot have taken in what a search ignores. */
  async expect(tree: SearchedTree, files: readonly string[]): Promise<void> {
    if (this.#trees.has(keyOf(tree))) return;
    const folders = await FolderStates.read(tree.root, files);
    if (this.#trees.has(keyOf(tree)) || !folders.isPlain(tree.root)) return;
    this.#put(tree, { files: new Set(files.filter(isBelow)), folders: Promise.resolve(folders) });
  }

  /** Those below `paths` (relative to the root), but not those that are named themselves. */
  async below(tree: SearchedTree, paths: readonly string[]): Promise<readonly string[]> {
    const known = this.#trees.get(keyOf(tree));
    // What is called by another name than its own comes under that one.
    if (known === undefined || !paths.every(isPlainPath)) return [];
    const isCurrent = await (await known.folders)?.isUnchanged();
    if (isCurrent !== true) {
      if (this.#trees.get(keyOf(tree)) === known) this.#trees.delete(keyOf(tree));
      return [];
    }
    const named = new Set(paths);
    const isSearched = named.has(WHOLE) ? () => true : isInside(paths);
    return [...known.files].filter((file) => isSearched(file) && !named.has(file));
  }

  #put(tree: SearchedTree, known: KnownTree): void {
    this.#trees.delete(keyOf(tree));
    this.#trees.set(keyOf(tree), known);
    this.#forgetOldest();
  }

  #forgetOldest(): void {
    let count = 0;
    for (const { files } of this.#trees.values()) count += files.size;
    for (const [key, { files }] of this.#trees) {
      if (count <= MAX_FILES) return;
      this.#trees.delete(key);
      count -= files.size;
    }
  }
}

function keyOf({ language, root }: SearchedTree): string {
  return `${language}\n${root}`;
}

function isInside(folders: readonly string[]): (file: string) => boolean {
  const starts = folders.map((folder) => folder + sep);
  return (file) => starts.some((start) => file.startsWith(start));
}

/** The engine's account of a name with a line break cannot be told from others. */
function isBelow(path: string): boolean {
  return isPlainPath(path) && path !== WHOLE && !path.includes("\n");
}

function isPlainPath(path: string): boolean {
  return path !== "" && !path.startsWith("..") && !isAbsolute(path) && normalize(path) === path && !path.endsWith(sep);
}
