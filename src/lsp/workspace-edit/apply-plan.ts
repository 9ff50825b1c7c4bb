import { hash, randomBytes } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ReticleError } from "../../base/errors.ts";
import { encodeText } from "../../workspace/text/encode.ts";
import type { FileChange } from "../language-servers.ts";
import type { EditPlan, PlannedFile } from "./edit-plan.ts";

/** A file with what it held and what it will hold. */
interface Write {
  readonly file: PlannedFile;
  /** Undefined: the file goes. */
  readonly bytes: Buffer | undefined;
  /** The new content, beside its place. */
  readonly temporary: string;
  /** What was there, beside its place, until all is done. */
  readonly backup: string;
}

/**
 * Writes all files of a plan or none: everything is checked and written beside its place first, then
 * moved there; when a move fails, those before it are taken back. Throws `conflict` when a file is not
 * what the plan was made for, `refused` when one cannot be written. Returns what changed.
 */
export async function applyPlan({ files }: EditPlan): Promise<readonly FileChange[]> {
  const id = randomBytes(6).toString("hex");
  const writes = files.map((file): Write => {
    const beside = join(dirname(file.path), `.reticle-${id}-${hash("sha1", file.path, "hex").slice(0, 12)}`);
    return { file, bytes: bytesOf(file), temporary: `${beside}.new`, backup: `${beside}.old` };
  });
  await Promise.all(writes.map(check));
  const folders = new Set<string>();
  try {
    for (const write of writes) await prepare(write, folders);
    await moveAll(writes);
  } catch (error) {
    await Promise.all(writes.map(({ temporary }) => removed(temporary)));
    await Promise.all([...folders].map(removed));
    throw error;
  }
  await Promise.all(writes.map(({ backup }) => removed(backup)));
  return files.map(({ path, before, after }) => ({
    path,
    kind: after === undefined ? "deleted" : before === undefined ? "created" : "changed",
  }));
}

function bytesOf({ after, origin, shown }: PlannedFile): Buffer | undefined {
  if (after === undefined) return undefined;
  const { encoding = "utf-8", hasBom = false } = origin ?? {};
  const bytes = encodeText(after, { encoding, hasBom });
  if (bytes !== undefined) return bytes;
  throw new ReticleError(
    "unsupported",
    `the new text of ${shown} cannot be written as ${encoding}; nothing was changed`,
    {
      hint: "save the file as UTF-8 first",
    },
  );
}

/** The disk still has what the plan was made for, and lets us change it. */
async function check({ file }: Write): Promise<void> {
  const { path, before, shown } = file;
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw notWritable(file, error);
  });
  const now = bytes === undefined ? undefined : hash("sha1", bytes, "hex");
  if (now !== before?.hash) {
    throw new ReticleError("conflict", `${shown} changed meanwhile; nothing was changed`, { hint: "ask again" });
  }
  if (before === undefined) return;
  try {
    // A file that may not be written to is not to be replaced by another either.
    await (await open(path, "r+")).close();
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

async function prepare({ file, bytes, temporary }: Write, folders: Set<string>): Promise<void> {
  if (bytes === undefined) return;
  try {
    const first = await mkdir(dirname(file.path), { recursive: true });
    if (first !== undefined) folders.add(first);
    await writeFile(temporary, bytes, { flag: "wx" });
    const modeFrom = file.before === undefined ? file.from : file.path;
    if (modeFrom !== undefined) await chmod(temporary, (await stat(modeFrom)).mode & 0o7777);
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

async function moveAll(writes: readonly Write[]): Promise<void> {
  const undo: Undo[] = [];
  for (const { file, bytes, temporary, backup } of writes) {
    const { path, before } = file;
    try {
      if (before !== undefined) {
        await rename(path, backup);
        undo.push({ left: backup, run: () => rename(backup, path) });
      }
      if (bytes === undefined) continue;
      await rename(temporary, path);
      undo.push({ left: path, run: () => rm(path) });
    } catch (cause) {
      throw await takenBack(undo, file, cause);
    }
  }
}

interface Undo {
  /** What stays where it should not be when `run` fails. */
  readonly left: string;
  readonly run: () => Promise<void>;
}

/** Puts back what was there; the error says whether that worked. */
async function takenBack(undo: readonly Undo[], failed: PlannedFile, cause: unknown): Promise<ReticleError> {
  const left: string[] = [];
  for (const step of undo.toReversed()) await step.run().catch(() => left.push(step.left));
  if (left.length === 0) return notWritable(failed, cause);
  return new ReticleError(
    "internal",
    `${failed.shown} cannot be written, and what was there before could not be put back: ${left.join(", ")}`,
    { hint: "move each of these .old files back to its place", cause },
  );
}

/** Leftovers cost nobody the answer. */
async function removed(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => {});
}

function notWritable({ shown }: PlannedFile, cause: unknown): ReticleError {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new ReticleError("refused", `${shown} cannot be written (${code}); no file was changed`, {
    hint: "give the user who runs this program write access to it",
    cause,
  });
}
