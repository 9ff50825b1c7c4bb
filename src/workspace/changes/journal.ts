import { open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../config/make-folder.ts";
import { syncFile, syncFolder, writeNewFile } from "./durable.ts";
import { pendingFolder } from "./pending.ts";

/** One file of a commit, with all that is needed to finish or undo it. */
export interface JournalFile {
  readonly path: string;
  readonly shown: string;
  /** The new content, beside its place, until it is moved there. */
  readonly temporary: string;
  /** What was there; its bytes are in the pack. */
  readonly before?: { readonly hash: string; readonly mode: number; readonly offset: number; readonly length: number };
  readonly after?: { readonly hash: string };
}

export interface JournalRecord {
  readonly id: string;
  readonly label: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly files: readonly JournalFile[];
  /** Folders that the commit makes, outermost first. */
  readonly folders: readonly string[];
}

/** "intent": nothing has been moved yet; "commit": all will be; "undo": all is being put back. */
export type Phase = "intent" | "commit" | "undo";

export interface PendingCommit {
  readonly phase: Phase;
  readonly record: JournalRecord;
}

const PENDING = /^(undo_[0-9a-z]+)\.(intent|commit|undo)$/;

/**
 * The records of commits, in the user's cache folder. The name of a record's file is its phase, so a
 * phase changes in one rename; a commit that is done becomes a record that can be undone in the same way.
 */
export class Journal {
  readonly folder: string;
  readonly pendingFolder: string;
  readonly doneFolder: string;
  readonly lockFolder: string;

  constructor(folder: string) {
    this.folder = folder;
    this.pendingFolder = pendingFolder(folder);
    this.doneFolder = join(folder, "done");
    this.lockFolder = join(folder, "lock");
  }

  async prepare(): Promise<void> {
    for (const folder of [this.pendingFolder, this.doneFolder]) makeFolder(folder, 0o700);
  }

  /** Old contents, one after the other. */
  packOf(id: string): string {
    return join(this.doneFolder, `${id}.old`);
  }

  /** A kill loses nothing of it; `secure` it before the commit, against a loss of power. */
  async begin(record: JournalRecord): Promise<void> {
    await writeFile(this.#pending(record.id, "intent"), JSON.stringify(record), { mode: 0o600, flag: "wx" });
  }

  async secure({ id }: JournalRecord): Promise<void> {
    await syncFile(this.#pending(id, "intent"));
  }

  async writePack(id: string, bytes: Buffer): Promise<void> {
    await writeNewFile(this.packOf(id), bytes, { mode: 0o600 });
    await syncFolder(this.doneFolder);
  }

  async turn({ id }: JournalRecord, from: Phase, to: Phase): Promise<void> {
    await rename(this.#pending(id, from), this.#pending(id, to));
    await syncFolder(this.pendingFolder);
  }

  /** The commit is done and can be undone. Should this get lost, finishing it again finds nothing to do. */
  async finish({ id }: JournalRecord): Promise<void> {
    await rename(this.#pending(id, "commit"), this.recordOf(id));
  }

  /** Nothing of it is left on the disk. */
  async forget({ id }: JournalRecord, phase: Phase): Promise<void> {
    await rm(this.#pending(id, phase), { force: true });
    await rm(this.packOf(id), { force: true });
  }

  recordOf(id: string): string {
    return join(this.doneFolder, `${id}.json`);
  }

  /** What a process that was stopped in the middle has left, oldest first. Call it with the lock held. */
  async pending(): Promise<readonly PendingCommit[]> {
    const found: PendingCommit[] = [];
    for (const name of (await readdir(this.pendingFolder)).toSorted()) {
      const [, id, phase] = PENDING.exec(name) ?? [];
      if (id === undefined) continue;
      const record = parseRecord(await readFile(join(this.pendingFolder, name), "utf8"));
      if (record !== undefined) found.push({ phase: phase as Phase, record });
      // Cut off while it was written: nothing had been touched yet.
      else await rm(join(this.pendingFolder, name), { force: true });
    }
    return found;
  }

  /** What a file held before the commit. */
  async readOld(id: string, { offset, length }: { readonly offset: number; readonly length: number }): Promise<Buffer> {
    const handle = await open(this.packOf(id), "r");
    try {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = length === 0 ? { bytesRead: 0 } : await handle.read(bytes, 0, length, offset);
      if (bytesRead !== length) throw new Error(`${this.packOf(id)} is shorter than its record says`);
      return bytes;
    } finally {
      await handle.close();
    }
  }

  #pending(id: string, phase: Phase): string {
    return join(this.pendingFolder, `${id}.${phase}`);
  }
}

export async function readRecord(path: string): Promise<JournalRecord | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : parseRecord(text);
}

function parseRecord(text: string): JournalRecord | undefined {
  try {
    return JSON.parse(text) as JournalRecord;
  } catch {
    return undefined;
  }
}
