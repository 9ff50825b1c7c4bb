import { append, REFERENCE_COLUMNS, type GraphReference, type GraphSymbol } from "./graph-reader.ts";
import type { ReferenceResolver, Tier } from "./resolve-reference.ts";

/** One declaration calls another, for certain. */
export interface Call {
  /** Ordinal of the caller; -1: file level. */
  readonly from: number;
  readonly to: GraphSymbol;
  /** Line of the first such call, 1-based. */
  readonly line: number;
  readonly tier: Tier;
}

/** Calls of one file that are looked at. */
const MAX_CALLS = 20_000;

/** What the declarations of a file call, each pair once, in source order; calls of which the callee is not sure are left out. */
export function* callsOf(file: number, resolver: ReferenceResolver): Generator<Call | undefined> {
  const rows = resolver.reader.database.all<GraphReference>(
    `SELECT ${REFERENCE_COLUMNS}
     FROM refs WHERE file = ? AND kind IN (0, 1) ORDER BY seq LIMIT ${MAX_CALLS}`,
    file,
  );
  const seen = new Set<string>();
  for (const row of rows) {
    const resolution = resolver.resolve(row);
    const to = resolution.is === "known" ? resolution.symbols[0] : undefined;
    const key = `${row.symbol}:${to?.id}`;
    if (resolution.is === "known" && to !== undefined && !seen.has(key)) {
      seen.add(key);
      yield { from: row.symbol, to, line: row.line, tier: resolution.tier };
    } else yield undefined;
  }
}

/** How many other declarations each one of a file calls, by ordinal. */
export function fanouts(calls: readonly Call[]): ReadonlyMap<number, number> {
  const callees = new Map<number, GraphSymbol[]>();
  for (const { from, to } of calls) append(callees, from, to);
  return new Map(
    [...callees].map(([from, list]) => [
      from,
      list.filter((to) => to.ordinal !== from || to.file !== list[0]?.file).length,
    ]),
  );
}
