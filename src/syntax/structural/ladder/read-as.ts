import type { PatternObject } from "../rule.ts";
import type { LadderContext, PatternRequest } from "./pattern-request.ts";
import { isSelectable, judge, rungsOf } from "./rung.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

/** The first way to read `source` as a node of this kind. */
export async function readAs(
  request: PatternRequest,
  piece: { readonly source: string; readonly node: SyntaxNode },
  context: LadderContext,
): Promise<PatternObject | undefined> {
  for (const rung of rungsOf(request.language, piece.source.trim())) {
    const judgement = judge(rung, await context.printTree(rung.text));
    if (!judgement.accepted) continue;
    const found = judgement.reading.chain.find((node) => node.kind === piece.node.kind);
    if (found === undefined || !isSelectable(judgement.reading, found)) continue;
    return {
      context: rung.context,
      selector: piece.node.kind,
      ...(request.strictness === undefined ? {} : { strictness: request.strictness }),
    };
  }
  return undefined;
}
