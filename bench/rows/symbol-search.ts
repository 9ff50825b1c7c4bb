import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Corpus } from "../corpora.ts";
import { median, type Row } from "../measure.ts";
import { McpSession, type ServerCommand } from "../mcp-session.ts";
import { reticle } from "../peers.ts";
import { readSearches } from "../quality/searches/known-searches.ts";
import { besidesPeer, type PeerOf } from "./index-peer.ts";

const TOOL = "pilens_symbol_search";
const BUILD_MS = 300_000;
const COMPARE_MS = 10_000;

/** The first search of a new server on an index that exists, and searches of one that is warm. */
export async function symbolSearchRows(corpus: Corpus, runs: number, peerOf: PeerOf): Promise<Row[]> {
  const cache = mkdtempSync(join(tmpdir(), "reticle-bench-index-"));
  const server: ServerCommand = { ...reticle, env: { RETICLE_CACHE_DIR: cache } };
  const queries = queriesOf(corpus);
  try {
    await build(server, corpus.root, queries[0] ?? "");
    const first: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < runs; round++) {
      const session = new McpSession(server, corpus.root);
      await session.handshake();
      await pause(1_500);
      for (const [at, query] of queries.entries()) {
        const { ms, text, isError } = await session.call(TOOL, { query });
        if (isError || text.includes("available: false")) throw new Error(`${query} failed: ${text.slice(0, 300)}`);
        if (at === 0) {
          first.push(ms);
          await untilCompared(session, query);
        } else if (at > queries.length / 2) warm.push(ms);
      }
      await session.stop();
    }
    const peer = await peerOf(corpus);
    return [
      {
        ...row(`${corpus.name}: symbol_search, first of a process on an existing index`, first, 60),
        ...besidesPeer(peer, "firstMs"),
      },
      { ...row(`${corpus.name}: symbol_search, p50 warm`, warm, 8), ...besidesPeer(peer, "warmMs") },
    ];
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** A process is warm when it has compared the index with the disk. */
async function untilCompared(session: McpSession, query: string): Promise<void> {
  for (const end = performance.now() + COMPARE_MS; performance.now() < end; await pause(200)) {
    const { text } = await session.call(TOOL, { query });
    if (!/^(?:stale|partial):/m.test(text)) return;
  }
}

async function build(server: ServerCommand, root: string, query: string): Promise<void> {
  const session = new McpSession(server, root);
  await session.handshake();
  const end = performance.now() + BUILD_MS;
  for (;;) {
    const { text } = await session.call(TOOL, { query });
    if (!/^(?:pending|stale|unavailable):|still reading/.test(text)) break;
    if (performance.now() > end) throw new Error(`the index is not whole after ${BUILD_MS} ms: ${text.slice(0, 300)}`);
    await pause(200);
  }
  await session.stop();
}

/** Those of the quality bench, else words of the generated modules. */
function queriesOf({ name }: Corpus): string[] {
  const file = resolve(import.meta.dirname, `../quality/searches/${name}.json`);
  if (existsSync(file)) return readSearches(file).searches.map(({ query }) => query);
  return ["store wait", "create store", "method retry", "stores", "wait ms", "create 17", "method 4", "store 12"];
}

const row = (measure: string, times: readonly number[], bar: number): Row => ({
  measure,
  unit: "ms",
  value: median(times),
  bar,
  isGoal: true,
});
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
