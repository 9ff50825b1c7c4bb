import { canBeAsked } from "../../lsp/diagnostics/can-be-asked.ts";
import { runningServers } from "./diagnose.ts";
import type { ReportMemory, ReportView } from "./report-memory.ts";

/** Of all files that change together. */
const MAX_IMPORTERS = 8;
const MAX_CHANGED = 4;

/**
 * Files that import what is about to change and that nobody has looked at yet: the change can break them. Only where
 * the index is at hand and a running server can be asked about them.
 */
export async function unseenImporters(
  paths: readonly string[],
  { ports, ledger }: ReportMemory,
  view: ReportView,
): Promise<readonly string[]> {
  const servers = await runningServers(paths, ports, view);
  if (servers.length === 0) return [];
  const found = new Set<string>();
  for (const path of paths.slice(0, MAX_CHANGED)) {
    for (const importer of await ports.importers(path, MAX_IMPORTERS)) found.add(importer);
  }
  return [...found]
    .filter((path) => !paths.includes(path) && ledger.versionOf(path) === undefined)
    .filter((path) => servers.some((server) => server.definition.role === "primary" && canBeAsked(server, path)))
    .slice(0, MAX_IMPORTERS);
}
