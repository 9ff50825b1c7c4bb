import type { Readable } from "node:stream";
import type { StandardSchemaV1 } from "@modelcontextprotocol/server";
import type { Run } from "../../run/run.ts";
import { ClientRoots } from "./client-roots.ts";
import { createProtocolServer } from "./protocol-server.ts";
import type { ProtocolOutput } from "./stdout-guard.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** How long a call waits for the client to name its folders. */
const ROOTS_WAIT_MS = 2_000;
/** After that the client's answer about its folders is not expected any more; a late one still counts. */
const ROOTS_REQUEST_MS = 60_000;
/** Answers to what a client sent before it closed its side, as `printf … | reticle mcp` does. */
const LAST_ANSWERS_MS = 1_000;

export interface ConnectionOptions {
  readonly run: Run;
  readonly version: string;
  readonly input: Readable;
  readonly output: ProtocolOutput;
  /** Ends the connection at once, without waiting for answers. */
  readonly signal: AbortSignal;
  /** After each answer to tools/list; `isIdle` tells whether calls are in flight later on. */
  readonly onListed: (isIdle: () => boolean) => void;
  /** After the run has got other roots. Never rejects. */
  readonly onRoots?: () => Promise<void> | undefined;
  readonly log: (line: string) => void;
  readonly rootsWaitMs?: number;
}

/** Serves one client from its first line to its last. Resolves when it is gone and no call is left running. */
export async function serveConnection(options: ConnectionOptions): Promise<void> {
  const { run, log, signal } = options;
  const transport = new StdioTransport(options.input, options.output);
  const roots = new ClientRoots({
    list: () => server.request({ method: "roots/list" }, rootUris, { timeout: ROOTS_REQUEST_MS }),
    apply: async (folders) => {
      await run.setRoots(folders);
      void options.onRoots?.();
    },
    waitMs: options.rootsWaitMs ?? ROOTS_WAIT_MS,
    log,
  });
  let listedNames: string | undefined;
  const server = createProtocolServer({
    run,
    version: options.version,
    log,
    ready: () => {
      if (server.getClientCapabilities()?.roots !== undefined) roots.expect();
      return roots.settled();
    },
    onListed: () => {
      listedNames = toolNames(run);
      options.onListed(() => transport.inFlightCount === 0);
    },
  });
  const updateRoots = async (): Promise<void> => {
    if (server.getClientCapabilities()?.roots === undefined) return;
    await roots.refresh();
    // A project's settings can switch tools off, and which project it is was not known before.
    if (listedNames !== undefined && listedNames !== toolNames(run)) await server.sendToolListChanged();
  };
  const onRootsNews = (): void => {
    updateRoots().catch((error: unknown) => log(`roots: ${String(error)}`));
  };
  server.oninitialized = onRootsNews;
  server.setNotificationHandler("notifications/roots/list_changed", onRootsNews);

  await server.connect(transport);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  if (signal.aborted) stop();
  else signal.addEventListener("abort", () => stop(), { once: true });
  await Promise.race([transport.ended, stopped]);
  roots.abandon();
  if (!signal.aborted) await Promise.race([transport.idle(LAST_ANSWERS_MS), stopped]);
  await server.close();
}

/** Takes every URI: the SDK's own schema fails the whole list when one of them is not a file's. */
const rootUris: StandardSchemaV1<readonly string[]> = {
  "~standard": {
    version: 1,
    vendor: "reticle",
    validate: (result) => {
      const { roots } = result as { roots?: unknown };
      const isList = Array.isArray(roots) && roots.every(hasUri);
      return isList ? { value: roots.map(({ uri }) => uri) } : { issues: [{ message: "`roots` is no list of URIs" }] };
    },
  },
};

function hasUri(root: unknown): root is { uri: string } {
  return typeof root === "object" && root !== null && typeof (root as { uri?: unknown }).uri === "string";
}

function toolNames(run: Run): string {
  return run
    .tools()
    .map(({ name }) => name)
    .join();
}
