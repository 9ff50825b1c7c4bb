import { execFile } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { generatedModule, type Corpus } from "../corpora.ts";
import { median, type Row } from "../measure.ts";
import { McpSession, treeRssBytes } from "../mcp-session.ts";
import { reticle } from "../peers.ts";
import { besidesPeer, type PeerOf } from "./index-peer.ts";

const top = resolve(import.meta.dirname, "../..");
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const megabytes = (bytes: number): number => bytes / 1_048_576;

/** Milliseconds for a cold build, by corpus; others are measured by their size. */
const BUILD_BARS: Readonly<Record<string, number>> = { express: 500, vite: 2_000, babel: 12_000 };
const SWITCHED_FILES = 2_000;
const GROWTHS = [1, 3, 10] as const;
const GROWTH_FILES = 60;
/** Some seconds for each grammar that the corpus needs. */
const KEEP_CODE_MS = 60_000;

interface Build {
  readonly ms: number;
  readonly peakRssBytes: number;
  readonly files: number;
}

/** `reticle index` on a folder, from process start to process end. */
async function build(root: string, cache: string): Promise<Build> {
  const startedAt = performance.now();
  const { promise, resolve: done, reject } = Promise.withResolvers<string>();
  const env = { ...process.env, RETICLE_CACHE_DIR: cache };
  const child = execFile(
    process.execPath,
    [join(top, "dist/main.js"), "index", root, "--json"],
    { env },
    (error, out) => (error === null ? done(out) : reject(error)),
  );
  let peakRssBytes = 0;
  const sampler = setInterval(() => {
    peakRssBytes = Math.max(peakRssBytes, treeRssBytes(child.pid ?? -1));
  }, 100);
  try {
    const { files } = JSON.parse(await promise) as { files: number };
    return { ms: performance.now() - startedAt, peakRssBytes, files };
  } finally {
    clearInterval(sampler);
  }
}

/** A session with a cache folder of its own. */
async function openSession(root: string, cache: string): Promise<McpSession> {
  const session = new McpSession({ ...reticle, env: { RETICLE_CACHE_DIR: cache } }, root);
  await session.handshake();
  return session;
}

async function search(session: McpSession, query: string): Promise<string> {
  return (await session.call("pilens_symbol_search", { query })).text;
}

/** Until a search finds the name in an answer that passes; milliseconds. */
async function untilFound(session: McpSession, name: string, passes: (text: string) => boolean): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 120_000) {
    const text = await search(session, name);
    if (text.includes(name) && /:\d+ /.test(text) && passes(text)) return performance.now() - startedAt;
    await pause(5);
  }
  throw new Error(`"${name}" was not found within two minutes`);
}

/** The first answer with hits that a session without an index gives. */
async function firstAnswer(corpus: Corpus, cache: string): Promise<number> {
  const session = await openSession(corpus.root, cache);
  try {
    const startedAt = performance.now();
    for (;;) {
      const text = await search(session, corpus.symbol);
      if (!/^(pending|unavailable):/m.test(text)) return performance.now() - startedAt;
    }
  } finally {
    await session.stop();
  }
}

/**
 * Uses a cache folder as a day's work does: an index is built, and a server is left alone until it has kept the code of
 * the grammars. Returns the folder with the code, which a cold build finds on every machine but a new one.
 */
async function keepCode(root: string, cache: string): Promise<string> {
  const folder = join(cache, "compile");
  const isKept = (): boolean => {
    const files = readdirSync(join(folder, "wasm"));
    const wanted = files.filter((file) => file.endsWith(".wanted") && !file.startsWith("runtime."));
    return wanted.length === 0 && files.some((file) => file.endsWith(".code"));
  };
  await build(root, cache);
  const session = await openSession(root, cache);
  try {
    for (const startedAt = performance.now(); !isKept() && performance.now() - startedAt < KEEP_CODE_MS;)
      await pause(500);
  } finally {
    await session.stop();
  }
  return folder;
}

/** On a copy, because it is changed. */
async function freshnessRows(corpus: Corpus, scratch: string, runs: number): Promise<Row[]> {
  const root = join(scratch, "copy");
  cpSync(corpus.root, root, { recursive: true });
  const cache = join(scratch, "copy-cache");
  await build(root, cache);
  const session = await openSession(root, cache);
  const isWhole = (text: string): boolean => !/^(pending|partial|stale):/m.test(text);
  try {
    await untilFound(session, corpus.symbol, isWhole);
    await pause(4_000);
    const edits: number[] = [];
    for (let run = 0; run < runs; run++) {
      writeFileSync(join(root, "editedByBench.js"), `function benchEdit${run}x() {}\n`);
      edits.push(await untilFound(session, `benchEdit${run}x`, () => true));
      await pause(300);
    }
    const idle = treeRssBytes(session.pid);
    const changed = sourcesOf(root).slice(0, SWITCHED_FILES);
    for (const [place, file] of changed.entries()) appendFileSync(file, `\n;function benchSwitch${place}x() {}\n`);
    const switched = await untilFound(session, `benchSwitch${changed.length - 1}x`, isWhole);
    const name = corpus.name;
    return [
      {
        measure: `${name}: one edited file visible to symbol_search`,
        unit: "ms",
        value: median(edits),
        bar: 150,
        isGoal: true,
      },
      {
        measure: `${name}: ${changed.length} edited files visible, answer whole`,
        unit: "ms",
        value: switched,
        bar: 5_000,
        isGoal: true,
      },
      {
        measure: `${name}: resident memory with an index, idle`,
        unit: "MB",
        value: megabytes(idle),
        bar: 180,
        note: "right after the edits",
      },
    ];
  } finally {
    await session.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

function sourcesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name) && !/node_modules|\/\./.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size < 100_000)
    .sort();
}

/** How long the serving process's event loop kept others waiting while an index was built, ms at p99.9. */
async function loopDelay(root: string, cache: string): Promise<number> {
  const { promise, resolve: done, reject } = Promise.withResolvers<string>();
  execFile(process.execPath, [join(top, "bench/index-host.mjs"), root, cache], (error, out) =>
    error === null ? done(out) : reject(error),
  );
  return (JSON.parse(await promise) as { p999Ms: number }).p999Ms;
}

/** Build time and size on 1, 3 and 10 copies, each against what the smallest makes of it. */
async function growthRows(scratch: string): Promise<Row[]> {
  const found: { times: number; ms: number; bytes: number }[] = [];
  for (const times of GROWTHS) {
    const root = join(scratch, `growth-${times}`);
    for (let copy = 0; copy < times; copy++) {
      const folder = join(root, `copy${copy}`);
      mkdirSync(folder, { recursive: true });
      for (let file = 0; file < GROWTH_FILES; file++) {
        writeFileSync(join(folder, `module${file}.ts`), generatedModule(copy * GROWTH_FILES + file, 40));
      }
    }
    const runs: number[] = [];
    for (let run = 0; run < 3; run++) {
      const cache = join(scratch, `growth-cache-${times}-${run}`);
      runs.push((await build(root, cache)).ms);
      if (run === 0) found.push({ times, ms: 0, bytes: sizeOf(join(cache, "index")) });
      rmSync(cache, { recursive: true, force: true });
    }
    const last = found.at(-1);
    if (last !== undefined) found[found.length - 1] = { ...last, ms: median(runs) };
    rmSync(root, { recursive: true, force: true });
  }
  const [one] = found;
  if (one === undefined) return [];
  return found.slice(1).flatMap(({ times, ms, bytes }) => [
    {
      measure: `index of ${times} × the source: build time per byte`,
      unit: "×" as const,
      value: ms / one.ms / times,
      bar: 1.2,
      note: `${one.ms.toFixed(0)} → ${ms.toFixed(0)} ms`,
    },
    {
      measure: `index of ${times} × the source: size per byte`,
      unit: "×" as const,
      value: bytes / one.bytes / times,
      bar: 1.2,
      note: `${megabytes(one.bytes).toFixed(1)} → ${megabytes(bytes).toFixed(1)} MB`,
    },
  ]);
}

function sizeOf(folder: string): number {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") || name.endsWith(".sqlite-wal"))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** The index of each corpus, built from nothing, and what a session sees of it. */
export async function indexRows(corpora: readonly Corpus[], runs: number, peerOf: PeerOf): Promise<Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), "reticle-bench-index-"));
  const rows: Row[] = [];
  let caches = 0;
  const fresh = (): string => join(scratch, `cache-${caches++}`);
  try {
    for (const corpus of corpora) {
      const { name } = corpus;
      const keptCode = await keepCode(corpus.root, fresh());
      const builds: Build[] = [];
      const firstBuilds: Build[] = [];
      const first: number[] = [];
      for (let run = 0; run < Math.min(runs, name === "babel" ? 3 : runs); run++) {
        const used = fresh();
        cpSync(keptCode, join(used, "compile"), { recursive: true });
        builds.push(await build(corpus.root, used));
        firstBuilds.push(await build(corpus.root, fresh()));
        first.push(await firstAnswer(corpus, fresh()));
      }
      const files = builds[0]?.files ?? 0;
      const bar = BUILD_BARS[name] ?? 500 + files;
      const buildRow = { unit: "ms", bar, isGoal: true } as const;
      rows.push(
        {
          ...buildRow,
          measure: `${name}: cold build of the index, process start included`,
          value: median(builds.map(({ ms }) => ms)),
          note: `${files} files; code is kept from earlier use`,
        },
        {
          ...buildRow,
          measure: `${name}: cold build with an empty cache folder`,
          value: median(firstBuilds.map(({ ms }) => ms)),
          note: "the first use on a machine",
        },
        {
          measure: `${name}: first usable answer without an index`,
          unit: "ms",
          value: median(first),
          bar: 1_000,
          isGoal: true,
          ...besidesPeer(await peerOf(corpus), "buildMs"),
        },
        {
          measure: `${name}: resident memory during the build`,
          unit: "MB",
          value: megabytes(Math.max(...[...builds, ...firstBuilds].map(({ peakRssBytes }) => peakRssBytes))),
          bar: 450,
          note: "host and index process",
        },
      );
    }
    const biggest = corpora.at(-1);
    if (biggest !== undefined) {
      const value = await loopDelay(biggest.root, fresh());
      rows.push({
        measure: `${biggest.name}: event loop delay of the host during the build, p99.9`,
        unit: "ms",
        value,
        bar: 20,
        isGoal: true,
      });
      rows.push(...(await freshnessRows(biggest, scratch, runs)));
    }
    rows.push(...(await growthRows(scratch)));
    return rows;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
