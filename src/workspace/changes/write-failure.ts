import { isReticleError, ReticleError } from "../../base/errors.ts";

const REASONS: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  EACCES: ["permission denied", "give the user who runs this program write access to it and to its folder"],
  EPERM: ["permission denied", "give the user who runs this program write access to it and to its folder"],
  EROFS: ["the file system is read-only", "work in a place that can be written"],
  ENOSPC: ["the disk is full", "make room and call again"],
  EDQUOT: ["the disk quota is used up", "make room and call again"],
  ENAMETOOLONG: ["the name is longer than the system allows", "choose a shorter name"],
  EISDIR: ["a folder is in its place", "choose another name"],
  ENOTEMPTY: ["a folder is in its place", "choose another name"],
  ENOTDIR: ["a file is where a folder is needed", "choose another name"],
  EEXIST: ["something else is in its place", "choose another name"],
};

/** Why a file could not be written, in words; every file is as it was. */
export function writeFailure(shown: string, cause: unknown): ReticleError {
  if (isReticleError(cause)) return cause;
  const { code = String(cause) } = cause as NodeJS.ErrnoException;
  const [why, hint] = REASONS[code] ?? ["the system refused it", "see the cause"];
  return new ReticleError("refused", `${shown} cannot be written: ${why} (${code}); no file was changed`, {
    hint,
    cause,
  });
}

/** Runs a step on one file; what it throws names the file. */
export async function naming<T>(shown: string, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw writeFailure(shown, error);
  }
}

/** Without a journal nothing is written. */
export async function journalling<T>(folder: string, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (isReticleError(cause) || code === undefined) throw cause;
    throw new ReticleError("refused", `no journal can be kept in ${folder} (${code}); no file was changed`, {
      hint: "make room there, or name a folder that can be written in RETICLE_CACHE_DIR",
      cause,
    });
  }
}

export function conflict(shown: string, what: string): ReticleError {
  return new ReticleError("conflict", `${shown} ${what}; no file was changed`, {
    hint: "read it again and repeat the change",
    data: { path: shown, what },
  });
}
