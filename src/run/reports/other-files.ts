import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import { canBeAsked } from "../../lsp/diagnostics/can-be-asked.ts";
import { languageIdOf } from "../../lsp/language-id.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";
import { diagnose } from "./diagnose.ts";
import { type FileNews, newsOf, otherNewsLines } from "./news-lines.ts";
import { observationOf } from "./observation.ts";
import type { ReportMemory, ReportView } from "./report-memory.ts";

/** Of the files that the agent has looked at, those it looked at last. */
const MAX_ASKED = 12;
const MAX_WAIT_MS = 1_000;
/** A server that tells by itself what has changed in other files does so soon after. */
const PUBLISH_MS = 300;

export interface OtherFiles {
  readonly memory: ReportMemory;
  readonly view: ReportView;
  readonly signal: AbortSignal;
  /** Of the time for the report. */
  readonly leftMs: number;
}

/** What the changes broke in other files: those of which the agent, or we for it, had looked at the diagnostics. */
export async function otherNews(
  changes: readonly PathChange[],
  reports: readonly FileReport[],
  { memory, view, signal, leftMs }: OtherFiles,
): Promise<readonly string[]> {
  const others = candidates(changes, reports, memory);
  if (others.length === 0 || leftMs <= 0) return [];
  const waitMs = Math.min(leftMs, MAX_WAIT_MS);
  await publishedAnew(others, { memory, view, signal }, Math.min(waitMs, PUBLISH_MS));
  const news: FileNews[] = [];
  for (const report of await diagnose(others, { ports: memory.ports, view, signal, waitMs })) {
    const { absolute, shown } = report.file;
    const observation = observationOf(report);
    const version = memory.ledger.versionOf(absolute);
    if (observation === undefined || version === undefined) continue;
    if (version.hash !== observation.hash) {
      // Somebody else has changed it since.
      memory.ledger.know(absolute, observation);
      continue;
    }
    const own = newsOf(shown, memory.ledger.takeNew(absolute, observation));
    news.push(...own.filter(({ isCompared }) => isCompared));
  }
  return otherNewsLines(news);
}

/** Files that a server of the changed files answered for before. */
function candidates(
  changes: readonly PathChange[],
  reports: readonly FileReport[],
  memory: ReportMemory,
): readonly string[] {
  const changed = new Set(changes.map(({ path }) => path));
  const gone = changes.flatMap(({ path, kind }) => (kind === "deleted" ? (memory.served.get(path) ?? []) : []));
  const answering = new Set([
    ...reports.flatMap(({ primary }) => (primary?.state === "confirmed" ? [primary.id] : [])),
    ...gone,
  ]);
  return [...memory.served]
    .filter(([path, id]) => answering.has(id) && !changed.has(path) && memory.ledger.versionOf(path) !== undefined)
    .map(([path]) => path)
    .slice(-MAX_ASKED);
}

/** Waits a moment for servers that cannot be asked and publish what changed. */
async function publishedAnew(
  paths: readonly string[],
  { memory, view, signal }: Pick<OtherFiles, "memory" | "view" | "signal">,
  ms: number,
): Promise<void> {
  const { workspace, cwd } = view;
  const servers = await memory.ports.servers();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(ms))]);
  const waits = servers.running(workspace.rootOf(cwd) ?? cwd).flatMap((server) => {
    const after = memory.arrivals.get(server) ?? server.published.arrivals;
    const own = paths.filter((path) => languageIdOf(server.definition, path) !== undefined);
    return own.filter((path) => !canBeAsked(server, path)).map((path) => server.published.next(path, after, limit));
  });
  await Promise.allSettled(waits);
}
