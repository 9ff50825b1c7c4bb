import type { DatabaseReader } from "./store/database-reader.ts";
import { callsOf } from "./graph/calls.ts";
import { GraphReader } from "./graph/graph-reader.ts";
import { ReferenceResolver } from "./graph/resolve-reference.ts";
import { groupUses } from "./graph/used-by.ts";
import { UserFinder } from "./graph/users.ts";

/** Of the one file that is looked at: of usual length, so that nobody waits for the end of it. */
const MAX_LINES = 1_000;
const MAX_CANDIDATES = 100;
const MAX_MS = 60;

/** Looks up who uses what one of the longer source files declares, and drops it: the code is compiled and the pages are read then. */
export function rehearseUsage(database: DatabaseReader): void {
  const until = performance.now() + MAX_MS;
  const longest = database.get<{ id: number }>(
    "SELECT id FROM files WHERE state = 1 AND role = 0 AND line_count < ? ORDER BY line_count DESC LIMIT 1",
    MAX_LINES,
  );
  if (longest === undefined) return;
  const resolver = new ReferenceResolver(new GraphReader(database));
  const finder = new UserFinder(resolver);
  for (const _ of callsOf(longest.id, resolver)) if (performance.now() > until) return;
  for (const symbol of resolver.reader.symbolsOf(longest.id)) {
    if (performance.now() > until) return;
    if (symbol !== undefined) groupUses(finder.usesOf(symbol, MAX_CANDIDATES), symbol, resolver.reader);
  }
}
