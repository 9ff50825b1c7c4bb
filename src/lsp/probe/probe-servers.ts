import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import { homeFolder } from "../../config/home-folder.ts";
import { DiskLook } from "../../workspace/probe/disk-look.ts";
import { findRoot } from "../../workspace/probe/find-root.ts";
import { languageIdOf } from "../language-id.ts";
import type { ProbeRequest, ServerCandidate, ServerProbe } from "../server-probe.ts";
import type { ServerRow } from "../server-row.ts";
import { serverRows } from "../servers.ts";
import { probeServer } from "./candidate.ts";
import { configuredRows, type ConfiguredRow } from "./configured-rows.ts";
import { fileFolders } from "./file-folders.ts";
import { ProbeMemory } from "./probe-memory.ts";

export interface ProbeOptions {
  /** Default: every server that we know. */
  readonly rows?: readonly ServerRow[];
  /** The home directory, which is never a root. */
  readonly home?: string;
}

/** How many roots of one server a report names. */
const MAX_ROOTS = 20;

/** Looks at the disk in each call: what was found before counts only as long as that is unchanged. */
export function createServerProbe({
  rows = serverRows,
  home = homeFolder(process.env),
}: ProbeOptions = {}): ServerProbe {
  const known = new WeakMap<Config["servers"], readonly ConfiguredRow[]>();
  const probing = <R extends ProbeRequest>(request: R): R & Probing => {
    const { servers } = request.config;
    const configured = known.get(servers) ?? configuredRows(rows, request.config);
    known.set(servers, configured);
    return { ...request, configured, home, look: new DiskLook() };
  };
  const memory = new ProbeMemory();
  const forFile = (path: string, request: ProbeRequest): readonly ServerCandidate[] => {
    const { config, workspaceRoot, roles = "all" } = request;
    const key = [workspaceRoot, roles, path].join("\0");
    const known = memory.find(key, config);
    if (known !== undefined) return known;
    const asked = probing(request);
    const candidates = candidatesFor(path, asked);
    memory.keep(key, { config, look: asked.look, candidates });
    return candidates;
  };
  return {
    forFile: (path, request) => Promise.resolve(forFile(path, request)),
    forWorkspace: (request) => workspaceCandidates(probing(request)),
  };
}

interface Probing extends ProbeRequest {
  readonly configured: readonly ConfiguredRow[];
  readonly home: string;
  readonly look: DiskLook;
}

function candidatesFor(path: string, probing: Probing): ServerCandidate[] {
  return probing.configured
    .filter((one) => serves(one, path))
    .filter((one) => isWanted(one) && (probing.roles !== "primary" || one.row.role !== "linter"))
    .map((one) => probeServer(one, { ...probing, folder: dirname(path) }))
    .toSorted(byRank);
}

/** One candidate per server and root, for what the files and markers of the workspace call for. */
async function workspaceCandidates(probing: Probing): Promise<ServerCandidate[]> {
  const { workspaceRoot, config, configured } = probing;
  const folders = await fileFolders(workspaceRoot);
  const candidates = configured.flatMap((one) => {
    const isNamed = config.servers.has(one.row.id);
    if (!isNamed && !isWanted(one)) return [];
    const endings = Object.keys(one.row.languageIds);
    const starts = new Set(endings.flatMap((ending) => [...(folders.get(ending.toLowerCase()) ?? [])]));
    if (starts.size === 0 && (isNamed || isMarked(one.row, probing))) starts.add(workspaceRoot);
    const byRoot = new Map<string, ServerCandidate>();
    for (const folder of starts) {
      const candidate = probeServer(one, { ...probing, folder });
      byRoot.set(candidate.root ?? "", candidate);
      if (byRoot.size >= MAX_ROOTS) break;
    }
    // A root somewhere says more than the lack of one elsewhere.
    if (byRoot.size > 1) byRoot.delete("");
    return [...byRoot.values()];
  });
  return candidates.toSorted(byRank);
}

/** A linter of a kind that the project is not set up for would only be noise in a report. */
function isMarked({ rootMarkers, rootPolicy = "nearest", needsMarker = true }: ServerRow, probing: Probing): boolean {
  const { workspaceRoot, home, look } = probing;
  if (!needsMarker || rootMarkers.includes(".git")) return false;
  const search = { start: workspaceRoot, workspaceRoot, markers: rootMarkers, policy: rootPolicy, never: [home], look };
  return findRoot(search) !== undefined;
}

/** What is used on request only does not show up unless the settings name it. */
function isWanted({ row, setting }: ConfiguredRow): boolean {
  return row.isOptIn !== true || setting.enabled !== undefined;
}

function serves({ row }: ConfiguredRow, path: string): boolean {
  return languageIdOf(row, path) !== undefined;
}

function byRank(a: ServerCandidate, b: ServerCandidate): number {
  const rank = ({ definition }: ServerCandidate) => (definition.role === "primary" ? 0 : 1);
  return rank(a) - rank(b) || b.definition.priority - a.definition.priority;
}
