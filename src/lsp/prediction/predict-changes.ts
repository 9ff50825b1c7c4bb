import type { ResolvedPath } from "../../workspace/workspace.ts";
import { diagnosePaths, kindOf } from "../diagnostics/diagnose-paths.ts";
import type { FileReport } from "../diagnostics/file-report.ts";
import { msUntil } from "../diagnostics/readiness.ts";
import { languageIdOf } from "../language-id.ts";
import type { FileServers, LanguageServer } from "../language-servers.ts";
import { compareReports, serverIn } from "./compare-reports.ts";
import { dependantsOf } from "./dependants.ts";
import { predictWithServer, type ServerPrediction, type ServerTask } from "./predict-with-server.ts";
import type { FilePrediction, PredictRequest, ProposedChange } from "./prediction.ts";

/** Of the time there is, for the start of servers and for what they find now. */
const NOW_SHARE = 0.55;
/** Of the time there is, for taking the texts back. */
const RESTORE_MS = 2_000;
const GROUPS_AT_A_TIME = 4;

interface Written extends ProposedChange {
  readonly text: string;
}

/**
 * What the change would do to what the servers find, in the files that it changes and in some that may depend
 * on them. Nothing is written; afterwards every server has again what the disk holds. Rejects with the
 * signal's reason.
 */
export async function predictChanges(
  changes: readonly ProposedChange[],
  request: PredictRequest,
): Promise<readonly FilePrediction[]> {
  const { signal, until } = request;
  const early = { ...request, until: performance.now() + msUntil(until) * NOW_SHARE };
  const written = changes.filter((one): one is Written => one.text !== undefined);
  const found = await serversOf(written, early);
  const tasks = tasksOf(changes, found, request);
  const dependants = new Map<string, ResolvedPath>();
  for (const task of tasks.values()) for (const one of task.dependants) dependants.set(one.absolute, one);
  const there = written.filter(({ hash }) => hash !== undefined).map(({ file }) => file);
  const now = await reportsNow([...there, ...dependants.values()], early);
  const patience = { signal, until: until - RESTORE_MS };
  const predictions = new Map<LanguageServer, ServerPrediction>();
  await Promise.all(
    [...tasks]
      .filter(canCompare(now))
      .map(async ([server, task]) => predictions.set(server, await predictWithServer(server, task, patience))),
  );
  return [
    ...written.map((change) => {
      const { file, hash } = change;
      const { primary, linters, missing } = found.get(file.absolute) ?? NO_SERVERS;
      const servers = primary === undefined ? linters : [primary, ...linters];
      return compareReports({
        file,
        change: { hash },
        servers,
        missing,
        now: now.get(file.absolute),
        predictions,
        tasks,
      });
    }),
    ...[...dependants.values()].map((file) => {
      const servers = [...tasks].flatMap(([server, task]) => (task.dependants.includes(file) ? [server] : []));
      return compareReports({ file, servers, missing: [], now: now.get(file.absolute), predictions, tasks });
    }),
  ];
}

/** One that does not say what it finds now is not shown anything: nothing could be made of it. */
function canCompare(now: ReadonlyMap<string, FileReport>) {
  return ([{ id }, { texts, hasNew }]: readonly [LanguageServer, ServerTask]): boolean =>
    hasNew || texts.some(({ file }) => serverIn(now.get(file.absolute), id)?.state === "confirmed");
}

const NO_SERVERS: FileServers = { linters: [], missing: [] };

/** Looked for once for the files of one kind in a folder. */
async function serversOf(
  written: readonly Written[],
  { servers, workspace, workspaceRoot, signal, until }: PredictRequest,
): Promise<ReadonlyMap<string, FileServers>> {
  const byKind = new Map<string, Promise<FileServers>>();
  const found = new Map<string, FileServers>();
  for (const { file } of written) {
    const kind = kindOf(file);
    const root = workspace.rootOf(file.absolute) ?? workspaceRoot;
    const deadlineMs = Math.max(1, msUntil(until));
    const known =
      byKind.get(kind) ?? servers.serversFor(file, { signal, deadlineMs, roles: "all", workspaceRoot: root });
    byKind.set(kind, known);
    found.set(file.absolute, await known);
  }
  return found;
}

/** What each server that looks at documents has to do. */
function tasksOf(
  changes: readonly ProposedChange[],
  found: ReadonlyMap<string, FileServers>,
  { workspace }: PredictRequest,
): ReadonlyMap<LanguageServer, ServerTask> {
  const changed = new Set(changes.map(({ file }) => file.absolute));
  const all = new Set(
    [...found.values()].flatMap(({ primary, linters }) => [...(primary ? [primary] : []), ...linters]),
  );
  const able = [...all].filter(({ definition }) => definition.prediction !== "disk");
  return new Map(
    able.map((server) => {
      const mine = changes.filter(({ file }) => {
        const { primary, linters = [] } = found.get(file.absolute) ?? {};
        return primary === server || linters.includes(server);
      });
      const texts = mine.flatMap(({ file, text }) => (text === undefined ? [] : [{ file, text }]));
      const removed = changes
        .filter(({ file, text }) => text === undefined && languageIdOf(server.definition, file.absolute) !== undefined)
        .map(({ file }) => file.shown);
      const hasNew = mine.some(({ hash }) => hash === undefined);
      return [server, { texts, hasNew, removed, dependants: dependantsOf(server, changed, workspace) }];
    }),
  );
}

async function reportsNow(
  files: readonly ResolvedPath[],
  { until, ...request }: PredictRequest,
): Promise<ReadonlyMap<string, FileReport>> {
  const reports = await diagnosePaths(files, {
    ...request,
    until,
    roles: "all",
    concurrency: GROUPS_AT_A_TIME,
    waitMs: msUntil(until),
  });
  return new Map(reports.map((report) => [report.file.absolute, report]));
}
