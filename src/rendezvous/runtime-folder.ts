import { lstat, mkdir } from "node:fs/promises";
import { existsSync, lstatSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { ReticleError } from "../base/errors.ts";

/** Where Linux keeps such folders; named after the user, gone at the end of the session. */
const LINUX_RUNTIME = "/run/user";
const SHARED_TEMPORARY = "/tmp";
const WINDOWS_PIPES = "\\\\.\\pipe";
const OTHERS_BITS = 0o077;

export interface RuntimeFolder {
  readonly path: string;
  /** Names in it begin with this: Windows has one folder of pipes for all users. */
  readonly prefix: string;
  /** Whether it is a folder of the file system that is made, checked and cleaned. */
  readonly isReal: boolean;
}

/**
 * The folder in which servers of this user can be found. It does not depend on the environment: clients give their
 * servers and their hooks different ones.
 */
export function findRuntimeFolder(platform: NodeJS.Platform = process.platform): RuntimeFolder {
  if (platform === "win32") {
    return { path: WINDOWS_PIPES, prefix: `reticle-${userInfo().username}-`, isReal: false };
  }
  const uid = process.getuid?.() ?? 0;
  const own = join(LINUX_RUNTIME, String(uid));
  const path = existsSync(own) && isOwn(own, uid) ? join(own, "reticle") : join(SHARED_TEMPORARY, `reticle-${uid}`);
  return { path, prefix: "", isReal: true };
}

/** Makes the folder if it is not there. Throws `refused` when others could put something into it. */
export async function prepareRuntimeFolder({ path, isReal }: RuntimeFolder): Promise<void> {
  if (!isReal) return;
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw cannotMake(path, error);
  });
  const why = await unsafe(path);
  if (why === undefined) return;
  throw new ReticleError("refused", `the folder ${path} ${why}, so no hook can be answered there`, {
    hint: `remove it; it is made again with mode 700`,
  });
}

/** Why what lies at the path cannot be trusted; undefined: only this user can have put something there. */
export async function unsafe(path: string): Promise<string | undefined> {
  const stats = await lstat(path);
  if (!stats.isDirectory()) return "is no folder";
  const uid = process.geteuid?.() ?? stats.uid;
  if (stats.uid !== uid) return `belongs to another user (${stats.uid})`;
  const mode = stats.mode & 0o777;
  return (mode & OTHERS_BITS) === 0 ? undefined : `can be used by others (mode ${mode.toString(8)})`;
}

function isOwn(path: string, uid: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === uid;
}

function cannotMake(path: string, cause: NodeJS.ErrnoException): ReticleError {
  return new ReticleError("refused", `the folder ${path} cannot be made (${cause.code ?? cause.message})`, {
    hint: "hooks work without a server, only more slowly",
    cause,
  });
}
