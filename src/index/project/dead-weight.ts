import type { DatabaseReader } from "../store/database-reader.ts";
import type { TimeSlices } from "../graph/time-slices.ts";
import type { Unit } from "./unit-graph.ts";

export interface DeadFile {
  readonly file: string;
  readonly lines: number;
  /** What it offers and nobody names. */
  readonly exported: number;
}

/** Files that are looked at, largest first. */
const MAX_CANDIDATES = 400;
const MAX_SYMBOLS = 100;
/** Programs, settings and what tools load by its name are started, not imported. */
const STARTED =
  /(?:^|\/)(?:main|index|cli|app|server|setup|conftest|manage|build|__init__|__main__|mod|lib|Makefile|gulpfile|Gulpfile)\.[^/]*$|\.config\.[^/]*$|rc\.[^/]*$|\.d\.ts$|(?:^|\/)(?:bin|scripts|tools|examples?|playground|docs?|benchmarks?|migrations)\//i;

/** Files of code that nothing imports and whose names nothing says; a suspicion, no more. */
export async function findDeadWeight(
  database: DatabaseReader,
  units: readonly Unit[],
  slices: TimeSlices,
): Promise<DeadFile[]> {
  const candidates = units
    .filter((unit) => unit.importers.size + unit.testImporters.size === 0 && !STARTED.test(unit.path))
    .sort((a, b) => b.lines - a.lines)
    .slice(0, MAX_CANDIDATES);
  const dead: DeadFile[] = [];
  for (const { mainFile, mainFileId, files, lines } of candidates) {
    if (!(await slices.next())) break;
    if (files > 1) continue;
    const names = database.all<{ name: number }>(
      `SELECT DISTINCT name FROM symbols WHERE file = ? AND exported = 1 AND is_local = 0 LIMIT ${MAX_SYMBOLS}`,
      mainFileId,
    );
    if (names.length > 0 && names.every(({ name }) => !isSaidElsewhere(database, name, mainFileId))) {
      dead.push({ file: mainFile, lines, exported: names.length });
    }
  }
  return dead;
}

function isSaidElsewhere(database: DatabaseReader, name: number, file: number): boolean {
  return database.get("SELECT 1 AS found FROM refs WHERE name = ? AND file <> ? LIMIT 1", name, file) !== undefined;
}
