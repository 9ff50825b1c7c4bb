import type { Corpus } from "../corpora.ts";
import { sampleFiles } from "../corpora.ts";
import { median, type Row } from "../measure.ts";
import { McpSession, type ServerCommand } from "../mcp-session.ts";
import { reticle } from "../peers.ts";

interface Times {
  readonly atOnce: number[];
  readonly first: number[];
  readonly report: number[];
  readonly symbol: number[];
  readonly enclosing: number[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function timed(session: McpSession, name: string, args: object): Promise<number> {
  const answer = await session.call(name, args);
  if (answer.isError) throw new Error(`${name} ${JSON.stringify(args)} failed: ${answer.text.slice(0, 300)}`);
  return answer.ms;
}

async function repeats(session: McpSession, name: string, args: object): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < 9; index++) samples.push(await timed(session, name, args));
  return median(samples);
}

/** One fresh server: the first report at once after start or after two idle seconds, then repeats. */
async function readOnce(server: ServerCommand, corpus: Corpus, times: Times, isAtOnce: boolean): Promise<void> {
  const session = new McpSession(server, corpus.root);
  await session.handshake();
  if (!isAtOnce) await pause(2000);
  const report = { file: corpus.file, view: "compact" };
  (isAtOnce ? times.atOnce : times.first).push(await timed(session, "pilens_module_report", report));
  times.report.push(await repeats(session, "pilens_module_report", report));
  times.symbol.push(await repeats(session, "pilens_read_symbol", { file: corpus.file, symbol: corpus.symbol }));
  times.enclosing.push(await repeats(session, "pilens_read_enclosing", { file: corpus.file, line: corpus.line }));
  await session.stop();
}

export async function readRows(corpus: Corpus, rival: ServerCommand | undefined, runs: number): Promise<Row[]> {
  const make = (): Times => ({ atOnce: [], first: [], report: [], symbol: [], enclosing: [] });
  const ours = make();
  const theirs = make();
  for (let round = 0; round < runs; round++) {
    for (const isAtOnce of [true, false]) {
      await readOnce(reticle, corpus, ours, isAtOnce);
      if (rival !== undefined && round < 3) await readOnce(rival, corpus, theirs, isAtOnce);
    }
  }
  const row = (measure: string, key: keyof Times, bar: number): Row => ({
    measure: `${corpus.name}: ${measure}`,
    unit: "ms",
    value: median(ours[key]),
    bar,
    isGoal: true,
    ...(theirs[key].length === 0 || rival === undefined ? {} : { peers: { [rival.label]: median(theirs[key]) } }),
  });
  return [
    row("module_report compact, first (2 s after start)", "first", 90),
    row("module_report compact, at once after start", "atOnce", 150),
    row("module_report compact, repeat", "report", 3),
    row("read_symbol, repeat", "symbol", 3),
    row("read_enclosing, repeat", "enclosing", 3),
  ];
}

async function idleRssBytes(corpus: Corpus): Promise<number> {
  const session = new McpSession(reticle, corpus.root);
  await session.handshake();
  await pause(3000);
  const rss = session.sampleRss();
  await session.stop();
  return rss;
}

/** Resident memory of the whole process tree: idle after start (of several starts), and the peak over many different reads. */
export async function memoryRows(corpus: Corpus, runs: number): Promise<Row[]> {
  const idle: number[] = [];
  for (let round = 0; round < runs; round++) idle.push(await idleRssBytes(corpus));
  const session = new McpSession(reticle, corpus.root);
  await session.handshake();
  session.watchRss();
  const files = sampleFiles(corpus.root, 600);
  for (const file of files) {
    await session.call("pilens_module_report", { file, view: "compact" });
  }
  const args = { file: corpus.file, view: "default" };
  for (let index = 0; index < 25; index++) await session.call("pilens_module_report", args);
  const peak = session.peakRssBytes;
  await session.stop();
  const megabytes = (bytes: number): number => bytes / 1_048_576;
  return [
    { measure: `${corpus.name}: resident memory, idle`, unit: "MB", value: megabytes(median(idle)), bar: 110 },
    {
      measure: `${corpus.name}: resident memory, peak over ${files.length} reads`,
      unit: "MB",
      value: megabytes(peak),
      bar: 300,
    },
  ];
}
