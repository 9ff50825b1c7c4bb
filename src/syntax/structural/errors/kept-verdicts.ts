import { readFileSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../../../config/make-folder.ts";

/** The first lines with syntax errors, 1-based; empty: none. */
export type Lines = readonly number[];

/** One state of a file on disk. */
export interface FileState {
  /** Another one after every write: the kernel moves the time of the last change, which no program can set. */
  readonly key: string;
  /** The file was at rest when it was looked at: nothing written after it can have the same times. */
  readonly isSettled: boolean;
}

export interface VerdictFile {
  readonly path: string;
  /** What the verdicts depend on beside the files; those of another version are not used. */
  readonly version: string;
}

const MAX_KNOWN = 10_000;
const MAX_KEPT = 4_000;
const MAX_FILE_BYTES = 1024 * 1024;
/** Times of files may be that coarse. */
const SETTLED_MS = 2_000;

/** undefined: no file. */
export function stateOfFile(language: string, path: string): FileState | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat?.isFile() !== true) return undefined;
  return {
    key: [language, stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":"),
    isSettled: Math.abs(Date.now() - Number(stat.ctimeMs)) > SETTLED_MS,
  };
}

/**
 * The verdicts of this process, the latest last, and those that earlier ones have left in a file: a repository
 * is mostly the same from one day to the next. The file is a convenience: where it cannot be read or written, files are looked at again.
 */
export class KeptVerdicts {
  readonly #file: VerdictFile | undefined;
  readonly #known = new Map<string, Lines>();
  readonly #settled = new Set<string>();
  #isLoaded = false;
  #saving: Promise<void> | undefined;
  #isSaveDue = false;

  constructor(file?: VerdictFile) {
    this.#file = file;
  }

  /** undefined: nobody has looked at the file in this state. */
  recall(state: FileState | undefined): Lines | undefined {
    if (state === undefined) return undefined;
    this.#load();
    return this.#known.get(state.key);
  }

  remember(state: FileState | undefined, lines: Lines): void {
    if (state === undefined) return;
    this.#load();
    this.#known.delete(state.key);
    this.#known.set(state.key, lines);
    if (state.isSettled) this.#settled.add(state.key);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) break;
      this.#known.delete(oldest);
      this.#settled.delete(oldest);
    }
  }

  /** Writes the file, one writer at a time; nobody needs to wait for it. Never rejects. */
  save(): Promise<void> {
    this.#isSaveDue = true;
    this.#saving ??= this.#write().finally(() => (this.#saving = undefined));
    return this.#saving;
  }

  async #write(): Promise<void> {
    while (this.#isSaveDue && this.#file !== undefined) {
      this.#isSaveDue = false;
      const { path, version } = this.#file;
      // One name for all: what a process that was killed has left is written over. Of two that write at once, the file
      // may be damaged, which costs one more look at the files.
      const temporary = `${path}.new`;
      try {
        // Another process may have written meanwhile: its verdicts are as good as ours.
        const known = new Map([...readVerdicts(this.#file), ...this.#lasting()]);
        const verdicts = Object.fromEntries([...known].slice(-MAX_KEPT));
        makeFolder(dirname(path));
        await writeFile(temporary, JSON.stringify({ version, verdicts }));
        await rename(temporary, path);
      } catch {
        await rm(temporary, { force: true }).catch(() => {});
      }
    }
  }

  *#lasting(): Generator<[string, Lines]> {
    for (const entry of this.#known) if (this.#settled.has(entry[0])) yield entry;
  }

  #load(): void {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    if (this.#file === undefined) return;
    for (const [key, lines] of readVerdicts(this.#file)) {
      this.#known.set(key, lines);
      this.#settled.add(key);
    }
  }
}

/** Empty where the file is missing, damaged, too large or of another version. */
function readVerdicts({ path, version }: VerdictFile): Map<string, Lines> {
  try {
    if (statSync(path).size > MAX_FILE_BYTES) return new Map();
    const kept = JSON.parse(readFileSync(path, "utf8")) as { version?: unknown; verdicts?: unknown };
    if (kept.version !== version || typeof kept.verdicts !== "object" || kept.verdicts === null) return new Map();
    return new Map(Object.entries(kept.verdicts).filter(isVerdictEntry));
  } catch {
    return new Map();
  }
}

function isVerdictEntry(entry: [string, unknown]): entry is [string, Lines] {
  const [, lines] = entry;
  return Array.isArray(lines) && lines.every((line) => Number.isSafeInteger(line) && line > 0);
}
