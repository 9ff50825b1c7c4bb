// Reads every test and example of grammar repositories as a file of its language, and counts what goes wrong.
//
//   npm run grammar-corpus -- DIR…
//
// DIR: a clone of a grammar's repository (such as tree-sitter/tree-sitter-go), or a folder of such clones.
// --bound MS: how long one call may take (30000). --only ID,ID: languages. --syntax: names the texts with syntax errors.
// Ends with exit code 1 when a call crashed, did not end, or failed inside, 2 on wrong usage.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { collectCases } from "../test/helpers/grammar-corpus/cases.ts";
import { type CaseOutcome, runCases } from "../test/helpers/grammar-corpus/run.ts";

/** Calls of one case, and time to start processes. */
const CASE_BOUNDS = 8;

function readCommandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      bound: { type: "string", default: "30000" },
      only: { type: "string" },
      syntax: { type: "boolean", default: false },
    },
  });
  const boundMs = Number(values.bound);
  if (!Number.isInteger(boundMs) || boundMs <= 0)
    throw new TypeError(`--bound takes milliseconds, got "${values.bound}"`);
  if (positionals.length === 0) throw new TypeError("name at least one clone of a grammar's repository");
  const folders = positionals.map((folder) => resolve(folder));
  const missing = folders.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw new TypeError(`there is no folder ${missing}`);
  return { folders, boundMs, only: values.only?.split(","), showsSyntax: values.syntax };
}

function tableOf(outcomes: readonly CaseOutcome[]): string {
  const ids = [...new Set(outcomes.map(({ corpusCase }) => corpusCase.language.id))].sort();
  const rows = ids.map((id) => {
    const own = outcomes.filter(({ corpusCase }) => corpusCase.language.id === id);
    const slowest = own.reduce((slow, outcome) => (outcome.elapsedMs > slow.elapsedMs ? outcome : slow));
    const isClean = ({ failures, hasSyntaxErrors }: CaseOutcome): boolean => failures.length === 0 && !hasSyntaxErrors;
    return [
      id,
      new Set(own.map(({ corpusCase }) => corpusCase.file)).size,
      own.length,
      own.reduce((sum, { calls }) => sum + calls, 0),
      own.filter(isClean).length,
      own.filter(({ hasSyntaxErrors }) => hasSyntaxErrors).length,
      own.filter(({ failures }) => failures.length > 0).length,
      `${Math.round(slowest.elapsedMs)} ms  ${slowest.corpusCase.name}`,
    ].map(String);
  });
  const head = ["language", "files", "cases", "calls", "ok", "syntax errors", "failed", "slowest case"];
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), title.length),
  );
  const last = head.length - 1;
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : column === last ? cell : cell.padStart(widths[column] ?? 0),
        )
        .join("  "),
    )
    .join("\n");
}

/** A grammar that never comes back would keep this thread from noticing: another one watches, and ends the process. */
function startWatchdog(boundMs: number): Worker {
  const watchdog = new Worker(new URL("./grammar-corpus-watchdog.ts", import.meta.url), { workerData: boundMs });
  watchdog.unref();
  return watchdog;
}

async function main(): Promise<number> {
  let settings;
  try {
    settings = readCommandLine();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
  const { folders, boundMs, only, showsSyntax } = settings;
  const corpora = folders.map(collectCases);
  const cases = corpora.flatMap((corpus) => corpus.cases).filter(({ language }) => only?.includes(language.id) ?? true);
  if (cases.length === 0) {
    console.error("no corpus tests in these folders: they are the .txt files in test/corpus of a grammar's repository");
    return 2;
  }
  const watchdog = startWatchdog(CASE_BOUNDS * boundMs);
  const outcomes = await runCases(cases, { boundMs, onCase: ({ name }) => watchdog.postMessage(name) });
  await watchdog.terminate();

  for (const { corpusCase, failures } of outcomes) {
    for (const failure of failures) console.log(`FAILED ${corpusCase.language.id} ${corpusCase.name}\n    ${failure}`);
  }
  if (showsSyntax) {
    for (const { corpusCase, hasSyntaxErrors } of outcomes) {
      if (hasSyntaxErrors) console.log(`syntax errors: ${corpusCase.language.id} ${corpusCase.name}`);
    }
  }
  console.log(tableOf(outcomes));
  const unknown = corpora.flatMap((corpus) => corpus.unknown);
  if (unknown.length > 0) console.log(`without a language here: ${unknown.length} files, such as ${unknown[0]}`);
  const failed = outcomes.filter(({ failures }) => failures.length > 0).length;
  const calls = outcomes.reduce((sum, outcome) => sum + outcome.calls, 0);
  const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
  console.log(`${outcomes.length} cases, ${calls} calls, ${failed} failed; ${rss} MiB in this process at the end`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
