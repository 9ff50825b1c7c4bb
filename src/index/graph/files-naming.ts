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
