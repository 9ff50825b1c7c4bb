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

/** All of it, as a reader sees it at one moment. */
export function readAllMeta(connection: Connection): ReadonlyMap<MetaKey, string> {
  const rows = connection.prepare("SELECT key, value FROM meta").all();
  return new Map(rows.map((row) => [String(row["key"]) as MetaKey, String(row["value"])]));
}
