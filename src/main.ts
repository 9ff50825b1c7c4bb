#!/usr/bin/env node
// This file must parse on every Node that people still have, so nothing is imported before the check.

const NEEDED = "22.19";
/** Clients end their servers without notice, so the compile cache is not left to the end of the process. */
const FLUSH_COMPILE_CACHE_MS = 1_500;

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED.split(".").map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

/** Spares the next process the compilation of what this one loads. Everything works without it, so no failure matters. */
async function useCompileCache(endsByItself = false): Promise<void> {
  try {
    const [{ loadConfig }, { makeFolder }] = await Promise.all([
      import("./config/load.ts"),
      import("./config/make-folder.ts"),
    ]);
    const { default: module } = await import("node:module");
    const cacheDir = loadConfig({ root: process.cwd(), env: process.env, isTrusted: false }).get("cacheDir");
    makeFolder(cacheDir);
    module.enableCompileCache(`${cacheDir}/compile`);
    if (!endsByItself) setTimeout(() => module.flushCompileCache(), FLUSH_COMPILE_CACHE_MS).unref();
  } catch {
    // The working directory may be gone, or the folder not writable.
  }
}

interface ServerFlags {
  readonly roots: readonly string[];
  readonly isTrusted: boolean;
  readonly switches: ReadonlySet<string>;
}

/** The flags of a command line that starts the server: its start does not wait for the code of all other commands. */
async function readServerFlags(argv: readonly string[]): Promise<ServerFlags | undefined> {
  if (argv[0] !== "mcp") return undefined;
  if (argv.length === 1) return { roots: [], isTrusted: false, switches: new Set() };
  const { parseCommandLine } = await import("./hosts/cli/parsing/parse.ts");
  try {
    const invocation = parseCommandLine(argv);
    return invocation.wantsHelp || invocation.wantsVersion ? undefined : invocation;
  } catch {
    // The command line will say what is wrong with it.
    return undefined;
  }
}

async function serve({ roots, isTrusted, switches }: ServerFlags): Promise<number> {
  const { serveMcp } = await import("./hosts/mcp/serve.ts");
  const code = await serveMcp({ bounds: roots, isTrusted, hasRunTools: switches.has("run-tools") });
  // The client is gone: nothing that is left over may keep the process.
  return process.exit(code);
}

/** Clients wait for their hooks, so that command does not wait for the code of all others. */
async function answerHook(argv: readonly string[]): Promise<never> {
  const [{ runHook }, { processIo }] = await Promise.all([
    import("./hosts/cli/hook/run-hook.ts"),
    import("./hosts/cli/io.ts"),
  ]);
  const client = argv.find((word) => !word.startsWith("-"));
  const flags = { client, isTrusted: argv.includes("--trust"), onAlone: () => useCompileCache() };
  const code = await runHook(flags, processIo());
  // What it wrote has left; nothing that is left over may keep the client waiting.
  return process.exit(code);
}

/**
 * What a build of an index waits for first is the thread that parses, so that starts before anything else is loaded but
 * where code is kept: the thread finds its own there.
 */
async function startParsing(argv: readonly string[]) {
  if (argv[0] !== "index" || argv.includes("--help") || argv.includes("-h")) return undefined;
  const [{ setFlagsFromString }, { ThreadLane }] = await Promise.all([
    import("node:v8"),
    import("./index/parse/thread-lane.ts"),
  ]);
  // Nearly all that a build makes is given up at once: with room for it, less is copied before. In MiB.
  setFlagsFromString("--min-semi-space-size=4");
  const thread = new ThreadLane();
  void thread.warm();
  return thread;
}

async function start(argv: readonly string[]): Promise<void> {
  if (argv[0] === "hook" && !argv.includes("--help") && !argv.includes("-h")) return answerHook(argv.slice(1));
  await useCompileCache(argv[0] === "index");
  const parseThread = await startParsing(argv);
  const flags = await readServerFlags(argv);
  let mcp = serve;
  if (flags !== undefined) {
    const failure = await serve(flags).catch((error: unknown) => error);
    mcp = () => Promise.reject(failure as Error);
  }
  const { runCli } = await import("./hosts/cli/cli.ts");
  process.exitCode = await runCli(argv, { mcp, parseThread });
  if (parseThread === undefined) return;
  await parseThread.dispose();
  // What it wrote has left, and a process that takes itself down piece by piece takes longer.
  process.exit();
}

if (isTooOld(process.versions.node)) {
  process.stderr.write(
    `reticle needs Node ${NEEDED} or newer, and this is Node ${process.versions.node} (${process.execPath}).\n` +
      `  Install a newer one from https://nodejs.org, or run it by its path: /path/to/node ${process.argv[1] ?? "reticle"}\n`,
  );
  process.exitCode = 1;
} else {
  await start(process.argv.slice(2));
}
