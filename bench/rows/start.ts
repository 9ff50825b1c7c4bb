import type { Corpus } from "../corpora.ts";
import { interleave, median, type Row } from "../measure.ts";
import { McpSession, type ServerCommand } from "../mcp-session.ts";
import { bareSdk, reticle } from "../peers.ts";

const startOf = (server: ServerCommand, cwd: string) => ({
  label: server.label,
  run: async (): Promise<number> => {
    const session = new McpSession(server, cwd);
    const ms = await session.handshake();
    await session.stop();
    return ms;
  },
});

/** Spawn → tools/list against a bare server on the same SDK and against pi-lens. */
export async function startRows(corpus: Corpus, rival: ServerCommand | undefined, runs: number): Promise<Row[]> {
  const servers = [reticle, bareSdk, ...(rival === undefined ? [] : [rival])];
  const times = await interleave(
    servers.map((server) => startOf(server, corpus.root)),
    runs,
  );
  const of = (server: ServerCommand): number => median(times.get(server.label) ?? []);
  const peers = Object.fromEntries(servers.slice(1).map((server) => [server.label, of(server)]));
  const rows: Row[] = [
    {
      measure: "spawn → tools/list",
      unit: "ms",
      value: of(reticle),
      bar: of(bareSdk) + 20,
      peers,
      note: "bare SDK + 20 ms",
    },
  ];
  if (rival !== undefined) {
    const ratio = of(reticle) / of(rival);
    rows.push({ measure: "spawn → tools/list, share of pi-lens", unit: "×", value: ratio, bar: 0.5, peers });
  }
  return rows;
}
