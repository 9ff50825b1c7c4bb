import type { Connection } from "./connection.ts";
import type { MetaKey } from "./schema.ts";

export function readMeta(connection: Connection, key: MetaKey): string | undefined {
  const row = connection.prepare("SELECT value FROM meta WHERE key = ?").get(key);
  return row === undefined ? undefined : String(row["value"]);
}

/** Undefined takes the key away. */
export function writeMeta(connection: Connection, key: MetaKey, value: string | undefined): void {
  if (value === undefined) connection.prepare("DELETE FROM meta WHERE key = ?").run(key);
  else connection.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(key, value);
}
