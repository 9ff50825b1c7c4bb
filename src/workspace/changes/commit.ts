import { hash, randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ReticleError } from "../../base/errors.ts";
import { type ChangeSet, type Commit, kindOf, type PathChange } from "./change-set.ts";
import { forEachParallel, writeNewFile } from "./durable.ts";
import type { Journal, JournalFile, JournalRecord } from "./journal.ts";
import { moveIntoPlace, putBack, removeFolders, sweep, syncFolders } from "./settle.ts";
import { type VerifiedFile, verifyFile, verifyUntouched } from "./verify.ts";
import { journalling, naming } from "./write-failure.ts";

export interface CommitOptions {
  /** Canonical folders outside of which nothing is written. */
  readonly roots: readonly string[];
  readonly signal: AbortSignal;
  /** Called when all is in its place and was announced, while it is being made to last. */
  readonly onWritten?: (commit: Commit) => void;
}

/**
 * Writes a change set; the caller holds the lock. Everything is verified and written beside its place
 * first. From the moment the record stands in the journal as committed all files are moved, by us or by
 * whoever finds the record after we were stopped; a move that fails puts all of them back.
 */
export async function commitLocked(
  set: ChangeSet,
  journal: Journal,
  options: Omit<CommitOptions, "onWritten"> & { readonly onMoved: (commit: Commit) => void },
): Promise<Commit> {
  const files = await verifyAll(set, options.roots);
  options.signal.throwIfAborted();
  if (files.length === 0) return { undoId: undefined, changes: [] };
  const record = recordOf(set.label, files);
  try {
    await journalling(journal.folder, journal.begin(record));
    await stage(record, files, journal);
    await forEachParallel(files, verifyUntouched);
    options.signal.throwIfAborted();
    await journalling(journal.folder, journal.turn(record, "intent", "commit"));
  } catch (error) {
    await sweep(record);
    await removeFolders(record);
    await journal.forget(record, "intent");
    throw error;
  }
  await move(record, journal);
  const commit = { undoId: record.id, changes: files.map(pathChange) };
  options.onMoved(commit);
  await syncFolders(record);
  // All is written. A record that stays pending is finished again by whoever comes next.
  await journal.finish(record).catch(() => {});
  return commit;
}

/** Files that are as they will be anyway are verified and left out. */
async function verifyAll({ files }: ChangeSet, roots: readonly string[]): Promise<readonly VerifiedFile[]> {
  const verified: VerifiedFile[] = [];
  await forEachParallel(files, async (file, index) => {
    verified[index] = await verifyFile(file, roots);
  });
  return verified.filter(({ old, after, mode }) => {
    if (old === undefined || after === undefined) return old !== undefined || after !== undefined;
    return !old.bytes.equals(after) || (mode !== undefined && (old.stats.mode & 0o7777) !== mode);
  });
}

function pathChange(file: VerifiedFile): PathChange {
  const { path, from } = file;
  return { path, kind: kindOf(file), ...(from === undefined ? {} : { from }) };
}

function recordOf(label: string, files: readonly VerifiedFile[]): JournalRecord {
  const at = Date.now();
  const id = `undo_${at.toString(36)}${randomBytes(3).readUIntBE(0, 3).toString(36)}`;
  let offset = 0;
  const rows = files.map(({ path, shown, old, after }, index): JournalFile => {
    const temporary = join(dirname(path), `.reticle-${id}-${index}.tmp`);
    const length = old?.bytes.length ?? 0;
    offset += length;
    return {
      path,
      shown,
      temporary,
      ...(old === undefined
        ? {}
        : {
            before: {
              hash: hash("sha1", old.bytes, "hex"),
              mode: old.stats.mode & 0o7777,
              offset: offset - length,
              length,
            },
          }),
      ...(after === undefined ? {} : { after: { hash: hash("sha1", after, "hex") } }),
    };
  });
  const folders = [...new Set(files.flatMap(({ missingFolders }) => missingFolders))].toSorted();
  return { id, label, at, files: rows, folders };
}

/** New contents beside their places, old contents in the pack, all of it on the disk. */
async function stage(record: JournalRecord, files: readonly VerifiedFile[], journal: Journal): Promise<void> {
  for (const folder of record.folders) await naming(folder, mkdir(folder));
  const old = files.flatMap((file) => file.old?.bytes ?? []);
  // All of them end before anything is taken back.
  const steps = await Promise.allSettled([
    journalling(journal.folder, journal.secure(record)),
    journalling(journal.folder, journal.writePack(record.id, Buffer.concat(old))),
    writeTemporaries(record, files),
  ]);
  for (const step of steps) if (step.status === "rejected") throw step.reason;
}

async function writeTemporaries(record: JournalRecord, files: readonly VerifiedFile[]): Promise<void> {
  const modes = new Map(files.map((file) => [file.path, file.old?.stats.mode]));
  await forEachParallel(files, async ({ shown, after, mode, from = "", old: before }, index) => {
    const temporary = record.files[index]?.temporary;
    if (after === undefined || temporary === undefined) return;
    const bits = mode ?? before?.stats.mode ?? modes.get(from);
    await naming(shown, writeNewFile(temporary, after, { mode: bits, owner: foreignOwner(before) }));
  });
}

function foreignOwner(old: VerifiedFile["old"]): { readonly uid: number; readonly gid: number } | undefined {
  if (old === undefined) return undefined;
  const { uid, gid } = old.stats;
  return uid === process.getuid?.() && gid === process.getgid?.() ? undefined : { uid, gid };
}

async function move(record: JournalRecord, journal: Journal): Promise<void> {
  try {
    await moveIntoPlace(record.files);
  } catch (error) {
    const phase = await journal.turn(record, "commit", "undo").then(
      () => "undo" as const,
      () => "commit" as const,
    );
    const failed = await putBack(record, journal);
    if (failed.length > 0) throw halfBack(failed, error);
    await journal.forget(record, phase);
    throw error;
  }
}

function halfBack(failed: readonly JournalFile[], cause: unknown): ReticleError {
  const names = failed.map(({ shown }) => shown).join(", ");
  return new ReticleError("internal", `a file could not be written, and ${names} could not be put back yet`, {
    hint: "what was there before is kept; it is put back at the next start or the next change",
    cause,
  });
}
