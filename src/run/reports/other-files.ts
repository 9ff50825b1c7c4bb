import { settlesWithin } from "../../base/settles-within.ts";
import { canBeAsked } from "../../lsp/diagnostics/can-be-asked.ts";
import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import { languageIdOf } from "../../lsp/language-id.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";
import { diagnose, runningServers } from "./diagnose.ts";
import type { LateReports } from "./late-reports.ts";
import { linesOfOthers } from "./lines-of-others.ts";
import type { ReportMemory, ReportView } from "./report-memory.ts";

/** Of the files that a server has answered for, those it answered for last. */
const MAX_ASKED = 12;
/** Of the time that is left, what a result waits for other files; what is found later comes with a later result. */
const INLINE_SHARE = 0.3;
const MAX_WAIT_MS = 10_000;
/** A server that tells by itself what has changed in other files does so soon after. */
const PUBLISH_MS = 300;

export interface OtherFiles {
  readonly memory: ReportMemory;
  readonly late: LateReports;
  readonly view: ReportView;
  /** Of the time for the report. */
  readonly leftMs: number;
}

/** What the changes broke in other files: those of which the diagnostics before are known. */
export async function otherNews(
  changes: readonly PathChange[],
  reports: readonly FileReport[],
  { memory, late, view, leftMs }: OtherFiles,
): Promise<readonly string[]> {
  const others = candidates(changes, reports, memory);
  if (others.length === 0 || leftMs <= 0) return [];
  const task = look(others, memory, view).catch((error: unknown) => {
    if (!memory.closing.aborted) memory.ports.degraded("other files", error);
    return [];
  });
  if (await settlesWithin(task, leftMs * INLINE_SHARE)) return linesOfOthers(await task, memory);
  late.awaitOthers(task);
  return [];
}

/** Files that a server of the changed files answered for before. */
function candidates(
  changes: readonly PathChange[],
  reports: readonly FileReport[],
  { served, ledger }: ReportMemory,
): readonly string[] {
  const changed = new Set(changes.map(({ path }) => path));
  const gone = changes.flatMap(({ path, kind }) => (kind === "deleted" ? (served.get(path) ?? []) : []));
  const confirmed = reports.flatMap(({ primary }) => (primary?.state === "confirmed" ? [primary.id] : []));
  const answering = new Set([...confirmed, ...gone]);
  return [...served]
    .filter(([path, id]) => answering.has(id) && !changed.has(path) && ledger.versionOf(path) !== undefined)
    .map(([path]) => path)
    .slice(-MAX_ASKED);
}

async function look(paths: readonly string[], memory: ReportMemory, view: ReportView): Promise<readonly FileReport[]> {
  const { ports, closing: signal } = memory;
  await publishedAnew(paths, memory, view);
  return diagnose(paths, { ports, view, signal, waitMs: MAX_WAIT_MS });
}

/** Waits a moment for servers that cannot be asked and publish what changed. */
async function publishedAnew(
  paths: readonly string[],
  { ports, arrivals, closing }: ReportMemory,
  view: ReportView,
): Promise<void> {
  const servers = await runningServers(paths, ports, view);
  const limit = AbortSignal.any([closing, AbortSignal.timeout(PUBLISH_MS)]);
  const waits = servers.flatMap((server) => {
    const after = arrivals.get(server) ?? server.published.arrivals;
    const own = paths.filter((path) => languageIdOf(server.definition, path) !== undefined);
    return own.filter((path) => !canBeAsked(server, path)).map((path) => server.published.next(path, after, limit));
  });
  await Promise.allSettled(waits);
}
