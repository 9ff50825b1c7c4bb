import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { type Connection, openConnection } from "./connection.ts";
import { readMeta, writeMeta } from "./meta.ts";
import { META, SCHEMA, SCHEMA_VERSION } from "./schema.ts";
import { seedStore } from "./seed-store.ts";
import { sqliteFailure } from "./sqlite-error.ts";
import { makePlace, type StorePlace } from "./store-place.ts";

/** Of 4 KiB each. */
const MAX_LOG_PAGES = 8_000;

/** An index open for writing. */
export interface Store {
  readonly place: StorePlace;
  readonly connection: Connection;
  /** Random, of this file; another one means that the index was built anew. */
  readonly instance: string;
  /** Why the file that was there could not be used; undefined: it could, or there was none. */
  readonly rebuiltBecause: string | undefined;
  /** False once another file lies at its place. */
  isInPlace(): boolean;
  close(): void;
}

/**
 * Opens the index of `root`, makes one where there is none, and a new one where the file is damaged, of another
 * version or of another root. Call it as the holder of the writer's lock. Throws what SQLite says when the place
 * cannot be written.
 */
export function openStore(place: StorePlace, root: string): Store {
  makePlace(place);
  const unusable = existsSync(place.database) ? whyUnusable(place, root) : undefined;
  if (unusable !== undefined) removeStore(place);
  if (!existsSync(place.database)) seedStore(place, root);
  const isNew = !existsSync(place.database);
  const connection = openConnection(place.database);
  try {
    // A pass moves what it wrote out of the log itself, at its end: until then pages would be moved again and again.
    connection.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;
       PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES}`,
    );
    if (isNew) createTables(connection, root);
    const instance = readMeta(connection, META.instance) ?? "";
    const inode = inodeOf(place.database);
    return {
      place,
      connection,
      instance,
      rebuiltBecause: unusable,
      isInPlace: () => inodeOf(place.database) === inode,
      close: () => connection.close(),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Whether `openStore` opens what is there. */
export function isUsable(place: StorePlace, root: string): boolean {
  return existsSync(place.database) && whyUnusable(place, root) === undefined;
}

/** With the files that SQLite keeps beside it. */
export function removeStore({ database }: StorePlace): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(database + suffix, { force: true });
}

function createTables(connection: Connection, root: string): void {
  connection.exec("BEGIN IMMEDIATE");
  connection.exec(SCHEMA);
  writeMeta(connection, META.schemaVersion, String(SCHEMA_VERSION));
  writeMeta(connection, META.root, root);
  writeMeta(connection, META.instance, randomBytes(8).toString("hex"));
  writeMeta(connection, META.generation, "1");
  connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

function whyUnusable(place: StorePlace, root: string): string | undefined {
  let connection: Connection | undefined;
  try {
    connection = openConnection(place.database);
    const version = connection.prepare("PRAGMA user_version").get()?.["user_version"];
    if (version !== SCHEMA_VERSION) return version === 0 ? "it was never finished" : "it was made by another version";
    if (readMeta(connection, META.root) !== root) return "it belongs to another folder";
    return undefined;
  } catch (error) {
    const failure = sqliteFailure(error);
    if (failure === "corrupt" || failure === "other") return "the file was damaged";
    throw error;
  } finally {
    connection?.close();
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
