import { relative, sep } from "node:path";
import type { Coverage } from "../../../base/coverage.ts";
import { isReticleError } from "../../../base/errors.ts";
import type { ModuleUsage, UsageRequest } from "../../../index/graph/module-usage.ts";
import type { SymbolFact } from "../../../syntax/facts.ts";
import type { ToolContext } from "../../core/context.ts";
import { showElapsed } from "../../session/durations.ts";
import { outlineMembers } from "../outline-entry.ts";
import type { SourceFile } from "../source-file.ts";

/** For a whole index to be compared with the disk. One that is being built is not waited for: the outline does without. */
const INDEX_WAIT_MS = 100;
/** From this age on, an answer says when the index was last compared with the disk. */
const OLD_INDEX_MS = 10 * 60_000;

export type WantedUsage = Omit<UsageRequest, "path" | "symbols" | "isWanted">;

/** What the index knows of a file's place in its root. A report is whole without it, so only cancellation throws. */
export async function readUsage(
  source: SourceFile,
  wanted: WantedUsage,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ModuleUsage> {
  const { absolute, facts } = source;
  const root = context.workspace.rootOf(absolute);
  if (root === undefined)
    return without({ state: "unavailable", what: "who-uses outside the roots", remedy: "open its root" });
  try {
    context.workspace.refuseHomeWalk(root);
    const { readModuleUsage } = await import("../../../index/graph/module-usage.ts");
    const listed = listedSymbols(facts.symbols);
    const request: UsageRequest = {
      ...wanted,
      path: relative(root, absolute).split(sep).join("/"),
      symbols: facts.symbols,
      isWanted: (symbol) => listed.has(symbol),
    };
    const index = await context.index();
    const view = await index.open(root, {
      waitMs: INDEX_WAIT_MS,
      waitsForBuild: false,
      signal,
      prepare: (early) => readModuleUsage(early, request, signal),
      onProgress: (done, total) => context.progress(done, total, "files indexed"),
    });
    return await readModuleUsage(view, request, signal);
  } catch (error) {
    if (signal.aborted || !isReticleError(error) || error.kind === "cancelled") throw error;
    return without({
      state: "unavailable",
      what: `who-uses (${error.message})`,
      remedy: error.hint ?? "lens_health says more",
    });
  }
}

function without(coverage: Coverage): ModuleUsage {
  return { coverage, usage: new Map(), builtAt: 0, sweptAt: 0, notes: [] };
}

function listedSymbols(symbols: readonly SymbolFact[], into: Set<SymbolFact> = new Set()): ReadonlySet<SymbolFact> {
  for (const symbol of symbols) {
    // A block of implementations has no name of its own to be used by.
    if (symbol.kind !== "impl") into.add(symbol);
    listedSymbols(outlineMembers(symbol), into);
  }
  return into;
}

/** What the index itself has to say, and when what it knows is old. */
export function usageNotes({ sweptAt, notes }: ModuleUsage, now = Date.now()): string[] {
  const ageMs = now - sweptAt;
  if (sweptAt === 0 || ageMs < OLD_INDEX_MS) return [...notes];
  return [...notes, `the index was last compared with the disk ${showElapsed(ageMs)} ago`];
}
