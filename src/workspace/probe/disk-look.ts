import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import nodePath from "node:path";

const MAX_MANIFEST_BYTES = 1024 * 1024;

/**
 * One look at the disk: each path is asked for once, however many questions need it. Good for one call and no longer.
 * Synchronous: a handful of stats takes less time than handing them to another thread.
 */
export class DiskLook {
  readonly #stats = new Map<string, Stats | undefined>();
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

  /** What a folder holds, in order of name; nothing when it cannot be read or is gone. */
  names(folder: string): readonly string[] {
    const known = this.#names.get(folder);
    if (known !== undefined) return known;
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
