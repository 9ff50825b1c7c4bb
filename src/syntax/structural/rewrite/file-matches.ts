import type { Hit } from "../hits.ts";

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

/** What the engine found, file by file; each is read when it is asked for. Of nested matches the outermost counts. */
export function* groupMatches(hits: readonly Hit[], read: (hit: Hit) => RewriteMatch): Generator<FileMatches> {
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
      const match = read(hit);
      matches.push(match);
      end = match.end;
    }
    yield { file, matches, nested };
  }
}
