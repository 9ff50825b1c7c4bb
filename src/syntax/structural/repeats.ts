import { setImmediate as nextTurn } from "node:timers/promises";
import type { CompiledQuery } from "./compile-query.ts";
import type { Hit } from "./hits.ts";
import { BLOCK_SUFFIX } from "./ladder/lone-block.ts";
import { type EngineMatch, parseMatch, splitTails } from "./engine-match.ts";
import { textOfNodes } from "./match.ts";

/** How long the loop is kept at a time. */
const SLICE_MS = 5;

/**
 * Keeps the matches in which every repeated metavariable stands for the same source text, and lists have an element for
 * each of their names.
 */
export async function keepTrueMatches(
  output: Buffer,
  { hits, repeats, tails }: Pick<CompiledQuery, "repeats" | "tails"> & { readonly hits: readonly Hit[] },
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  if (repeats.length === 0 && tails.length === 0) return hits;
  const kept: Hit[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const hit of hits) {
    if (performance.now() > sliceEnd) {
      await nextTurn();
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    const match = splitTails(parseMatch(output, hit), tails);
    if (match === undefined) continue;
    if (repeats.every(({ names }) => new Set(names.map((name) => captured(match, name))).size === 1)) kept.push(hit);
  }
  return kept;
}

function captured(match: EngineMatch, name: string): string {
  const { single = {}, multi = {} } = match.metaVariables ?? {};
  const one = single[name] ?? single[name + BLOCK_SUFFIX];
  // A run of no nodes at all is not in the output.
  return one === undefined ? textOfNodes(match, multi[name] ?? []) : one.text;
}
