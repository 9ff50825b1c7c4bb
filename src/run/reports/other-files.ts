import { setTimeout as sleep } from "node:timers/promises";
import { settlesWithin } from "../../base/settles-within.ts";
import { canBeAsked } from "../../lsp/diagnostics/can-be-asked.ts";
import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import { languageIdOf } from "../../lsp/language-id.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import { diagnose, runningServers } from "./diagnose.ts";
import type { LateReports } from "./late-reports.ts";
import { linesOfOthers } from "./lines-of-others.ts";
import type { ReportMemory, ReportView } from "./report-memory.ts";
import { isSeenOutside, takeBefore } from "./seen-outside.ts";
import { serversOfBefore } from "./served-before.ts";

/** Of the files that a server has answered for, those it answered for last. */
const MAX_ASKED = 12;
/** Of the time that is left, what a result waits for other files; what is found later comes with a later result. */
const INLINE_SHARE = 0.3;
const MAX_WAIT_MS = 10_000;
/** A server that tells by itself what has changed in other files does so soon after. */
const PUBLISH_MS = 300;
/** Until the server has been asked about the changed files: our own work comes while it answers. */
const ASKED_MS = 5;
/** Beyond the answer about the changed files; who waits longer asks about the others instead. */
const MAX_COMPARING_MS = 250;

export interface OtherFiles {
  readonly memory: ReportMemory;
  readonly late: LateReports;
  readonly view: ReportView;
}

interface Change {
  readonly changes: readonly PathChange[];
  /** What the files were; undefined where that is not known. */
  readonly before: readonly (SourceDocument | undefined)[];
  /** What is wrong with them; never rejects. */
  readonly own: Promise<readonly FileReport[]>;
}

/** Undefined: nobody could look. */
type Look = Promise<readonly FileReport[] | undefined>;

/**
 * Begins to look at what the changes broke in other files, those of which the diagnostics before are known, beside the
 * question about the changed files (`own`) and behind it. Call what it returns when that is answered, with the time that
 * is left: it gives the lines. What takes longer comes with a later result.
 */
export function lookAtOthers(
  changes: readonly PathChange[],
  own: Promise<readonly FileReport[]>,
  { memory, late, view }: OtherFiles,
): (leftMs: number) => Promise<readonly string[]> {
  const change = { changes, before: takeBefore(changes, memory), own: own.catch((): readonly FileReport[] => []) };
  const task: Look = look(change, { memory, view }).catch((error: unknown) => {
    if (!memory.closing.aborted) memory.ports.degraded("other files", error);
    return undefined;
  });
  return async (leftMs) => {
    if (await settlesWithin(task, Math.max(0, leftMs * INLINE_SHARE))) return linesOfOthers(await task, memory);
    late.awaitOthers(task);
    return [];
  };
}

async function look(change: Change, { memory, view }: Omit<OtherFiles, "late">): Look {
  const { changes, own } = change;
  const { ports, closing: signal } = memory;
  const ids = whoAnswered(changes, memory) ?? confirmedBy(await own, changes, memory);
  const others = candidates(changes, ids, memory);
  if (others.length === 0) return memory.owesOthers ? undefined : [];
  if (!(await mayBeBroken(change, memory))) return [];
  memory.owesOthers = true;
  const silent = await thoseWhoPublish(others, memory, view);
  if (silent.length > 0) {
    await own;
    await publishedAnew(silent, memory);
  }
  return diagnose(others, {
    ports,
    view,
    signal,
    waitMs: MAX_WAIT_MS,
    servers: await serversOfBefore(memory, view),
  });
}

/** Servers that answered for the changed files before; undefined: of one of them it is not known. */
function whoAnswered(changes: readonly PathChange[], { served }: ReportMemory): ReadonlySet<string> | undefined {
  const ids = changes.flatMap(({ path }) => served.get(path) ?? []);
  return ids.length === changes.length ? new Set(ids) : undefined;
}

function confirmedBy(
  reports: readonly FileReport[],
  changes: readonly PathChange[],
  { served }: ReportMemory,
): ReadonlySet<string> {
  const gone = changes.flatMap(({ path, kind }) => (kind === "deleted" ? (served.get(path) ?? []) : []));
  const confirmed = reports.flatMap(({ primary }) => (primary?.state === "confirmed" ? [primary.id] : []));
  return new Set([...confirmed, ...gone]);
}

/** Files that one of these servers answered for before. */
function candidates(
  changes: readonly PathChange[],
  ids: ReadonlySet<string>,
  { served, ledger }: ReportMemory,
): readonly string[] {
  const changed = new Set(changes.map(({ path }) => path));
  return [...served]
    .filter(([path, id]) => ids.has(id) && !changed.has(path) && ledger.versionOf(path) !== undefined)
    .map(([path]) => path)
    .slice(-MAX_ASKED);
}

/** Also when an earlier change may have broken something that nobody has looked at since. */
async function mayBeBroken({ changes, before, own }: Change, memory: ReportMemory): Promise<boolean> {
  if (memory.owesOthers) return true;
  const { closing: signal } = memory;
  await sleep(ASKED_MS, undefined, { signal });
  // What cannot be compared may be anything.
  const comparison = isSeenOutside(changes, before, memory).catch(() => true);
  const patience = own.then(() => sleep(MAX_COMPARING_MS, true, { signal, ref: false })).catch(() => true);
  return Promise.race([comparison, patience]);
}

interface Publisher {
  /** Resolves with the server's next word on the file. */
  readonly next: (signal: AbortSignal) => Promise<unknown>;
}

/** Servers that cannot be asked about files, and publish what changed. */
async function thoseWhoPublish(
  paths: readonly string[],
  { ports, arrivals }: ReportMemory,
  view: ReportView,
): Promise<readonly Publisher[]> {
  const servers = await runningServers(paths, ports, view);
  return servers.flatMap((server) => {
    const after = arrivals.get(server) ?? server.published.arrivals;
    const own = paths.filter((path) => languageIdOf(server.definition, path) !== undefined);
    return own
      .filter((path) => !canBeAsked(server, path))
      .map((path) => ({ next: (signal: AbortSignal) => server.published.next(path, after, signal) }));
  });
}

/** Waits a moment for them. */
async function publishedAnew(publishers: readonly Publisher[], { closing }: ReportMemory): Promise<void> {
  const limit = AbortSignal.any([closing, AbortSignal.timeout(PUBLISH_MS)]);
  await Promise.allSettled(publishers.map(({ next }) => next(limit)));
}
