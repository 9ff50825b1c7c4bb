import { realpathSync } from "node:fs";
import { GraphReader } from "../../src/index/graph/graph-reader.ts";
import { findBlastRadius } from "../../src/index/graph/blast-radius.ts";
import { ReferenceResolver } from "../../src/index/graph/resolve-reference.ts";
import { TimeSlices } from "../../src/index/graph/time-slices.ts";
import { indexOf } from "../../test/helpers/index-of.ts";
import type { Corpus } from "../corpora.ts";
import { median, type Row } from "../measure.ts";
import { besidesPeer, type PeerOf } from "./index-peer.ts";

const BLAST_MS = 30;

/** What depends on the corpus's large file, three steps far: nothing is kept from run to run. */
export async function graphRows(corpus: Corpus, runs: number, peerOf: PeerOf): Promise<Row[]> {
  const built = await indexOf(realpathSync(corpus.root));
  try {
    const samples: number[] = [];
    let hits = 0;
    for (let round = 0; round <= runs; round++) {
      const reader = new GraphReader(built.view.database);
      const file = reader.fileAt(corpus.file);
      if (file === undefined) return [];
      const startedAt = performance.now();
      const slices = new TimeSlices(new AbortController().signal, 10_000);
      const radius = await findBlastRadius(file, 3, { resolver: new ReferenceResolver(reader), slices });
      hits = radius.hits;
      // The first one warms up.
      if (round > 0) samples.push(performance.now() - startedAt);
    }
    return [
      {
        measure: `${corpus.name}: blast radius of ${corpus.file.slice(corpus.file.lastIndexOf("/") + 1)}, ${hits} hits`,
        unit: "ms",
        value: median(samples),
        bar: BLAST_MS,
        isGoal: true,
        ...besidesPeer(await peerOf(corpus), "blastRadiusMs"),
      },
    ];
  } finally {
    await built.dispose();
  }
}
