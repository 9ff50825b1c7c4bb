import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { readRegularFile } from "../../workspace/text/read-regular-file.ts";
import { createResolver, type ImportResolver } from "../resolve/create-resolver.ts";
import type { StoredBinding, StoredImport, Target } from "../store/target-writer.ts";
import type { FileList } from "./file-list.ts";

/** How long it keeps the event loop. */
const SLICE_MS = 20;

/** Tells which files imports stand for, by the files and configuration of a root as they are now. */
export class ImportTargets {
  readonly #root: string;
  readonly #files: FileList;
  #resolver: ImportResolver | undefined;

  constructor(root: string, files: FileList) {
    this.#root = root;
    this.#files = files;
  }

  /** The id of the file that a source stands for in the file at `from`. */
  ofImport(from: string, source: string, language: string | null): number | null {
    return this.#idOf(language === null ? undefined : this.#resolve().resolve(from, source, language));
  }

  /** The id of the file that an imported name is, where it is itself a module. */
  ofBinding(
    from: string,
    binding: { readonly source: string; readonly imported: string },
    language: string | null,
  ): number | null {
    if (language === null) return null;
    return this.#idOf(this.#resolve().resolveMember(from, binding.source, binding.imported, language));
  }

  /** Those of some stored imports that stand for another file now. */
  async changedImports(stored: readonly StoredImport[], signal: AbortSignal): Promise<Target[]> {
    return this.#changed(stored, ({ path, source, language }) => this.ofImport(path, source, language), signal);
  }

  async changedBindings(stored: readonly StoredBinding[], signal: AbortSignal): Promise<Target[]> {
    return this.#changed(stored, (binding) => this.ofBinding(binding.path, binding, binding.language), signal);
  }

  async #changed<T extends StoredImport>(
    stored: readonly T[],
    targetOf: (row: T) => number | null,
    signal: AbortSignal,
  ): Promise<Target[]> {
    const changed: Target[] = [];
    let sliceEnd = performance.now() + SLICE_MS;
    for (const row of stored) {
      const target = targetOf(row);
      if (target !== row.target) changed.push({ id: row.id, target });
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    return changed;
  }

  #idOf(path: string | undefined): number | null {
    return path === undefined ? null : (this.#files.get(path)?.id ?? null);
  }

  #resolve(): ImportResolver {
    this.#resolver ??= createResolver({
      paths: new Set(this.#files.paths()),
      readConfig: (path) => readRegularFile(join(this.#root, path)),
    });
    return this.#resolver;
  }
}
