import type { Coverage } from "../../../base/coverage.ts";
import type { IndexView } from "../../../index/symbol-index.ts";
import { type Answer, defineTool } from "../../core/declaration.ts";
import type { HostCall, ToolContext } from "../../core/context.ts";
import { MAX_PATHS } from "../search-input.ts";
import { type CurrentHit, currentHits } from "./current-hits.ts";
import { formatHits, hitDetails, type SearchScope, type SymbolSearchFacts } from "./format-hits.ts";
import { resolveSearchPaths } from "./search-paths.ts";

const input = {
  type: "object",
  properties: {
    query: {
      type: "string",
      minLength: 1,
      description: "Words or names; lang:, file: and ext: narrow, - in front leaves out.",
    },
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    paths: {
      type: "array",
      items: { type: "string", minLength: 1 },
      maxItems: MAX_PATHS,
      description: "Files, folders or globs.",
    },
    lang: { type: "string", minLength: 1 },
  },
  required: ["query"],
} as const;

/** Filters come after the words: what very many symbols have cannot all be looked at. */
const CUT: Coverage = {
  state: "partial",
  looked: "some",
  whole: "the symbols that have these words, before the filters",
  missing: "the rest; add a word that is rarer",
};

export const symbolSearch = defineTool({
  name: "symbol_search",
  mcp: { name: "pilens_symbol_search", cwd: true },
  title: "Symbol search",
  tier: "read",
  description:
    "Finds definitions by words of their names, best first, each with file, line and kind; files where no symbol fits.",
  example: { query: "resolve server options -lang:markdown" },
  input,
  needs: ["workspace"],
  parallel: true,
  run: async ({ query, limit, paths, lang }, context, signal): Promise<Answer<SymbolSearchFacts>> => {
    const { planSearch } = await import("../../../index/search/plan-search.ts");
    const plan = planSearch({ query, lang });
    const root = context.workspace.rootOf(context.cwd) ?? context.cwd;
    context.workspace.refuseHomeWalk(root);
    const isInScope = await resolveSearchPaths(paths, root, context);
    const index = await context.index();
    const view = await context.phase("index", () =>
      index.open(root, {
        signal,
        prepare: ({ database }) => plan.run(database, isInScope),
        onProgress: (done, total) => context.progress(done, total, "files indexed"),
      }),
    );
    const notes = [...view.notes, ...plan.notes];
    const { coverage, files, filesTotal } = view;
    if (isCold(view)) {
      const reason = coverage.state === "pending" ? "building" : "unavailable";
      return { coverage, facts: { kind: "cold", reason, files, filesTotal }, notes };
    }
    signal.throwIfAborted();
    const found = plan.run(view.database, isInScope);
    const scopeOf = (): SearchScope => {
      if (!plan.isNarrowed && isInScope === undefined) return "whole";
      return found.hits.length > 0 || plan.hasFiles(view.database, isInScope) ? "narrowed" : "empty";
    };
    const hits = await currentHits(found.hits, limit, { view, plan, context }, signal);
    return {
      coverage: found.isCut && coverage.state === "complete" ? CUT : coverage,
      facts: {
        kind: "found",
        hits,
        hasMore: found.hits.length > limit,
        files,
        filesTotal,
        scope: scopeOf(),
        notInTexts: plan.notInTexts,
        next: nextCall(hits, context),
      },
      notes,
    };
  },
  format: ({ facts, coverage }, { query }) => formatHits(facts, coverage, query),
  details: ({ facts }, { query }) => hitDetails(facts, query),
  summary: ({ facts }) => (facts.kind === "cold" ? "index not ready" : `${facts.hits.length} hits`),
});

/** Shows the best hit. */
function nextCall([best]: readonly CurrentHit[], context: ToolContext): HostCall | undefined {
  if (best?.symbol === undefined) return undefined;
  return context.nextCall("read_symbol", { path: best.path, symbol: best.symbol.name });
}

function isCold({ coverage }: IndexView): boolean {
  return coverage.state === "pending" || coverage.state === "unavailable";
}
