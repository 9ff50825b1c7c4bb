import { hash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { makeFolder } from "../../config/make-folder.ts";

/** Where an index lies. */
export interface StorePlace {
  readonly folder: string;
  readonly database: string;
  /** Its writer holds this second database locked; the lock dies with the process that has it. */
  readonly lock: string;
  /** It is the process's own and goes with it. */
  readonly isTemporary: boolean;
}

const MEMORY_FOLDER = "/dev/shm";

/** In the user's cache folder, named so that a person can tell whose it is and two roots never share one. */
export function cachePlace(folder: string, root: string): StorePlace {
  return placeIn(folder, root, false);
}

/** In memory where the system has a file system there, else among the temporary files. */
export function temporaryPlace(root: string, pid: number = process.pid): StorePlace {
  return placeIn(join(temporaryFolder(), `${TEMPORARY_PREFIX}${pid}`), root, true);
}

export const TEMPORARY_PREFIX = "reticle-index-";

export function temporaryFolder(): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK | constants.X_OK);
    return MEMORY_FOLDER;
  } catch {
    return tmpdir();
  }
}

/** Names and signatures of private code are nobody else's business. */
export function makePlace(place: StorePlace): void {
  makeFolder(place.folder, 0o700);
}

function placeIn(folder: string, root: string, isTemporary: boolean): StorePlace {
  const label = basename(root)
    .replaceAll(/[^A-Za-z0-9._-]/g, "_")
    .slice(0, 40);
  const name = `${label}-${hash("sha1", root, "hex").slice(0, 16)}`;
  return {
    folder,
    database: join(folder, `${name}.sqlite`),
    lock: join(folder, `${name}.lock`),
    isTemporary,
  };
}
