import { allOf, type Rule } from "../rule.ts";
import type { LadderContext, PatternRequest } from "./pattern-request.ts";
import { readAs } from "./read-as.ts";
import { type Reading, sourceOf } from "./rung.ts";

/** Captures the last of several statements, so that the end of the match is known. */
export const LAST_STATEMENT = "LAST__";

/** Several statements in a row: the first, directly followed by the second, and so on. */
export async function compileSequence(
  request: PatternRequest,
  reading: Reading,
  context: LadderContext,
): Promise<Rule | undefined> {
  let following: Rule | undefined;
  for (const node of reading.sequence.toReversed()) {
    const source = sourceOf(reading, reading.points.span(node));
    const pattern = await readAs(request, { source, node }, context);
    if (pattern === undefined) return undefined;
    const next: Rule =
      following === undefined ? { pattern: `$${LAST_STATEMENT}` } : { precedes: { stopBy: "neighbor", ...following } };
    following = allOf([{ pattern }, next]);
  }
  return following;
}
