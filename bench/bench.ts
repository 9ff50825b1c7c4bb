/**
 * Measures Reticle against its limits and its peers, in one run, in turn, medians of at least nine.
 *
 *   npm run bench                       on a generated corpus
 *   npm run bench -- --corpus DIR…      on public repositories (docs/benchmarks.md pins them)
 *   npm run bench -- --runs 9 --only start,pi,read,search,ladder,index,symbols,graph,lsp,edit,rewrite,mixed,large,memory,size
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { generateCorpus, openCorpus, type Corpus } from "./corpora.ts";
import { formatTable, isHeld, slownessOf, type Row } from "./measure.ts";
import { piLens } from "./peers.ts";
import { editRows, editWithoutServerRow } from "./rows/edit.ts";
import { graphRows } from "./rows/graph.ts";
import { indexRows } from "./rows/index.ts";
import { measurePeerIndex, type PeerIndex } from "./rows/index-peer.ts";
import { largeRows } from "./rows/large.ts";
import { languageServerMemoryRow, languageServerRows } from "./rows/lsp.ts";
import { piRows } from "./rows/pi.ts";
import { mixedRows } from "./rows/mixed.ts";
import { memoryRows, readRows } from "./rows/read.ts";
import { rewriteRows, stagingRows } from "./rows/rewrite.ts";
import { ladderRows, searchRows } from "./rows/search.ts";
import { sizeRows } from "./rows/size.ts";
import { startRows } from "./rows/start.ts";
import { symbolSearchRows } from "./rows/symbol-search.ts";

const { values, positionals } = parseArgs({
  options: {
    corpus: { type: "string", multiple: true, default: [] },
    runs: { type: "string", default: "9" },
    only: {
      type: "string",
      default: "start,pi,read,search,ladder,index,symbols,graph,lsp,edit,rewrite,mixed,large,memory,size",
    },
  },
  allowPositionals: true,
});
const runs = Number(values.runs);
const only = new Set(values.only.split(","));
const folders = [...values.corpus, ...positionals].map((folder) => resolve(folder));
const scratch = mkdtempSync(join(tmpdir(), "reticle-bench-"));
const corpora: Corpus[] = folders.length > 0 ? folders.map(openCorpus) : [generateCorpus(join(scratch, "generated"))];
const reading = corpora.find(({ name }) => name === "vite") ?? corpora[0];
const biggest = corpora.at(-1);
if (reading === undefined || biggest === undefined) throw new Error("no corpus");

const rival = ["start", "read", "index", "symbols", "graph"].some((name) => only.has(name)) ? piLens() : undefined;
const peerIndexes = new Map<string, Promise<PeerIndex>>();
/** Measured once for all rows. */
const peerOf = async (corpus: Corpus): Promise<PeerIndex | undefined> => {
  if (rival === undefined) return undefined;
  let measured = peerIndexes.get(corpus.name);
  if (measured === undefined) peerIndexes.set(corpus.name, (measured = measurePeerIndex(rival, corpus)));
  return measured;
};
const rows: Row[] = [];
const add = async (name: string, make: () => Promise<Row[]> | Row[]): Promise<void> => {
  if (!only.has(name)) return;
  console.error(`measuring ${name} …`);
  rows.push(...(await make()));
};
try {
  await add("start", () => startRows(reading, rival, runs));
  await add("pi", () => piRows(reading, runs));
  await add("read", () => readRows(reading, rival, runs));
  for (const corpus of corpora) await add("search", () => searchRows(corpus, runs));
  await add("index", () => indexRows(corpora, Math.min(runs, 5), peerOf));
  for (const corpus of corpora) await add("symbols", () => symbolSearchRows(corpus, runs, peerOf));
  for (const corpus of corpora) await add("graph", () => graphRows(corpus, runs, peerOf));
  for (const corpus of corpora) await add("lsp", () => languageServerRows(corpus, runs));
  await add("edit", async () => [await editWithoutServerRow(runs)]);
  for (const corpus of corpora) await add("edit", () => editRows(corpus, runs));
  await add("lsp", async () => [await languageServerMemoryRow(runs)]);
  for (const corpus of corpora) await add("ladder", () => ladderRows(corpus, runs));
  for (const corpus of corpora) await add("rewrite", () => stagingRows(corpus, runs));
  await add("rewrite", () => rewriteRows(runs));
  await add("mixed", () => mixedRows(corpora, folders.length === 0));
  await add("large", () => largeRows(reading, Math.min(runs, 9)));
  await add("memory", () => memoryRows(biggest, runs));
  await add("size", sizeRows);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}, medians of ${runs}\n`,
);
// Without the rows of the start nothing says how fast the machine is.
const slowness = only.has("start") ? slownessOf(rows) : 1;
console.log(formatTable(rows, slowness));
if (rival === undefined && only.has("start"))
  console.log("\npi-lens could not be installed from npm: its columns are missing");
const missed = rows.filter((row) => !isHeld(row, slowness)).length;
console.log(`\n${rows.length - missed} of ${rows.length} bars hold`);
