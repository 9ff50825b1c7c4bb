import { coverageLine } from "../../../base/coverage.ts";
import type { IndexView } from "../../../index/symbol-index.ts";
import { ProgressBar } from "../progress-bar.ts";
import { requireFolder, withEngine } from "../session.ts";
import type { Command } from "./command.ts";

/** Builds the index of a folder, or brings it up to date, and says what is in it. */
export const index: Command = async (context) => {
  const { invocation, io, out, signal } = context;
  const folder = await requireFolder(invocation.words[0] ?? ".", "DIR", io.cwd);
  return withEngine(context, { bounds: [folder] }, async (engine) => {
    const startedAt = performance.now();
    const symbols = await engine.index();
    const bar = new ProgressBar(io.stderr);
    let view: IndexView;
    try {
      const onProgress = (done: number, total: number): void => bar.show(done, total, "files");
      view = await symbols.open(folder, { waitMs: Number.POSITIVE_INFINITY, signal, onProgress });
    } finally {
      bar.clear();
    }
    const ms = Math.round(performance.now() - startedAt);
    const facts = { ...factsOf(view), ms };
    await out.write(
      invocation.switches.has("json") ? `${JSON.stringify(facts, undefined, 2)}\n` : describe(view, facts),
    );
    return CURRENT.has(view.coverage.state) ? 0 : 1;
  });
};

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
