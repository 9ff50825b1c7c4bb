import { dirname } from "node:path";
import { existsAt, moveIntoPlace, putBack, removeFolders, stateOf, sweep, syncFolders } from "./settle.ts";
import type { Journal, JournalRecord, PendingCommit } from "./journal.ts";

/** After this long the record of a project that cannot be seen is given up. */
const MAX_UNSEEN_MS = 30 * 24 * 60 * 60 * 1_000;

/** What became of a commit that was stopped in the middle. */
export interface Recovery {
  readonly id: string;
  readonly label: string;
  /** "failed": some files are still not what they were; it is tried again. */
  readonly outcome: "finished" | "undone" | "failed";
  /** Files somebody else has written since (they stay so), or that could not be put back. */
  readonly files: readonly string[];
}

/** Finishes or undoes what other processes have left; the caller holds the lock. */
export async function recoverLocked(journal: Journal): Promise<readonly Recovery[]> {
  const recoveries: Recovery[] = [];
  for (const pending of await journal.pending()) {
    const { record, phase } = pending;
    if (await isInSight(record)) recoveries.push(await recover(pending, journal));
    else if (Date.now() - record.at > MAX_UNSEEN_MS) await journal.forget(record, phase);
  }
  return recoveries;
}

/** False for a project on a disk that is not mounted here, or that has been removed: nothing can be told about its files. */
async function isInSight({ files, folders }: JournalRecord): Promise<boolean> {
  const made = new Set(folders);
  for (const folder of new Set(files.map(({ path }) => dirname(path)))) {
    if (!made.has(folder) && (await existsAt(folder))) return true;
  }
  const [outermost] = folders;
  return outermost !== undefined && existsAt(dirname(outermost));
}

async function recover({ phase, record }: PendingCommit, journal: Journal): Promise<Recovery> {
  const { id, label } = record;
  switch (phase) {
    case "intent":
      await sweep(record);
      await removeFolders(record);
      await journal.forget(record, phase);
      return { id, label, outcome: "undone", files: [] };
    case "commit": {
      if (await finish(record)) {
        await journal.finish(record);
        return { id, label, outcome: "finished", files: [] };
      }
      await journal.turn(record, "commit", "undo");
      return undo(record, journal);
    }
    case "undo":
      return undo(record, journal);
  }
}

/** False when it cannot be finished: somebody else has written to one of the files, or a new content is gone. */
async function finish(record: JournalRecord): Promise<boolean> {
  const left = [];
  for (const file of record.files) {
    const state = await stateOf(file);
    if (state === "other") return false;
    if (state === "after") continue;
    if (file.after !== undefined && !(await existsAt(file.temporary))) return false;
    left.push(file);
  }
  try {
    await moveIntoPlace(left);
  } catch {
    return false;
  }
  await sweep(record);
  await syncFolders(record);
  return true;
}

async function undo(record: JournalRecord, journal: Journal): Promise<Recovery> {
  const { id, label } = record;
  const others: string[] = [];
  for (const file of record.files) if ((await stateOf(file)) === "other") others.push(file.path);
  const failed = await putBack(record, journal);
  if (failed.length > 0) return { id, label, outcome: "failed", files: failed.map(({ path }) => path) };
  await journal.forget(record, "undo");
  return { id, label, outcome: "undone", files: others };
}
