import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { BareLanguageServer } from "../bare-language-server.ts";
import type { Corpus } from "../corpora.ts";
import { interleave, median, type Row } from "../measure.ts";
import { McpSession, type ServerCommand } from "../mcp-session.ts";
import { reticle } from "../peers.ts";

/** A TypeScript file, and a name on one of its lines. */
interface Place {
  readonly file: string;
  readonly symbol: string;
}

const known: Readonly<Record<string, Place>> = {
  vite: { file: "packages/vite/src/node/server/hmr.ts", symbol: "handleHMRUpdate" },
  babel: { file: "packages/babel-generator/src/printer.ts", symbol: "enterDelimited" },
};
interface RootedPlace extends Place {
  /** Absolute root of the server. */
  readonly root: string;
}
/** Over MCP, with the tools of one run, which the questions by name belong to. */
const withRunTools: ServerCommand = { ...reticle, args: [...reticle.args, "--run-tools"] };
export const BARE = "bare server";
const QUIET_MS = 2_000;
/** Until a question is warm: the code that asks it is compiled then. */
const WARM_ROUNDS = 10;

/** Diagnostics and questions by name, each against the same server with nothing in between. */
export async function languageServerRows(corpus: Corpus, runs: number): Promise<Row[]> {
  const place = await placeIn(corpus);
  if (place === undefined) return [];
  const rows = [await coldRow(corpus, place, runs), ...(await warmRows(corpus, place, runs))];
  return [...rows, await editRow(corpus, place, runs)];
}

/** The file that is measured in a corpus with TypeScript. */
export async function placeIn(corpus: Corpus): Promise<RootedPlace | undefined> {
  const place =
    known[corpus.name] ?? (corpus.file.endsWith(".ts") ? { file: corpus.file, symbol: corpus.symbol } : undefined);
  return place && { ...place, root: await rootFor(corpus, place.file) };
}

/** First diagnostics: ours from the call on a server that has just been greeted, the bare one's from its start. */
async function coldRow(corpus: Corpus, { file, root }: RootedPlace, runs: number): Promise<Row> {
  const path = join(corpus.root, file);
  const expected = { errors: 0 };
  const bare = async (): Promise<number> => {
    const server = await openBare(root, path);
    expected.errors = await server.errors(path);
    const ms = performance.now() - server.startedAt;
    await server.stop();
    return ms;
  };
  const ours = async (): Promise<number> => {
    const session = await openSession(corpus.root);
    const { ms } = await diagnose(session, file, expected.errors);
    await session.stop();
    return ms;
  };
  const times = await interleave(
    [
      { label: BARE, run: bare },
      { label: "Reticle", run: ours },
    ],
    runs,
  );
  return ratioRow(`${corpus.name}: first diagnostics of ${file.split("/").at(-1)}, cold`, times, 1.15);
}

async function warmRows(corpus: Corpus, { file, symbol, root }: RootedPlace, runs: number): Promise<Row[]> {
  const path = join(corpus.root, file);
  const text = readFileSync(path, "utf8");
  const position = positionOf(text, symbol);
  const line = position.line + 1;
  const bare = await openBare(root, path);
  const errors = await bare.errors(path);
  const session = await openSession(corpus.root);
  await diagnose(session, file, errors);
  const questions: readonly (readonly [string, object, object])[] = [
    ["definition", { position }, { action: "definition", file, line, symbol }],
    ["references", { position, context: { includeDeclaration: true } }, { action: "references", file, line, symbol }],
    ["hover", { position }, { action: "hover", file, line, symbol }],
    ["documentSymbol", {}, { action: "symbols", file }],
  ];
  const rows: Row[] = [];
  const add = async (what: string, askBare: () => Promise<unknown>, ask: () => Promise<number>): Promise<void> => {
    const contenders = [
      { label: BARE, run: () => timed(askBare) },
      { label: "Reticle", run: ask },
    ];
    for (let round = 0; round < WARM_ROUNDS; round += 1) for (const { run } of contenders) await run();
    rows.push(sumRow(`${corpus.name}: ${what}, warm`, await interleave(contenders, Math.max(runs, 15)), { moreMs: 5 }));
  };
  try {
    await add(
      "diagnostics",
      () => bare.errors(path),
      async () => (await diagnose(session, file, errors)).ms,
    );
    for (const [method, rest, args] of questions) {
      if (method === "references") await openUses(bare, session, { root: corpus.root, path, rest, args });
      await add(
        method,
        () => bare.ask(method, path, rest),
        () => asked(session, args),
      );
    }
  } finally {
    await Promise.all([bare.stop(), session.stop()]);
  }
  return rows;
}

/** What both are asked, and where. */
interface References {
  readonly root: string;
  readonly path: string;
  readonly rest: object;
  readonly args: object;
}

/** With one file open the server finds only some of the uses: it gets those open that it needs to find as many as we. */
async function openUses(bare: BareLanguageServer, session: McpSession, asked: References): Promise<void> {
  const { root, path, rest, args } = asked;
  const { text } = await session.call("lsp", args);
  for (const file of text.split("\n").map((line) => join(root, line))) {
    if (file !== path && file.endsWith(".ts") && existsSync(file)) bare.open(file, readFileSync(file, "utf8"));
  }
  const ours = Number(/^(\d+) references? of /m.exec(text)?.[1]);
  const found = (await bare.ask<readonly unknown[]>("references", path, rest)).length;
  if (found !== ours)
    throw new Error(`the bare server finds ${found} references, Reticle ${ours}: ${text.slice(0, 300)}`);
}

/** From a change of the text to what is wrong with it: on disk for us, as a change of the open document for the bare one. */
async function editRow(corpus: Corpus, { file, root }: RootedPlace, runs: number): Promise<Row> {
  const scratch = mkdtempSync(join(tmpdir(), "reticle-bench-edit-"));
  // A package of a repository is enough, and copied sooner.
  const from = nearestPackage(join(corpus.root, file), root);
  try {
    cpSync(from, scratch, { recursive: true });
    const times = await measureEdits(scratch, relative(from, join(corpus.root, file)), runs);
    return sumRow(`${corpus.name}: edit → new diagnostics`, times, { moreMs: 10 });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measureEdits(root: string, file: string, runs: number): Promise<Map<string, number[]>> {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const bare = await openBare(root, path);
  const errors = await bare.errors(path);
  const session = await openSession(root);
  await diagnose(session, file, errors);
  let version = 1;
  let isBroken = false;
  // Each round breaks what the one before had repaired, and the other way round.
  const next = (): { changed: string; errors: number } => {
    isBroken = !isBroken;
    return isBroken
      ? { changed: `${text}\nconst broken: number = "";\n`, errors: errors + 1 }
      : { changed: text, errors };
  };
  const expect = { changed: text, errors };
  const contenders = [
    {
      label: BARE,
      run: () =>
        timed(async () => {
          Object.assign(expect, next());
          bare.change(path, expect.changed, (version += 1));
          const found = await bare.errors(path);
          if (found !== expect.errors) throw new Error(`the bare server found ${found}, not ${expect.errors} errors`);
        }),
    },
    {
      label: "Reticle",
      run: async () => {
        writeFileSync(path, expect.changed);
        return (await diagnose(session, file, expect.errors)).ms;
      },
    },
  ];
  try {
    return await interleave(contenders, Math.max(runs, 15));
  } finally {
    await Promise.all([bare.stop(), session.stop()]);
  }
}

/** What our own process takes more than idle when three servers run. */
export async function languageServerMemoryRow(runs: number): Promise<Row> {
  const scratch = mkdtempSync(join(tmpdir(), "reticle-bench-lsp-"));
  const roots = ["a", "b", "c"].map((name) => join(scratch, name));
  for (const root of roots) {
    cpSync(join(import.meta.dirname, "../../test/fixtures/workspaces/diagnostics"), root, { recursive: true });
  }
  const grown: number[] = [];
  try {
    for (let round = 0; round < Math.min(runs, 3); round += 1) {
      const session = await openSession(scratch, roots);
      const idle = rssBytes(session.pid);
      for (const root of roots) await diagnose(session, join(root, "src/invoice.ts"), 3);
      grown.push((rssBytes(session.pid) - idle) / 1024 / 1024);
      await session.stop();
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return { measure: "our own memory over idle with three servers up", unit: "MB", value: median(grown), bar: 150 };
}

function rssBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

export async function openBare(root: string, path: string): Promise<BareLanguageServer> {
  const server = new BareLanguageServer(root);
  await server.initialize();
  server.open(path, readFileSync(path, "utf8"));
  return server;
}

/** Past the quiet moment in which a server rehearses. */
export async function openSession(root: string, roots: readonly string[] = [root]): Promise<McpSession> {
  const session = new McpSession(withRunTools, root, roots);
  await session.handshake();
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  return session;
}

async function diagnose(session: McpSession, file: string, errors: number): Promise<{ readonly ms: number }> {
  const answer = await session.call("pilens_diagnostics", { source: "lsp", path: file, severity: "error" });
  const found = /: (\d+) errors?\b/.exec(answer.text)?.[1] ?? (/^clean/m.test(answer.text) ? "0" : "no verdict");
  if (answer.isError || Number(found) !== errors) {
    throw new Error(`${file}: ${errors} errors expected, got ${found}: ${answer.text.slice(0, 300)}`);
  }
  return answer;
}

async function asked(session: McpSession, args: object): Promise<number> {
  const answer = await session.call("lsp", args);
  if (answer.isError || answer.text.startsWith("No "))
    throw new Error(`${JSON.stringify(args)}: ${answer.text.slice(0, 300)}`);
  return answer.ms;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The root that we start the server for, so that the bare one loads the same project. */
async function rootFor(corpus: Corpus, file: string): Promise<string> {
  const session = await openSession(corpus.root);
  await session.call("pilens_diagnostics", { source: "lsp", path: file });
  const { text } = await session.call("lsp", { action: "status", file });
  await session.stop();
  const root = /^- typescript \(.*\): running; root ([^,]+),/m.exec(text)?.[1];
  if (root === undefined) throw new Error(`no TypeScript server runs for ${file}: ${text.slice(0, 300)}`);
  return resolve(corpus.root, root);
}

export function nearestPackage(path: string, root: string): string {
  for (let folder = dirname(path); folder !== root && folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
  }
  return root;
}

function positionOf(text: string, symbol: string): { readonly line: number; readonly character: number } {
  const lines = text.split("\n");
  const line = lines.findIndex((one) => new RegExp(`\\b${symbol}\\(`).test(one));
  return { line, character: (lines[line] ?? "").indexOf(symbol) };
}

function ratioRow(measure: string, times: ReadonlyMap<string, readonly number[]>, bar: number): Row {
  const bare = median(times.get(BARE) ?? []);
  const ours = median(times.get("Reticle") ?? []);
  return { measure, unit: "×", value: ours / bare, bar, note: `${ours.toFixed(0)} ms, ${BARE} ${bare.toFixed(0)} ms` };
}

export function sumRow(
  measure: string,
  times: ReadonlyMap<string, readonly number[]>,
  { moreMs, bare: label = BARE }: { readonly moreMs: number; readonly bare?: string },
): Row {
  const bare = median(times.get(label) ?? []);
  const value = median(times.get("Reticle") ?? []);
  return { measure, unit: "ms", value, bar: bare + moreMs, peers: { [label]: bare } };
}
