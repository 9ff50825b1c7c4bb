/**
 * How well the graph finds the users that language servers know:
 *
 *   node bench/quality/users/measure-users.ts CORPORA [--set users|users-check] [--only CORPUS] [--cache DIR] [--verbose]
 *
 * CORPORA is a folder with a plain tree of each repository that `corpora.ts` names, at its commit.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { GraphReader } from "../../../src/index/graph/graph-reader.ts";
import { ReferenceResolver, TIERS, type Tier } from "../../../src/index/graph/resolve-reference.ts";
import { UserFinder } from "../../../src/index/graph/users.ts";
import type { IndexView } from "../../../src/index/symbol-index.ts";
import { indexOf } from "../../../test/helpers/index-of.ts";
import { usersCorpora, type UsersCorpus } from "./corpora.ts";
import type { KnownSymbol, KnownUsers } from "./known-users.ts";

interface Counts {
  /** Lines the server knows. */
  known: number;
  /** Those of them that were found, in any tier. */
  found: number;
  /** Lines found in a tier above name-only, and those of them the server knows. */
  sure: number;
  right: number;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string", default: "users" },
    verbose: { type: "boolean", default: false },
    only: { type: "string" },
    cache: { type: "string" },
  },
});
const [folder = "."] = positionals;
const total: Counts = { known: 0, found: 0, sure: 0, right: 0 };
for (const corpus of usersCorpora) {
  if (values.only !== undefined && values.only !== corpus.name) continue;
  const root = join(folder, corpus.name);
  if (!existsSync(root)) {
    console.log(`${corpus.name}: no tree at ${root}`);
    continue;
  }
  const data = values.set === "users" ? ["users", "data"] : ["users-check"];
  const file = join(import.meta.dirname, "..", ...data, `${corpus.name}.json`);
  const { symbols } = JSON.parse(readFileSync(file, "utf8")) as KnownUsers;
  const built = await indexOf(root, values.cache === undefined ? undefined : join(values.cache, corpus.name));
  const counts = measure(built.view, corpus, symbols);
  await built.dispose();
  for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
  console.log(`${corpus.name}: ${show(counts)}`);
}
console.log(`all: ${show(total)}`);

function measure(view: IndexView, corpus: UsersCorpus, symbols: readonly KnownSymbol[]): Counts {
  const counts: Counts = { known: 0, found: 0, sure: 0, right: 0 };
  for (const known of symbols) {
    const found = findUses(view, known);
    const isCounted = (file: string): boolean => corpus.users.test(file) && !corpus.excluded.test(file);
    const expected = new Set(
      Object.entries(known.uses).flatMap(([file, lines]) => lines.map((line) => `${file}:${line}`)),
    );
    const missed = [...expected].filter((place) => !found.has(place));
    const sure = [...found].filter(
      ([place, tier]) => tier !== "name-only" && isCounted(place.slice(0, place.lastIndexOf(":"))),
    );
    const wrong = sure.filter(([place]) => !expected.has(place));
    counts.known += expected.size;
    counts.found += expected.size - missed.length;
    counts.sure += sure.length;
    counts.right += sure.length - wrong.length;
    if (values.verbose && (missed.length > 0 || wrong.length > 0)) {
      console.log(
        `  ${known.kind} ${known.name} ${known.file}:${known.line}: ${expected.size} known, ${sure.length} sure of ${found.size}`,
      );
      if (missed.length > 0) console.log(`    missed ${missed.slice(0, 8).join(" ")}`);
      if (wrong.length > 0)
        console.log(
          `    wrong ${wrong
            .slice(0, 8)
            .map((pair) => pair.join(" "))
            .join(", ")}`,
        );
    }
  }
  return counts;
}

/** "file:line" → the surest tier of a use there. */
function findUses(view: IndexView, { file: path, name, line }: KnownSymbol): ReadonlyMap<string, Tier> {
  const reader = new GraphReader(view.database);
  const places = new Map<string, Tier>();
  const file = reader.fileAt(path);
  const symbol = reader
    .symbolsOf(file?.id ?? -1)
    .find((one) => one?.nameLine === line && reader.nameOf(one.name) === name);
  if (symbol === undefined) {
    console.log(`  no symbol ${name} in ${path}:${line}`);
    return places;
  }
  const { uses } = new UserFinder(new ReferenceResolver(reader)).usesOf(symbol, 100_000);
  for (const use of uses) {
    const place = `${reader.file(use.file)?.path}:${use.line}`;
    const before = places.get(place);
    if (before === undefined || TIERS.indexOf(use.tier) < TIERS.indexOf(before)) places.set(place, use.tier);
  }
  return places;
}

function show({ known, found, sure, right }: Counts): string {
  const share = (part: number, whole: number): string => (whole === 0 ? "-" : (part / whole).toFixed(3));
  return `recall ${share(found, known)} of ${known}, precision above name-only ${share(right, sure)} of ${sure}, sure ${share(right, known)}`;
}
