import type { DatabaseSync } from "node:sqlite";
import type sqlite from "node:sqlite";

/** An open SQLite database. */
export type Connection = DatabaseSync;

export interface ConnectionOptions {
  readonly readOnly?: boolean;
  /** How long a statement waits for another process's lock; default 2 000. */
  readonly busyMs?: number;
}

const BUSY_MS = 2_000;

/** Opens a database file (":memory:" for none). Throws what SQLite says. */
export function openConnection(
  path: string,
  { readOnly = false, busyMs = BUSY_MS }: ConnectionOptions = {},
): Connection {
  const { DatabaseSync: Database } = loadSqlite();
  return new Database(path, { readOnly, timeout: busyMs });
}

/** Some versions of Node warn on stderr when this module is loaded; nobody who reads our output can do anything about it. */
function loadSqlite(): typeof sqlite {
  const own = Object.getOwnPropertyDescriptor(process, "emitWarning");
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    if (own !== undefined) Object.defineProperty(process, "emitWarning", own);
  }
}
