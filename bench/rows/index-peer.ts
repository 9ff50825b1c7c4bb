import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Corpus } from "../corpora.ts";
import { median } from "../measure.ts";
import { McpSession, type ServerCommand } from "../mcp-session.ts";

/** What another server's index takes on a corpus, ms; absent: it does not answer. */
export interface PeerIndex {
  readonly label: string;
  /** From the first question to the first answer, without an index. */
  readonly buildMs?: number;
  readonly warmMs?: number;
  /** The first question of a new process with the index on disk. */
  readonly firstMs?: number;
  readonly blastRadiusMs?: number;
  /** Why there is no blast radius. */
  readonly refusal?: string;
}

/** Undefined: there is no peer to measure. */
export type PeerOf = (corpus: Corpus) => Promise<PeerIndex | undefined>;

const SEARCH = "pilens_symbol_search";
/** Longer than any of the corpora took. */
const BUILD_MS = 60_000;
const GRAPH_MS = 20_000;
/** What it says then, up to its advice. */
const REFUSAL = /graph disabled: [^"\n—]*[^"\n— ]/;
const ASK_EVERY_MS = 200;
const WARM_ROUNDS = 9;
const FIRST_ROUNDS = 3;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The index of a peer with the same tools, built from nothing in a home folder of its own. */
export async function measurePeerIndex(peer: ServerCommand, corpus: Corpus): Promise<PeerIndex> {
  const query = corpus.symbol;
  const home = mkdtempSync(join(tmpdir(), "reticle-bench-peer-"));
  const server: ServerCommand = { ...peer, env: { ...peer.env, HOME: home } };
  try {
    const building = new McpSession(server, corpus.root);
    await building.handshake();
    const buildMs = await untilAnswered(building, SEARCH, { query }, BUILD_MS);
    const warm: number[] = [];
    for (let round = 0; buildMs !== undefined && round < WARM_ROUNDS; round++)
      warm.push((await building.call(SEARCH, { query })).ms);
    const graph = await blastRadius(building, corpus);
    await building.stop();
    const first: number[] = [];
    for (let round = 0; buildMs !== undefined && round < FIRST_ROUNDS; round++) {
      const ms = await firstOfProcess(server, corpus, query);
      if (ms !== undefined) first.push(ms);
    }
    return {
      label: peer.label,
      ...(buildMs !== undefined && { buildMs }),
      ...(warm.length > 0 && { warmMs: median(warm) }),
      ...(first.length > 0 && { firstMs: median(first) }),
      ...graph,
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Its share of a row, and what to say where it has none. */
export function besidesPeer(
  peer: PeerIndex | undefined,
  figure: "buildMs" | "warmMs" | "firstMs" | "blastRadiusMs",
): { readonly peers?: Readonly<Record<string, number>>; readonly note?: string } {
  const ms = peer?.[figure];
  if (peer === undefined) return {};
  if (ms !== undefined) return { peers: { [peer.label]: ms } };
  return { note: `${peer.label}: ${(figure === "blastRadiusMs" ? peer.refusal : undefined) ?? "no answer"}` };
}

async function firstOfProcess(server: ServerCommand, corpus: Corpus, query: string): Promise<number | undefined> {
  const session = new McpSession(server, corpus.root);
  await session.handshake();
  await pause(1_500);
  const { ms, text } = await session.call(SEARCH, { query });
  await session.stop();
  return isAvailable(text) ? ms : undefined;
}

/** Its graph is asked for by the project report; the blast radius only reads it. */
async function blastRadius(
  session: McpSession,
  { file }: Corpus,
): Promise<Pick<PeerIndex, "blastRadiusMs" | "refusal">> {
  const built = await untilAnswered(session, "pilens_project_report", {}, GRAPH_MS);
  if (built === undefined) {
    const { text } = await session.call("pilens_project_report", {});
    return { refusal: REFUSAL.exec(text)?.[0] ?? `no graph within ${GRAPH_MS / 1_000} s` };
  }
  const times: number[] = [];
  for (let round = 0; round < WARM_ROUNDS; round++) {
    const { ms, text } = await session.call("pilens_module_report", { file, blastRadius: true });
    if (!/"blastRadius":\s*\{/.test(text)) return { refusal: "no blast radius in the report" };
    times.push(ms);
  }
  return { blastRadiusMs: median(times) };
}

/** Milliseconds until the tool answers; undefined: not within `maxMs`. */
async function untilAnswered(
  session: McpSession,
  tool: string,
  args: object,
  maxMs: number,
): Promise<number | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const { text, isError } = await session.call(tool, args);
    if (!isError && isAvailable(text)) return performance.now() - startedAt;
    if (REFUSAL.test(text) || performance.now() - startedAt > maxMs) return undefined;
    await pause(ASK_EVERY_MS);
  }
}

function isAvailable(text: string): boolean {
  return !/"available":\s*false|^available: false/m.test(text);
}
