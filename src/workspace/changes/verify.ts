import { hash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { ReticleError } from "../../base/errors.ts";
import { rootHolding } from "../../base/path-containment.ts";
import type { ChangedFile } from "./change-set.ts";
import { conflict, naming } from "./write-failure.ts";

/** A file that is what its change was made for. */
export interface VerifiedFile extends ChangedFile {
  /** What is on the disk; undefined: nothing. */
  readonly old: { readonly bytes: Buffer; readonly stats: Stats } | undefined;
  /** Folders above it that do not exist yet, outermost first. */
  readonly missingFolders: readonly string[];
}

/**
 * Compares one file with what its change was made for. Throws `conflict` for any difference, `refused`
 * outside the roots and where the file may not be written, `unsupported` for a file with several names.
 */
export async function verifyFile(file: ChangedFile, roots: readonly string[]): Promise<VerifiedFile> {
  const { path, shown } = file;
  if (rootHolding(roots, path) === undefined) throw outside(shown);
  const stats = await naming(shown, statOf(path));
  if (file.before === undefined) {
    if (stats !== undefined) throw conflict(shown, "exists already");
    return { ...file, old: undefined, missingFolders: await missingAbove(file) };
  }
  const bytes = await readRegular(file, stats);
  if (hash("sha1", bytes, "hex") !== file.before) throw conflict(shown, "has changed since");
  return { ...file, old: { bytes, stats: stats as Stats }, missingFolders: [] };
}

/** Whether nothing has touched the file since it was verified, as far as its times and size tell. */
export async function verifyUntouched({ path, shown, old }: VerifiedFile): Promise<void> {
  const now = await naming(shown, statOf(path));
  if (now === undefined && old === undefined) return;
  const isSame =
    now !== undefined &&
    old !== undefined &&
    now.ino === old.stats.ino &&
    now.size === old.stats.size &&
    now.mtimeMs === old.stats.mtimeMs;
  if (!isSame) throw conflict(shown, "has changed since");
  if ((await realpath(dirname(path))) !== dirname(path)) throw conflict(shown, "was moved behind a symbolic link");
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

async function readRegular({ path, shown }: ChangedFile, stats: Stats | undefined): Promise<Buffer> {
  if (stats === undefined) throw conflict(shown, "no longer exists");
  if (stats.isSymbolicLink()) throw conflict(shown, "is a symbolic link now");
  if (!stats.isFile()) throw conflict(shown, stats.isDirectory() ? "is a folder now" : "is no regular file now");
  if (stats.nlink > 1) throw severalNames(shown, stats.nlink);
  if ((await naming(shown, realpath(path))) !== path) throw conflict(shown, "was moved behind a symbolic link");
  // A file that may not be written to is not to be replaced by another either.
  const handle = await naming(shown, open(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW));
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** The folders that must be made; what exists above them must be a real folder. */
async function missingAbove({ path, shown }: ChangedFile): Promise<readonly string[]> {
  const missing: string[] = [];
  let at = dirname(path);
  for (;;) {
    const stats = await naming(shown, statOf(at));
    if (stats !== undefined) break;
    missing.unshift(at);
    at = dirname(at);
  }
  if ((await naming(shown, realpath(at))) !== at) throw conflict(shown, "was moved behind a symbolic link");
  if (!(await lstat(at)).isDirectory()) {
    throw new ReticleError("invalid_input", `${shown} cannot be created: ${at} is a file, not a folder`, {
      hint: "choose another place",
    });
  }
  return missing;
}

function outside(shown: string): ReticleError {
  return new ReticleError("refused", `${shown} is outside the workspace; no file was changed`, {
    hint: "only files inside the workspace roots can be written",
  });
}

function severalNames(shown: string, count: number): ReticleError {
  return new ReticleError("unsupported", `${shown} has ${count} names (hard links); no file was changed`, {
    hint: "a file is replaced as a whole, which would part it from its other names; make it a file of its own first",
  });
}
