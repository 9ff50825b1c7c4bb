import type { FoundFile, KnownFile } from "../store/index-writer.ts";
import type { FileStamp } from "../store/parsed-batch.ts";
import { FILE_STATE } from "../store/schema.ts";
import { isSameStamp, UNREADABLE_HASH } from "../parse/read-source.ts";

/** How the disk differs from the index. */
export interface Difference {
  readonly added: readonly FoundFile[];
  readonly removed: readonly KnownFile[];
  /** Known files to read: never read, or not as they were. */
  readonly toRead: readonly KnownFile[];
}

/** The files of an index as its writer remembers them. */
export class FileList {
  readonly #byPath = new Map<string, KnownFile>();
  readonly #byId = new Map<number, KnownFile>();
  readonly #unreadable = new Map<number, string>();
  #done = 0;

  constructor(files: Iterable<KnownFile> = []) {
    for (const file of files) this.set(file);
  }

  get size(): number {
    return this.#byPath.size;
  }

  /** Files that were read. */
  get done(): number {
    return this.#done;
  }

  /** Paths of files that could not be read. */
  get unreadable(): readonly string[] {
    return [...this.#unreadable.values()];
  }

  get(path: string): KnownFile | undefined {
    return this.#byPath.get(path);
  }

  withId(id: number): KnownFile | undefined {
    return this.#byId.get(id);
  }

  paths(): Iterable<string> {
    return this.#byPath.keys();
  }

  values(): Iterable<KnownFile> {
    return this.#byPath.values();
  }

  set(file: KnownFile): void {
    this.delete(file.id);
    this.#byPath.set(file.path, file);
    this.#byId.set(file.id, file);
    if (file.state !== FILE_STATE.seen) this.#done += 1;
    if (file.hash === UNREADABLE_HASH) this.#unreadable.set(file.id, file.path);
  }

  delete(id: number): void {
    const file = this.#byId.get(id);
    if (file === undefined) return;
    this.#byId.delete(id);
    this.#byPath.delete(file.path);
    this.#unreadable.delete(id);
    if (file.state !== FILE_STATE.seen) this.#done -= 1;
  }

  /** Against all files of the disk. */
  compareAll(found: readonly FoundFile[]): Difference {
    const paths = new Set(found.map(({ path }) => path));
    const removed = [...this.#byPath.values()].filter(({ path }) => !paths.has(path));
    return { ...this.#compare(found), removed };
  }

  /** Against the files at some paths; one that is not in `found` is not there any more. */
  compareSome(paths: readonly string[], found: readonly FoundFile[]): Difference {
    const there = new Set(found.map(({ path }) => path));
    const removed = paths.flatMap((path) => (there.has(path) ? [] : (this.#byPath.get(path) ?? [])));
    return { ...this.#compare(found), removed };
  }

  #compare(found: readonly FoundFile[]): Pick<Difference, "added" | "toRead"> {
    const added: FoundFile[] = [];
    const toRead: KnownFile[] = [];
    for (const file of found) {
      const known = this.#byPath.get(file.path);
      if (known === undefined) added.push(file);
      else if (known.state === FILE_STATE.seen || !isSameStamp(known, file))
        toRead.push({ ...known, ...stampOnly(file) });
    }
    return { added, toRead };
  }
}

function stampOnly({ size, mtimeMs, ctimeMs }: FoundFile): FileStamp {
  return { size, mtimeMs, ctimeMs };
}

/** Most wanted first: sources, tests, the rest; of each those that lie highest. */
export function inReadingOrder<T extends Pick<KnownFile, "role" | "path">>(files: readonly T[]): T[] {
  const depths = new Map(files.map((file) => [file, file.path.split("/").length]));
  return files.toSorted(
    (a, b) => a.role - b.role || (depths.get(a) ?? 0) - (depths.get(b) ?? 0) || (a.path < b.path ? -1 : 1),
  );
}
