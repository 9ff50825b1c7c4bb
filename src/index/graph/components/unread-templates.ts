import type { Coverage } from "../../../base/coverage.ts";
import type { DatabaseReader } from "../../store/database-reader.ts";

/** A coverage of who uses what, less the templates that could not be read. */
export function withoutUnreadTemplates(coverage: Coverage, database: DatabaseReader): Coverage {
  if (coverage.state !== "complete" && coverage.state !== "partial") return coverage;
  const gap = unreadTemplates(database);
  if (gap === undefined) return coverage;
  if (coverage.state === "partial") return { ...coverage, missing: `${coverage.missing}; ${gap}` };
  return { state: "partial", looked: "what could be read", whole: "the code that may use it", missing: gap };
}

function unreadTemplates(database: DatabaseReader): string | undefined {
  const first = database.get<{ path: string; note: string }>(
    "SELECT path, template_note AS note FROM files WHERE template_note IS NOT NULL ORDER BY path LIMIT 1",
  );
  if (first === undefined) return undefined;
  const { count } = database.get<{ count: number }>(
    "SELECT count(*) AS count FROM files WHERE template_note IS NOT NULL",
  ) ?? { count: 1 };
  const others =
    count === 1 ? "" : ` and in ${count === 2 ? "that of 1 more file" : `those of ${count - 1} more files`}`;
  return `uses in the template of ${first.path} (${first.note})${others}`;
}
