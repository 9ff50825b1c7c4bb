import type { ChangeSet, TextChange } from "../../workspace/changes/change-set.ts";

/** Changes that are proposed and not written yet. They belong to one run and are gone with it. */
export interface StagedEdits {
  /**
   * Keeps a change for `resolve`; resolves with its id ("edit_1" is the run's first), or with undefined when there is
   * no file in it. The files are taken one by one, and what would be too much for memory goes to the disk. No path may
   * be there twice. Throws `refused` when too many edits wait already, and what `files` throws; nothing is kept then.
   */
  stage(edit: NewEdit): Promise<string | undefined>;
  /** Throws `not_found` that lists the pending ids. */
  find(id: string): StagedEdit;
  /** Throws as `find` does. */
  discard(id: string): Promise<void>;
  /** From now on the edit can only be discarded. Throws as `find` does. */
  markStale(id: string, why: string): void;
  /** In the order in which they were staged. */
  pending(): readonly StagedEdit[];
}

export interface NewEdit {
  /** The tool that proposes it. */
  readonly label: string;
  readonly files: Iterable<TextChange> | AsyncIterable<TextChange>;
  /** What it would do ("12 replacements in 4 files"); asked when all files are in. */
  readonly summary: () => string;
}

export interface StagedEdit {
  readonly id: string;
  readonly label: string;
  readonly summary: string;
  readonly fileCount: number;
  /** Why it can no longer be accepted ("a.ts changed since it was staged"); undefined: nothing is known against it. */
  readonly staleBecause: string | undefined;
  /** Every file with the hash it had when it was staged and the bytes it would have. */
  changeSet(): Promise<ChangeSet>;
}

/** What a run has shown of changes that it can be asked to make: by the question, the state of the files it was for. */
export interface PreviewMemory {
  recall(question: string): string | undefined;
  remember(question: string, state: string): void;
  forget(question: string): void;
}
