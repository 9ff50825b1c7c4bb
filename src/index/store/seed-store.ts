import { hash } from "node:crypto";
import { existsSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { relativeWithin } from "../../base/path-containment.ts";
import { makeFolder } from "../../config/make-folder.ts";
import { readRegularFile } from "../../workspace/text/read-regular-file.ts";
import { type Connection, openConnection } from "./connection.ts";
import { META, SCHEMA_VERSION } from "./schema.ts";
import type { StorePlace } from "./store-place.ts";

/** Beside the indexes: a folder for each repository, with an empty file for each index of one of its worktrees. */
const FAMILIES = "worktrees";

/**
 * Begins the index of a worktree with a copy of another worktree's of the same repository: what is equal by content
 * is not parsed again. Every file counts as not compared with the disk. Does nothing where there is none to copy.
 */
export function seedStore(place: StorePlace, root: string): void {
  const family = familyFolder(place, root);
  if (family === undefined) return;
  makeFolder(family, 0o700);
  const own = basename(place.database);
  const others = readdirSync(family).filter((name) => name !== own);
  writeFileSync(join(family, own), "");
  for (const name of others) {
    const other = join(place.folder, name);
    if (!existsSync(other)) rmSync(join(family, name), { force: true });
    else if (copyStore(other, place.database, root)) return;
  }
}

function copyStore(from: string, to: string, root: string): boolean {
  let source: Connection | undefined;
  let copy: Connection | undefined;
  try {
    source = openConnection(from, { readOnly: true });
    if (source.prepare("PRAGMA user_version").get()?.["user_version"] !== SCHEMA_VERSION) return false;
    source.prepare("VACUUM INTO ?").run(to);
    copy = openConnection(to);
    copy.exec("BEGIN IMMEDIATE");
    copy.prepare("UPDATE meta SET value = ? WHERE key = ?").run(root, META.root);
    copy.prepare("UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = ?").run(META.instance);
    copy.prepare("DELETE FROM meta WHERE key = ?").run(META.sweptAt);
    copy.exec("UPDATE files SET mtime_ms = -1; COMMIT");
    return true;
  } catch {
    // Being written, damaged, or no room for it: the index is built from nothing.
    rmSync(to, { force: true });
    return false;
  } finally {
    copy?.close();
    source?.close();
  }
}

/** The same for two roots at the same place in two worktrees of a repository. */
function familyFolder(place: StorePlace, root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const common = commonGitFolder(join(folder, ".git"));
    if (common !== undefined) {
      const key = `${common}\n${relativeWithin(folder, root) ?? ""}`;
      return join(place.folder, FAMILIES, hash("sha1", key, "hex").slice(0, 16));
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** Where the objects of a checkout lie: its own `.git`, or for a worktree the repository's. */
function commonGitFolder(git: string): string | undefined {
  try {
    if (statSync(git).isDirectory()) return realpathSync(git);
    const pointer = /^gitdir: (.+)$/m.exec(readRegularFile(git) ?? "")?.[1];
    if (pointer === undefined) return undefined;
    const folder = resolve(dirname(git), pointer);
    // A submodule has no such file: its folder is its own.
    const common = join(folder, "commondir");
    return realpathSync(resolve(folder, readRegularFile(common)?.trim() ?? ""));
  } catch {
    return undefined;
  }
}
