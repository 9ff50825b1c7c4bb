import { isAbsolute, relative, resolve, sep } from "node:path";

/** A folder that is searched in a language. */
export interface SearchedTree {
  readonly language: string;
  /** Canonical absolute folder. */
  readonly root: string;
}

const MAX_FILES = 60_000;

/**
 * Which files a search of a whole tree looks into, as far as an earlier one or a walk has shown: what a search could
 * leave out. A search is never bounded to them, so that a file nobody knows yet is found like any other.
 */
export class SearchedFiles {
  /** The latest last; paths are relative to the root. */
  readonly #trees = new Map<string, ReadonlySet<string>>();

  /** What a search of the whole tree looked into. */
  remember(tree: SearchedTree, files: Iterable<string>): void {
    const key = keyOf(tree);
    this.#trees.delete(key);
    this.#trees.set(key, new Set([...files].filter(isBelow)));
    this.#forgetOldest();
  }

  /** What a walk has found, where no search has shown more. */
  expect(tree: SearchedTree, files: readonly string[]): void {
    if (!this.#trees.has(keyOf(tree))) this.remember(tree, files);
  }

  /** Those below `paths` (relative to the root or absolute), but not those that are named themselves. */
  below(tree: SearchedTree, paths: readonly string[]): readonly string[] {
    const files = this.#trees.get(keyOf(tree));
    if (files === undefined) return [];
    const named = new Set(paths.map((path) => relative(tree.root, resolve(tree.root, path))));
    const isSearched = named.has("") ? () => true : isInside([...named].filter(isBelow));
    return [...files].filter((file) => isSearched(file) && !named.has(file));
  }

  #forgetOldest(): void {
    let count = 0;
    for (const files of this.#trees.values()) count += files.size;
    for (const [key, files] of this.#trees) {
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

function isBelow(path: string): boolean {
  return path !== "" && !path.startsWith("..") && !isAbsolute(path);
}
