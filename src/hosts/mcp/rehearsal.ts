import { extname } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { ReticleError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { openRun } from "../../run/run.ts";
import type { RunServices } from "../../run/services.ts";
import { openWorkspace } from "../../workspace/workspace.ts";
import { serveConnection } from "./connection.ts";
import type { ProtocolOutput } from "./stdout-guard.ts";

/** A small file of ours that lies beside this one in sources and build, and what there is to find in it. */
const FOLDER = fileURLToPath(new URL("../../config/", import.meta.url));
const LANGUAGES: Readonly<Record<string, string>> = { ".ts": "typescript", ".js": "javascript" };
const NAME = "package-version";
const EXTENSION = extname(fileURLToPath(import.meta.url));
const FILE = NAME + EXTENSION;
/** The question that is mostly asked first; each more would keep some megabytes. */
const QUESTIONS: readonly Call[] = [["pilens_diagnostics", { source: "lsp", path: FILE }]];
const PATTERN = "JSON.parse($TEXT)";
const QUERY = "rehearse symbol search";
const PROTOCOL = "2025-06-18";

/**
 * Makes calls as a client would, from the line that comes in to the line that goes out, so that the
 * first call of the real client does not wait for the compilation of our code, the start of the process guard
 * and the disk. It reads a file of this package in a run of its own: nothing of it shows in what the
 * client's run tells about itself. Resolves with the lines that a client would have got.
 */
export async function rehearse(engine: Engine): Promise<readonly string[]> {
  const services = unbounded(engine);
  const search = await perform(services, [
    ["pilens_ast_grep_search", { pattern: PATTERN, lang: LANGUAGES[EXTENSION], paths: [FILE] }],
    ["ast_grep", { pattern: PATTERN, path: FILE }],
  ]);
  await engine.languageServers();
  await askIndex(engine);
  return [...search, ...(await askServers(services))];
}

type Call = readonly [name: string, input: object];

/** Resolves with the lines that went out. */
async function perform(services: RunServices, calls: readonly Call[]): Promise<readonly string[]> {
  const sent: string[] = [];
  const output: ProtocolOutput = {
    write: (text) => {
      sent.push(text);
      return true;
    },
    writableLength: 0,
    on: () => {},
    off: () => {},
  };
  const run = await openRun(services, { surface: "mcp", dialect: "mcp", cwd: FOLDER, hasRunTools: true });
  try {
    await serveConnection({
      run,
      version: "rehearsal",
      input: Readable.from(lines(calls)),
      output,
      signal: services.closing,
      onListed: () => {},
      log: () => {},
    });
  } finally {
    await run.dispose();
  }
  return sent;
}

/**
 * The whole way of questions to a language server, but for the server: what answers is in this process, and
 * goes with the rehearsal. No index is asked, because that would start its process.
 */
async function askServers(services: RunServices): Promise<readonly string[]> {
  const { createLanguageServers } = await import("../../lsp/fleet/fleet.ts");
  const { createRehearsalChildren } = await import("../../lsp/rehearsal/rehearsal-children.ts");
  const servers = createLanguageServers({
    children: createRehearsalChildren(),
    configFor: (root) => services.configFor(root),
  });
  try {
    return await perform(
      {
        ...services,
        languageServers: () => Promise.resolve(servers),
        index: () => Promise.reject(new ReticleError("cancelled", "no index is asked in a rehearsal")),
      },
      QUESTIONS,
    );
  } finally {
    await servers.dispose();
  }
}

/**
 * In the index of the client's folder, where there is one, a search and who uses a file: its first pages are read then.
 * No index process is started.
 */
async function askIndex(engine: Engine): Promise<void> {
  const workspace = await openWorkspace({ cwd: process.cwd() });
  const index = await engine.index();
  const database = await index.rehearse(workspace.rootOf(workspace.cwd) ?? workspace.cwd, engine.closing);
  if (database === undefined) return;
  const { planSearch } = await import("../../index/search/plan-search.ts");
  planSearch({ query: QUERY }).run(database);
  await import("../../index/graph/module-usage.ts");
  const { rehearseUsage } = await import("../../index/rehearse-usage.ts");
  rehearseUsage(database);
}

/** The engine without the bounds that keep clients out of our own files, and without its figures. */
function unbounded(engine: Engine): RunServices {
  return {
    tools: engine.tools,
    resources: engine.resources,
    children: engine.children,
    closing: engine.closing,
    eventLoopDelay: { enter: () => () => {} },
    syntax: () => engine.syntax(),
    structural: () => engine.structural(),
    index: () => engine.index(),
    loadedIndex: () => engine.loadedIndex(),
    languageServers: () => engine.languageServers(),
    changes: () => engine.changes(),
    announce: (changes) => engine.announce(changes),
    openWorkspace,
    configFor: (root) => engine.configFor(root),
    health: () => [],
    keepLog: () => Promise.resolve(""),
  };
}

function* lines(calls: readonly Call[]): Generator<Buffer> {
  const clientInfo = { name: "rehearsal", version: "1" };
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: PROTOCOL, capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    ...calls.map(([name, input], at) => ({ id: at + 2, method: "tools/call", params: { name, arguments: input } })),
  ];
  for (const message of messages) yield Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
