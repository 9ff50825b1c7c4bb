import type { Hit } from "./hits.ts";
import { BLOCK_SUFFIX } from "./ladder/lone-block.ts";
import type { Repeat } from "./ladder/metavariables.ts";
import { type EngineMatch, parseMatch, textOfNodes } from "./match.ts";

/** Keeps the matches in which every repeated metavariable stands for the same source text. */
export function keepEqualRepeats(output: Buffer, hits: readonly Hit[], repeats: readonly Repeat[]): Hit[] {
  return hits.filter((hit) => {
    const match = parseMatch(output, hit);
    return repeats.every(({ names }) => new Set(names.map((name) => captured(match, name))).size === 1);
  });
}

function captured(match: EngineMatch, name: string): string {
  const { single = {}, multi = {} } = match.metaVariables ?? {};
  const one = single[name] ?? single[name + BLOCK_SUFFIX];
  // A run of no nodes at all is not in the output.
  return one === undefined ? textOfNodes(match, multi[name] ?? []) : one.text;
}
