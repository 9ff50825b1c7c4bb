/** Compares the definitions of one file; pure. */
import type { ImportFact } from "../../src/syntax/facts.ts";
import type { Comparison } from "./comparisons.ts";
import type { Definition } from "./definitions.ts";

export interface Own {
  readonly definitions: readonly Definition[];
  readonly imports: readonly ImportFact[];
}

export interface Missed {
  readonly definition: Definition;
  /** Ours of that name or on that line. */
  readonly nearest: Definition | undefined;
}

export interface FileComparison {
  readonly agreed: number;
  /** Of those, how many are inside another definition or a function for Reticle. */
  readonly nested: number;
  /** Names the oracle lists and Reticle has among the imports: no definitions, so not compared. */
  readonly imports: number;
  /** The oracle's, not Reticle's. */
  readonly missed: readonly Missed[];
  /** Reticle's top-level ones, of the kinds that the oracle has, and not the oracle's. */
  readonly extra: readonly Definition[];
}

/**
 * Agreed: the same name, a kind that fits, and the oracle's line between the first line of the declaration and that
 * of its name (with clauses: anywhere in it).
 */
export function compareFile(oracle: readonly Definition[], own: Own, comparison: Comparison): FileComparison {
  const { hasClauses = false } = comparison;
  const used = new Set<Definition>();
  const missed: Missed[] = [];
  let agreed = 0;
  let nested = 0;
  let imports = 0;
  for (const definition of distinct(oracle.filter(({ place }) => place === "top"))) {
    const fits = own.definitions.filter((mine) => agrees(definition, mine, hasClauses));
    const match = fits.find((mine) => !used.has(mine));
    if (match !== undefined) {
      used.add(match);
      agreed += 1;
      if (match.place !== "top") nested += 1;
    } else if (fits.length > 0) {
      // A further clause, or the same declaration under two of the oracle's kinds.
    } else if (isImport(definition, own.imports)) imports += 1;
    else missed.push({ definition, nearest: nearestOf(definition, own.definitions) });
  }
  // What the oracle calls a member is known to it too.
  for (const definition of oracle) {
    for (const mine of own.definitions) if (agrees(definition, mine, hasClauses)) used.add(mine);
  }
  const families = new Set(Object.values(comparison.kinds).flat());
  const extra = own.definitions.filter(
    (mine) => mine.place === "top" && !used.has(mine) && mine.families.every((family) => families.has(family)),
  );
  return { agreed, nested, imports, missed, extra };
}

function distinct(definitions: readonly Definition[]): Definition[] {
  return [...new Map(definitions.map((each) => [`${each.name}\n${each.firstLine}\n${each.kind}`, each])).values()];
}

function agrees(oracle: Definition, own: Definition, hasClauses: boolean): boolean {
  const lastLine = hasClauses ? (own.endLine ?? own.lastLine) : own.lastLine;
  return (
    own.firstLine <= oracle.lastLine &&
    oracle.firstLine <= lastLine &&
    hasName(oracle, own) &&
    own.families.some((family) => oracle.families.includes(family))
  );
}

/** Reticle writes the owner before the name where a declaration stands outside of it, oracles some of it or nothing. */
function hasName(oracle: Definition, own: Definition): boolean {
  const name = normalize(oracle.name);
  const mine = normalize(own.name);
  return mine === name || (mine.endsWith(name) && /[.#/]/.test(mine.at(-name.length - 1) ?? ""));
}

/** `Owner:method` and `operator ==` as `Owner.method` and `operator==`. */
function normalize(name: string): string {
  return name.replaceAll(":", ".").replace(/\boperator\s+(?=\W)/, "operator");
}

function isImport({ name, firstLine }: Definition, imports: readonly ImportFact[]): boolean {
  return imports.some((each) => each.names.includes(name) && each.line <= firstLine);
}

function nearestOf(definition: Definition, own: readonly Definition[]): Definition | undefined {
  const onLine = own.filter(
    ({ firstLine, lastLine }) => firstLine <= definition.lastLine && definition.firstLine <= lastLine,
  );
  return onLine.find((mine) => hasName(definition, mine)) ?? own.find((mine) => hasName(definition, mine)) ?? onLine[0];
}
