import type { Location, SymbolInformation, WorkspaceSymbol } from "vscode-languageserver-protocol";
import { type Coverage, complete } from "../../base/coverage.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { LanguageServer } from "../language-servers.ts";
import { type Asking, ask, type NotAsked, notAsked, remainingMs } from "./asking.ts";
import { type RawLocation, rawLocation } from "./locations.ts";
import type { Outcome } from "./outcome.ts";
import { whenLoaded } from "../completeness/readiness.ts";
import { symbolKindName, type SymbolKindName } from "./symbol-kinds.ts";

export interface FoundSymbol {
  readonly name: string;
  readonly kind: SymbolKindName;
  readonly container: string;
  readonly location: RawLocation;
  readonly encoding: LanguageServer["encoding"];
}

const METHOD = "workspace/symbol";
const START = { line: 0, character: 0 } as const;

/** What one server made of the question. */
interface Reply {
  readonly server: LanguageServer;
  readonly symbols: readonly FoundSymbol[];
  readonly loading: readonly string[];
  readonly failure?: Error;
}

/**
 * Symbols of the workspace with a name like the query, best first. Asked are the servers of the
 * example files (one for each language is enough) and those that run already. Throws the first
 * failure when all of them fail.
 */
export async function workspaceSymbols(
  query: string,
  examples: readonly ResolvedPath[],
  asking: Asking,
): Promise<Outcome<readonly FoundSymbol[]>> {
  const startedAt = performance.now();
  const { servers, unserved } = await serversOf(examples, asking);
  const [first] = servers;
  if (first === undefined) {
    return unserved[0] ?? notAsked({ shown: "the workspace" }, [], performance.now() - startedAt);
  }
  const replies = await Promise.all(servers.map((server) => reply(server, query, asking)));
  const failed = replies.filter(({ failure }) => failure !== undefined);
  if (failed.length === replies.length && failed[0]?.failure !== undefined) throw failed[0].failure;
  return {
    isAsked: true,
    coverage: coverageOfAll({ replies, unserved, waitedMs: performance.now() - startedAt }),
    server: servers.map(({ name }) => name).join(", "),
    value: bestFirst(
      replies.flatMap(({ symbols }) => symbols),
      query,
    ),
  };
}

interface Served {
  readonly servers: readonly LanguageServer[];
  readonly unserved: readonly (NotAsked & { readonly shown: string })[];
}

async function serversOf(examples: readonly ResolvedPath[], asking: Asking): Promise<Served> {
  const { signal, workspaceRoot } = asking;
  const found = new Set(asking.servers.running(workspaceRoot).filter((server) => server.supports(METHOD)));
  const unserved: (NotAsked & { readonly shown: string })[] = [];
  const request = { signal, deadlineMs: remainingMs(asking) * 0.6, roles: "primary", workspaceRoot } as const;
  const startedAt = performance.now();
  await Promise.all(
    examples.map(async (file) => {
      const { primary, missing } = await asking.servers.serversFor(file, request);
      if (primary === undefined) {
        unserved.push({ ...notAsked(file, missing, performance.now() - startedAt), shown: file.shown });
      } else if (primary.supports(METHOD)) {
        // Some know no project before a file of it is open.
        await primary.open(file);
        found.add(primary);
      }
    }),
  );
  return { servers: [...found], unserved };
}

async function reply(server: LanguageServer, query: string, asking: Asking): Promise<Reply> {
  try {
    const loading = await whenLoaded(server, asking);
    const request = { method: METHOD, params: { query } };
    const answer = await ask<readonly (SymbolInformation | WorkspaceSymbol)[] | null>(server, request, asking, {
      feature: "workspace symbols",
    });
    const symbols = await Promise.all((answer ?? []).map((one) => foundSymbol(one, server, asking)));
    return { server, symbols, loading };
  } catch (error) {
    asking.signal.throwIfAborted();
    return { server, symbols: [], loading: [], failure: error as Error };
  }
}

async function foundSymbol(
  symbol: SymbolInformation | WorkspaceSymbol,
  server: LanguageServer,
  asking: Asking,
): Promise<FoundSymbol> {
  const { uri, range } = await locationOf(symbol, server, asking);
  return {
    name: symbol.name,
    kind: symbolKindName(symbol.kind),
    container: symbol.containerName ?? "",
    location: rawLocation(uri, range),
    encoding: server.encoding,
  };
}

/** A server may name the file only and tell the range when it is asked again. */
async function locationOf(
  symbol: SymbolInformation | WorkspaceSymbol,
  server: LanguageServer,
  asking: Asking,
): Promise<Location> {
  const { location } = symbol;
  if ("range" in location) return location;
  const options = { signal: asking.signal, deadlineMs: remainingMs(asking) };
  const resolved = await server
    .request<SymbolInformation | WorkspaceSymbol>("workspaceSymbol/resolve", symbol, options)
    .catch(() => symbol);
  return "range" in resolved.location ? resolved.location : { uri: location.uri, range: { start: START, end: START } };
}

interface All extends Pick<Served, "unserved"> {
  readonly replies: readonly Reply[];
  readonly waitedMs: number;
}

function coverageOfAll({ replies, unserved, waitedMs }: All): Coverage {
  const missing = [
    ...replies.flatMap(({ server, failure }) => (failure === undefined ? [] : [`${server.name} (${failure.message})`])),
    ...replies.flatMap(({ server, loading }) =>
      loading.length === 0 ? [] : [`what ${server.name} is loading (${loading.join(", ")})`],
    ),
    ...unserved.map(({ coverage, shown }) => `files like ${shown} (${coverage.what})`),
  ];
  if (missing.length === 0) return complete;
  const isNothing = replies.every(({ symbols }) => symbols.length === 0);
  const loading = replies.filter((one) => one.loading.length > 0);
  if (isNothing && loading.length === replies.length) {
    return { state: "pending", what: missing.join("; "), waitedMs };
  }
  const looked = replies.filter(({ failure }) => failure === undefined).map(({ server }) => server.name);
  return { state: "partial", looked: looked.join(", "), whole: "the workspace", missing: missing.join("; ") };
}

/** The name itself, then names that begin with the query, then those that hold it, then the servers' own likenesses. */
function bestFirst(symbols: readonly FoundSymbol[], query: string): readonly FoundSymbol[] {
  const wanted = query.toLowerCase();
  const rank = ({ name }: FoundSymbol): number => {
    const folded = name.toLowerCase();
    if (name === query) return 0;
    if (folded === wanted) return 1;
    if (folded.startsWith(wanted)) return 2;
    return folded.includes(wanted) ? 3 : 4;
  };
  return symbols.toSorted((a, b) => rank(a) - rank(b));
}
