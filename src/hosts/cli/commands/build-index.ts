import { setFlagsFromString } from "node:v8";
import { coverageLine } from "../../../base/coverage.ts";
import { settlesWithin } from "../../../base/settles-within.ts";
import { inReadingOrder } from "../../../index/build/file-list.ts";
import { type Scan, scanRoot } from "../../../index/build/scan-root.ts";
import { createSymbolIndex, type SymbolIndexOptions } from "../../../index/create-symbol-index.ts";
import type { IndexView } from "../../../index/symbol-index.ts";
import { createChildProcesses } from "../../../process/children.ts";
import { languageOfPath } from "../../../syntax/languages.ts";
import { ProgressBar } from "../progress-bar.ts";
import type { CommandContext } from "./command.ts";

/** What is not disposed by then is left to the end of the process. */
const DISPOSE_MS = 3_000;

/** A larger root is left to the index process. */
const MAX_HERE_FILES = 5_000;
const MAX_HERE_WALK_MS = 200;

/** So many tell which grammars are needed at first. */
const FIRST_FILES = 12;

export interface IndexBuild extends CommandContext {
  /** Canonical and absolute. */
  readonly folder: string;
  readonly cacheFolder: string;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
}

/** It serves nobody else, so the index of a small root is built in this process, and the engine with its tools is not loaded. */
export async function buildIndex(build: IndexBuild): Promise<number> {
  const { invocation, io, out, signal, folder, cacheFolder, startedAt } = build;
  const children = createChildProcesses();
  let isOver = false;
  const onReady = (): void => leaveOutOptimizer(!isOver);
  const symbols = createSymbolIndex({ children, folderFor: () => cacheFolder, ...(await choosePlace(build, onReady)) });
  const bar = new ProgressBar(io.stderr);
  try {
    const onProgress = (done: number, total: number): void => bar.show(done, total, "files");
    const view = await symbols.open(folder, { waitMs: Number.POSITIVE_INFINITY, signal, onProgress });
    bar.clear();
    const ms = Math.round(performance.now() - startedAt);
    const facts = { ...factsOf(view), ms };
    await out.write(
      invocation.switches.has("json") ? `${JSON.stringify(facts, undefined, 2)}\n` : describe(view, facts),
    );
    return CURRENT.has(view.coverage.state) ? 0 : 1;
  } finally {
    bar.clear();
    isOver = true;
    leaveOutOptimizer(false);
    await settlesWithin(
      symbols.dispose().then(() => children.dispose()),
      DISPOSE_MS,
    );
  }
}

/**
 * A process of its own costs a fifth of a second more, and can be started with bounds on its memory. `onReady`: what
 * reads the first files in this process has been loaded.
 */
async function choosePlace(
  build: IndexBuild,
  onReady: () => void,
): Promise<Pick<SymbolIndexOptions, "isBuiltHere" | "firstThread">> {
  const { folder, cacheFolder, signal, parseThread } = build;
  const options = { root: folder, cacheFolder, signal };
  const scan = await scanRoot(options, { maxFiles: MAX_HERE_FILES, maxMs: MAX_HERE_WALK_MS }).catch(() => undefined);
  if (scan?.isCut === true) {
    await parseThread?.dispose();
    return {};
  }
  if (parseThread === undefined) return { isBuiltHere: true };
  void parseThread.warm(firstLanguages(scan?.files ?? [])).then(onReady);
  return { isBuiltHere: true, firstThread: parseThread };
}

/** Of the files that are read first: ids of those that are parsed in threads. */
function firstLanguages(files: Scan["files"]): readonly string[] {
  const first = inReadingOrder(files).slice(0, FIRST_FILES);
  return [...new Set(first.map(({ path }) => languageOfPath(path)))].flatMap((language) =>
    language === undefined || language.isIsolated === true || language.isData === true ? [] : [language.id],
  );
}

/** Partial: what could not be read is named. */
const CURRENT: ReadonlySet<IndexView["coverage"]["state"]> = new Set(["complete", "partial"]);

interface IndexFacts {
  readonly root: string;
  readonly coverage: IndexView["coverage"];
  readonly notes: readonly string[];
  readonly files: number;
  readonly filesTotal: number;
  readonly symbols: number;
  readonly references: number;
  readonly imports: number;
}

function factsOf(view: IndexView): IndexFacts {
  const count = (table: "symbols" | "refs" | "imports"): number =>
    view.database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0;
  const { root, coverage, notes, files, filesTotal } = view;
  return {
    root,
    coverage,
    notes,
    files,
    filesTotal,
    symbols: count("symbols"),
    references: count("refs"),
    imports: count("imports"),
  };
}

function describe(view: IndexView, facts: IndexFacts & { readonly ms: number }): string {
  const line = coverageLine(view.coverage);
  return [
    ...view.notes,
    ...(line === undefined ? [] : [line]),
    `${facts.files} of ${facts.filesTotal} files in ${facts.root}, ${facts.ms} ms`,
    `${facts.symbols} symbols, ${facts.references} references, ${facts.imports} imports`,
    "",
  ].join("\n");
}

/**
 * An index is built in seconds, in which V8's optimizing compiler takes more time than its code saves. While it is left
 * out, V8 refuses what was compiled before, code of Node itself included, and marks so what it gives to the compile
 * cache: it is left out when all has been loaded, and taken back before the end.
 */
function leaveOutOptimizer(isLeftOut: boolean): void {
  setFlagsFromString(isLeftOut ? "--no-opt" : "--opt");
}
