import { statSync } from "node:fs";
import { type Connection, openConnection } from "./store/connection.ts";
import { createDatabaseReader, type DatabaseReader } from "./store/database-reader.ts";
import { readMeta } from "./store/meta.ts";
import { META, SCHEMA, SCHEMA_VERSION } from "./store/schema.ts";

/** An index open for reading. */
export interface OpenReader {
  readonly database: DatabaseReader;
  readonly connection: Connection;
}

/** A call that began with a database which was replaced meanwhile has this long to end. */
const CLOSE_AFTER_MS = 60_000;

/** Opens the index of a root for reading, and again when another file lies at its place. */
export class IndexReader {
  readonly #root: string;
  readonly #onDamaged: () => void;
  #current: (OpenReader & { readonly path: string; readonly inode: number }) | undefined;
  #empty: OpenReader | undefined;
  readonly #old = new Map<Connection, NodeJS.Timeout>();

  constructor(root: string, onDamaged: () => void) {
    this.#root = root;
    this.#onDamaged = onDamaged;
  }

  /** Undefined: there is none, or not one that this version can read. */
  open(path: string): OpenReader | undefined {
    const inode = statSync(path, { throwIfNoEntry: false })?.ino;
    if (this.#current !== undefined && this.#current.path === path && this.#current.inode === inode)
      return this.#current;
    this.#retire();
    if (inode === undefined) return undefined;
    const connection = openReadable(path, this.#root);
    if (connection === undefined) return undefined;
    this.#current = { connection, database: createDatabaseReader(connection, this.#onDamaged), path, inode };
    return this.#current;
  }

  /** A database with all tables and no row, for answers that have nothing to read. */
  empty(): OpenReader {
    if (this.#empty === undefined) {
      const connection = openConnection(":memory:");
      connection.exec(SCHEMA);
      this.#empty = { connection, database: createDatabaseReader(connection) };
    }
    return this.#empty;
  }

  close(): void {
    this.#retire();
    for (const [connection, timer] of this.#old) {
      clearTimeout(timer);
      connection.close();
    }
    this.#old.clear();
    this.#empty?.connection.close();
    this.#empty = undefined;
  }

  #retire(): void {
    if (this.#current === undefined) return;
    const { connection } = this.#current;
    this.#current = undefined;
    const close = (): void => {
      this.#old.delete(connection);
      connection.close();
    };
    this.#old.set(connection, setTimeout(close, CLOSE_AFTER_MS).unref());
  }
}

function openReadable(path: string, root: string): Connection | undefined {
  let connection: Connection | undefined;
  try {
    connection = openConnection(path, { readOnly: true });
    const version = connection.prepare("PRAGMA user_version").get()?.["user_version"];
    if (version === SCHEMA_VERSION && readMeta(connection, META.root) === root) return connection;
  } catch {
    // Being made, damaged or not readable: the index process says what becomes of it.
  }
  connection?.close();
  return undefined;
}
