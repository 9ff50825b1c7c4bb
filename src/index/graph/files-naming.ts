import type { IndexView } from "../symbol-index.ts";

/** Files (paths relative to the root) that use something of this very name, at most `limit`. */
export function filesNaming({ database }: Pick<IndexView, "database">, name: string, limit: number): readonly string[] {
  const rows = database.all<{ path: string }>(
    `SELECT DISTINCT f.path AS path FROM names n JOIN refs r ON r.name = n.id JOIN files f ON f.id = r.file
     WHERE n.name = ? LIMIT ?`,
    name,
    limit,
  );
  return rows.map(({ path }) => path);
}

/** Files (paths relative to the root, as `path` is) that import this one, at most `limit`. */
export function importersOf({ database }: Pick<IndexView, "database">, path: string, limit: number): readonly string[] {
  const rows = database.all<{ path: string }>(
    `SELECT DISTINCT f.path AS path FROM files t JOIN imports i ON i.target = t.id JOIN files f ON f.id = i.file
     WHERE t.path = ? AND f.id <> t.id LIMIT ?`,
    path,
    limit,
  );
  return rows.map((row) => row.path);
}
