import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ReticleError } from "../../base/errors.ts";
import { rootHolding } from "../../base/path-containment.ts";
import type { ChangedFile, ChangeSet } from "./change-set.ts";
import { type Journal, type JournalRecord, readRecord } from "./journal.ts";

/** Beyond these the oldest are forgotten. */
export const MAX_UNDO_RECORDS = 50;
export const MAX_UNDO_BYTES = 64 * 1024 * 1024;
const MAX_NAMED = 5;
const ID = /^undo_[0-9a-z]+$/;

/** What takes a commit back: the files must be as it left them. Throws `not_found` with the ids there are. */
export async function undoOf(id: string, journal: Journal, roots: readonly string[]): Promise<ChangeSet> {
  const record = ID.test(id) ? await readRecord(journal.recordOf(id)) : undefined;
  if (record === undefined || !isWithin(record, roots)) throw await unknownId(id, journal, roots);
  const files = record.files.map(async ({ path, shown, before, after }): Promise<ChangedFile> => ({
    path,
    shown,
    before: after?.hash,
    after: before === undefined ? undefined : await journal.readOld(id, before),
    ...(before === undefined ? {} : { mode: before.mode }),
  }));
  return { label: `undo of ${record.label}`, files: await Promise.all(files), folders: record.folders };
}

/** Paths of a commit that can be taken back; none when it is not known. */
export async function pathsIn(id: string, journal: Journal): Promise<readonly string[]> {
  const record = ID.test(id) ? await readRecord(journal.recordOf(id)) : undefined;
  return record?.files.map(({ path }) => path) ?? [];
}

/** Removes the oldest beyond the bounds, and old contents that no record speaks of; the caller holds the lock. */
export async function pruneLocked(journal: Journal): Promise<void> {
  const names = await readdir(journal.doneFolder);
  const ids = idsIn(names).toReversed();
  const pending = new Set((await readdir(journal.pendingFolder)).map((name) => name.split(".")[0]));
  const sizes = await Promise.all(ids.map(async (id) => (await stat(journal.packOf(id)).catch(() => undefined))?.size));
  let bytes = 0;
  for (const [index, id] of ids.entries()) {
    bytes += sizes[index] ?? 0;
    const isKept = index === 0 || (index < MAX_UNDO_RECORDS && bytes <= MAX_UNDO_BYTES);
    if (isKept) continue;
    await rm(journal.recordOf(id), { force: true });
    await rm(journal.packOf(id), { force: true });
  }
  const known = new Set(ids);
  for (const name of names) {
    const id = name.split(".")[0] ?? "";
    if (!known.has(id) && !pending.has(id)) await rm(join(journal.doneFolder, name), { force: true });
  }
}

function isWithin({ files }: JournalRecord, roots: readonly string[]): boolean {
  return files.every(({ path }) => rootHolding(roots, path) !== undefined);
}

/** Oldest first: an id begins with its time. */
function idsIn(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : [])).toSorted();
}

async function unknownId(id: string, journal: Journal, roots: readonly string[]): Promise<ReticleError> {
  const names = await readdir(journal.doneFolder).catch(() => []);
  const known: string[] = [];
  for (const one of idsIn(names).toReversed()) {
    const record = known.length < MAX_NAMED ? await readRecord(journal.recordOf(one)) : undefined;
    if (record !== undefined && isWithin(record, roots)) known.push(`${one} (${record.label})`);
  }
  const there = known.length === 0 ? "there is nothing to undo here" : `the latest here are ${known.join(", ")}`;
  return new ReticleError("not_found", `no change is known as ${JSON.stringify(id.slice(0, 100))}: ${there}`, {
    hint: `a result that changed files names its undo_id; the last ${MAX_UNDO_RECORDS} changes can be undone`,
  });
}
