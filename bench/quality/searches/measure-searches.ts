/**
 * How near the top the ranking puts what a maintainer expects:
 *
 *   node bench/quality/searches/measure-searches.ts CORPORA [--set searches|searches-check] [--only NAME] [--verbose]
 *
 * CORPORA is a folder with a plain tree of each repository of the set, at its commit. Prints the mean reciprocal rank
 * among the first twenty hits; fails when one is below 0.8.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { planSearch } from "../../../src/index/search/plan-search.ts";
import type { IndexView } from "../../../src/index/symbol-index.ts";
import { indexOf } from "../../../test/helpers/index-of.ts";
import { median } from "../../measure.ts";
import { type KnownSearch, readSearches } from "./known-searches.ts";

const BAR = 0.8;
const LIMIT = 20;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string", default: "searches" },
    only: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
const [folder = "."] = positionals;
const sets = join(import.meta.dirname, "..", values.set);
for (const name of readdirSync(sets)
  .filter((file) => file.endsWith(".json"))
  .map((file) => basename(file, ".json"))) {
  if (values.only !== undefined && values.only !== name) continue;
  const root = join(folder, name);
  if (!existsSync(root)) {
    console.log(`${name}: no tree at ${root}`);
    continue;
  }
  const { searches } = readSearches(join(sets, `${name}.json`));
  const built = await indexOf(root);
  const results = searches.map((search) => look(built.view, search));
  await built.dispose();
  const rank = results.reduce((sum, { reciprocal }) => sum + reciprocal, 0) / results.length;
  const ms = median(results.map((result) => result.ms));
  console.log(
    `${name}: mean reciprocal rank ${rank.toFixed(3)} over ${results.length} searches, p50 ${ms.toFixed(1)} ms`,
  );
  if (rank < BAR) process.exitCode = 1;
}

function look(view: IndexView, search: KnownSearch): { readonly reciprocal: number; readonly ms: number } {
  const startedAt = performance.now();
  const hits = planSearch({ query: search.query }).run(view.database).hits.slice(0, LIMIT);
  const ms = performance.now() - startedAt;
  const at = hits.findIndex(
    (hit) => hit.kind === "symbol" && hit.row.path === search.file && hit.row.name_line === search.line,
  );
  if (values.verbose && at !== 0) {
    const first = hits
      .slice(0, 3)
      .map(({ kind, row }) => (kind === "symbol" ? `${row.full_name} (${row.path}:${row.name_line})` : row.path));
    console.log(`  ${at + 1 || "-"} "${search.query}", expected ${search.symbol}; first: ${first.join(", ")}`);
  }
  return { reciprocal: at < 0 ? 0 : 1 / (at + 1), ms };
}
