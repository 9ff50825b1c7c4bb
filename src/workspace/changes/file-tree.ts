import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isReticleError, ReticleError } from "../../base/errors.ts";
import { contains } from "../../base/path-containment.ts";
import type { SourceDocument } from "../document.ts";
import { readDocument } from "../read-document.ts";
import type { Workspace } from "../workspace.ts";

/** What a folder that is renamed or deleted may hold. */
const MAX_FOLDER_FILES = 2_000;

/** One replacement, in the text as it was before its step. Lines and columns are 1-based, columns UTF-16. */
export interface PlannedEdit {
  readonly line: number;
  readonly column: number;
  readonly oldText: string;
  readonly newText: string;
}

interface Entry {
  /** Undefined: there is none on the disk. */
  readonly before: SourceDocument | undefined;
  readonly origin: SourceDocument | undefined;
  /** Undefined: gone. */
  readonly text: string | undefined;
  readonly edits: readonly PlannedEdit[];
  readonly from: string | undefined;
}

export interface TreeFile {
  readonly path: string;
  readonly before: SourceDocument | undefined;
  readonly after: string | undefined;
  readonly origin: SourceDocument | undefined;
  readonly edits: readonly PlannedEdit[];
  readonly from: string | undefined;
}

interface Overwriting {
  readonly overwrite: boolean;
  readonly ignoreIfExists: boolean;
}

/** The files of a workspace as they would be after some steps, read from the disk when they are first needed. */
export class FileTree {
  readonly #entries = new Map<string, Entry>();
  readonly #workspace: Workspace;
  readonly #cwd: string;

  constructor({ workspace, cwd }: { readonly workspace: Workspace; readonly cwd: string }) {
    this.#workspace = workspace;
    this.#cwd = cwd;
  }

  async text(path: string): Promise<string> {
    const { text } = await this.#entry(path);
    if (text !== undefined) return text;
    throw new ReticleError(
      "not_found",
      `${this.#show(path)} is to be changed but does not exist; nothing was changed`,
      { hint: "look for its new name" },
    );
  }

  write(path: string, text: string, edits: readonly PlannedEdit[]): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    this.#entries.set(path, { ...entry, text, edits: [...entry.edits, ...edits] });
  }

  async create(path: string, { overwrite, ignoreIfExists }: Overwriting): Promise<void> {
    const entry = await this.#entry(path);
    if (entry.text !== undefined && !overwrite) {
      if (ignoreIfExists) return;
      throw this.#exists(path);
    }
    this.#entries.set(path, { ...entry, text: "", origin: entry.before });
  }

  async rename(path: string, newPath: string, options: Overwriting): Promise<void> {
    for (const from of await this.#filesAt(path)) {
      await this.#renameFile(from, newPath + from.slice(path.length), options);
    }
  }

  async delete(
    path: string,
    options: { readonly recursive: boolean; readonly ignoreIfNotExists: boolean },
  ): Promise<void> {
    const files = await this.#filesAt(path).catch((error: unknown) => {
      if (options.ignoreIfNotExists && isReticleError(error) && error.kind === "not_found") return [];
      throw error;
    });
    if (!options.recursive && (files.length > 1 || (files[0] ?? path) !== path)) {
      throw new ReticleError(
        "protocol",
        `the folder ${this.#show(path)} is to be deleted without its files; nothing was changed`,
      );
    }
    for (const file of files) this.#entries.set(file, { ...(await this.#entry(file)), text: undefined });
  }

  /** Files that end up different, in the order of their paths. */
  changed(): readonly TreeFile[] {
    return [...this.#entries]
      .filter(([, { before, text }]) => before?.text !== text)
      .map(([path, { before, text: after, origin, edits, from }]) => ({
        path,
        before,
        after,
        origin,
        edits,
        from,
      }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #renameFile(path: string, newPath: string, { overwrite, ignoreIfExists }: Overwriting): Promise<void> {
    const source = await this.#entry(path);
    const target = await this.#entry(newPath);
    if (target.text !== undefined && !overwrite) {
      if (ignoreIfExists) return;
      throw this.#exists(newPath);
    }
    this.#entries.set(path, { ...source, text: undefined, edits: [] });
    const { text, origin, edits } = source;
    // What was made in these steps was nowhere before.
    const from = source.from ?? (source.before === undefined ? undefined : path);
    this.#entries.set(newPath, { before: target.before, text, origin, edits, from });
  }

  /** The file itself, or all files of the folder, those that only exist here included. */
  async #filesAt(path: string): Promise<readonly string[]> {
    const planned = [...this.#entries].filter(
      ([one, { text }]) => one !== path && contains(path, one) && text !== undefined,
    );
    const kind = await stat(path).catch(() => undefined);
    if (kind?.isDirectory() !== true) {
      if (planned.length > 0) return planned.map(([one]) => one);
      await this.text(path);
      return [path];
    }
    const found = await readdir(path, { recursive: true, withFileTypes: true });
    const files = found.filter((one) => !one.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
    if (files.length > MAX_FOLDER_FILES) {
      throw new ReticleError(
        "too_large",
        `${this.#show(path)} holds ${files.length} files; at most ${MAX_FOLDER_FILES} are moved at once`,
      );
    }
    const gone = new Set([...this.#entries].flatMap(([one, { text }]) => (text === undefined ? [one] : [])));
    return [...new Set([...files, ...planned.map(([one]) => one)])].filter((one) => !gone.has(one));
  }

  async #entry(path: string): Promise<Entry> {
    const known = this.#entries.get(path);
    if (known !== undefined) return known;
    const before = await readIfThere(path, this.#show(path));
    const entry = { before, origin: before, text: before?.text, edits: [], from: undefined };
    this.#entries.set(path, entry);
    return entry;
  }

  #show(path: string): string {
    return this.#workspace.show(path, this.#cwd);
  }

  #exists(path: string): ReticleError {
    return new ReticleError("conflict", `${this.#show(path)} exists already; nothing was changed`, {
      hint: "choose another name, or move that file away first",
    });
  }
}

async function readIfThere(path: string, shown: string): Promise<SourceDocument | undefined> {
  try {
    return await readDocument(path, shown);
  } catch (error) {
    if (isReticleError(error) && error.kind === "not_found") return undefined;
    throw error;
  }
}
