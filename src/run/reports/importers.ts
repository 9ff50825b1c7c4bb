import { canBeAsked } from "../../lsp/diagnostics/can-be-asked.ts";
import { runningServers } from "./diagnose.ts";
import type { ReportMemory, ReportView } from "./report-memory.ts";

/** Of all files that change together. */
const MAX_IMPORTERS = 8;
const MAX_CHANGED = 4;
/** For so long nobody else is expected to write a file that imports this one; those that this agent writes are looked at anyway. */
const KNOWN_MS = 30_000;

/**
 * Files that import what is about to change and that nobody has looked at yet: the change can break them. Only where
 * the index is at hand and a running server can be asked about them.
 */
export async function unseenImporters(
  paths: readonly string[],
  memory: ReportMemory,
  view: ReportView,
): Promise<readonly string[]> {
  const { ports, ledger } = memory;
  const servers = await runningServers(paths, ports, view);
  if (servers.length === 0) return [];
  const found = new Set<string>();
  for (const path of paths.slice(0, MAX_CHANGED)) {
    if (memory.importersAge(path) < KNOWN_MS) continue;
    for (const importer of await ports.importers(path, MAX_IMPORTERS)) found.add(importer);
  }
  const unseen = [...found]
    .filter((path) => !paths.includes(path) && ledger.versionOf(path) === undefined)
    .filter((path) => servers.some((server) => server.definition.role === "primary" && canBeAsked(server, path)))
    .slice(0, MAX_IMPORTERS);
  if (found.size > 0 && unseen.length === 0)
    for (const path of paths.slice(0, MAX_CHANGED)) memory.knowsImporters(path);
  return unseen;
}
