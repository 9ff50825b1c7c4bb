import type { Hit } from "../hits.ts";
import { LAST_STATEMENT } from "../ladder/sequence.ts";
import { BLOCK_SUFFIX } from "../ladder/lone-block.ts";
import { type EngineMatch, insideOf, isFurther, parseMatch, SECONDARY_LABELS } from "../match.ts";

/** Half-open, in UTF-8 bytes of the file, a byte order mark included. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

export interface RewriteMatch extends ByteSpan {
  /** What the engine found; of a sequence only its first statement. */
  readonly text: string;
  /** "$X" or "$$$ARGS" → where it stands; a run of no nodes is not there. */
  readonly captures: ReadonlyMap<string, ByteSpan>;
}

/** The matches of one file that can be rewritten side by side: none lies in another. */
export interface FileMatches {
  /** As the engine names it: relative to the root of the search, or absolute. */
  readonly file: string;
  readonly matches: readonly RewriteMatch[];
  /** Matches that lie in another match, or overlap with the one before: they are left alone. */
  readonly nested: number;
}

/** What the engine found, file by file; each is parsed when it is asked for. Of nested matches the outermost counts. */
export function* groupMatches(output: Buffer, hits: readonly Hit[]): Generator<FileMatches> {
  let at = 0;
  while (at < hits.length) {
    const file = hits[at]?.file ?? "";
    const matches: RewriteMatch[] = [];
    let nested = 0;
    for (let end = 0, hit = hits[at]; hit !== undefined && hit.file === file; hit = hits[at]) {
      at += 1;
      if (hit.start < end) {
        nested += 1;
        continue;
      }
      const match = toRewriteMatch(parseMatch(output, hit), hit);
      matches.push(match);
      end = match.end;
    }
    yield { file, matches, nested };
  }
}

function toRewriteMatch(match: EngineMatch, hit: Hit): RewriteMatch {
  const { single = {}, multi = {} } = match.metaVariables ?? {};
  const captures = new Map<string, ByteSpan>();
  for (const [name, node] of Object.entries(single)) {
    if (name === LAST_STATEMENT || isFurther(name)) continue;
    if (name.endsWith(BLOCK_SUFFIX)) {
      captures.set(`$$$${name.slice(0, -BLOCK_SUFFIX.length)}`, insideOfBlock(node));
    } else captures.set(`$${name}`, node.range.byteOffset);
  }
  for (const [name, nodes] of Object.entries(multi)) {
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (isFurther(name) || name === SECONDARY_LABELS || first === undefined || last === undefined) continue;
    captures.set(`$$$${name}`, { start: first.range.byteOffset.start, end: last.range.byteOffset.end });
  }
  const end = single[LAST_STATEMENT]?.range.byteOffset.end ?? hit.end;
  return { start: hit.start, end, text: match.text, captures };
}

function insideOfBlock({ text, range }: EngineMatch): ByteSpan {
  const { head, inside } = insideOf(text);
  const start = range.byteOffset.start + Buffer.byteLength(head);
  return { start, end: start + Buffer.byteLength(inside) };
}
