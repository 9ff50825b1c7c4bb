import { Slots } from "../../base/slots.ts";
import { takeLock } from "./change-lock.ts";
import type { ChangeSet, Commit, PathChange } from "./change-set.ts";
import { commitLocked, type CommitOptions } from "./commit.ts";
import { Journal } from "./journal.ts";
import { type Recovery, recoverLocked } from "./recover.ts";
import { removeFolders } from "./settle.ts";
import { pathsIn, pruneLocked, undoOf } from "./undo-store.ts";
import { journalling } from "./write-failure.ts";

/** How long one process waits for another that writes. */
const LOCK_WAIT_MS = 10_000;

/** The one way to change files. */
export interface ChangeSets {
  /**
   * Writes all files or none. Throws `conflict` when a file is not what the change was made for,
   * `refused` when one cannot be written or lies outside the roots; every file is as it was then. The
   * signal counts until the first file is moved.
   */
  commit(set: ChangeSet, options: CommitOptions): Promise<Commit>;
  /** Takes a commit back, as a commit of its own: the files must be as it left them. */
  undo(undoId: string, options: CommitOptions): Promise<Commit>;
  /** The files that taking a commit back would change; none when it is not known. */
  pathsOf(undoId: string): Promise<readonly string[]>;
  /** Finishes or undoes what a process that was stopped in the middle has left. */
  recover(signal: AbortSignal): Promise<readonly Recovery[]>;
}

export interface ChangeSetsOptions {
  /** Where the journal is kept; all processes that write to the same files must name the same. */
  readonly folder: string;
  /** Told what has changed on the disk; the commit waits for it. */
  readonly onCommitted: (changes: readonly PathChange[]) => Promise<void>;
  readonly onRecovered: (recovery: Recovery) => void;
}

export function createChangeSets(options: ChangeSetsOptions): ChangeSets {
  return new JournalledChangeSets(options);
}

class JournalledChangeSets implements ChangeSets {
  readonly #options: ChangeSetsOptions;
  readonly #journal: Journal;
  /** Calls of one process wait here, in order; the lock is for other processes. */
  readonly #turn = new Slots(1);

  constructor(options: ChangeSetsOptions) {
    this.#options = options;
    this.#journal = new Journal(options.folder);
  }

  commit(set: ChangeSet, options: CommitOptions): Promise<Commit> {
    return this.#write(() => Promise.resolve(set), options);
  }

  undo(undoId: string, options: CommitOptions): Promise<Commit> {
    return this.#write(() => undoOf(undoId, this.#journal, options.roots), options);
  }

  pathsOf(undoId: string): Promise<readonly string[]> {
    return pathsIn(undoId, this.#journal);
  }

  recover(signal: AbortSignal): Promise<readonly Recovery[]> {
    return this.#locked(signal, (recovered) => Promise.resolve(recovered));
  }

  async #write(makeSet: () => Promise<ChangeSet>, { onWritten, ...options }: CommitOptions): Promise<Commit> {
    let told: Promise<void> | undefined;
    const onMoved = (moved: Commit): void => {
      told = this.#options.onCommitted(moved.changes).then(() => onWritten?.(moved));
      // Awaited when the change is made to last.
      told.catch(() => {});
    };
    const commit = await this.#locked(options.signal, async () => {
      const set = await makeSet();
      const done = await commitLocked(set, this.#journal, { ...options, onMoved });
      await removeFolders({ folders: set.folders ?? [] });
      await pruneLocked(this.#journal).catch(() => {});
      return done;
    });
    await told;
    return commit;
  }

  async #locked<T>(signal: AbortSignal, work: (recovered: readonly Recovery[]) => Promise<T>): Promise<T> {
    const leave = await this.#turn.take(signal);
    try {
      const { folder, lockFolder } = this.#journal;
      await journalling(folder, this.#journal.prepare());
      const release = await journalling(folder, takeLock(lockFolder, { signal, waitMs: LOCK_WAIT_MS }));
      try {
        const recovered = await journalling(folder, recoverLocked(this.#journal));
        for (const recovery of recovered) this.#options.onRecovered(recovery);
        return await work(recovered);
      } finally {
        await release();
      }
    } finally {
      leave();
    }
  }
}
