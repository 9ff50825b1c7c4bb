import type { ResolvedPath, Workspace } from "../../workspace/workspace.ts";
import { countLines } from "../content-bound.ts";
import type { FileServers, LanguageServer, LanguageServers } from "../language-servers.ts";
import { type Collected, collectReport } from "./collect-report.ts";
import { type FileContent, hashNow, readContent } from "./file-content.ts";
import type { DiagnoseLimits, FileReport } from "./file-report.ts";
import { msUntil } from "./readiness.ts";
import { judge } from "./verdict.ts";

export interface DiagnoseRequest extends DiagnoseLimits {
  readonly servers: Pick<LanguageServers, "serversFor">;
  readonly workspace: Workspace;
  /** How long to wait for one server, in milliseconds; never beyond `until`. */
  readonly waitMsOf?: (server: LanguageServer) => number;
}

/** A file that changes while it is looked at is looked at once more. */
const ATTEMPTS = 2;
/** Of the time there is, for the start of servers. */
const START_SHARE = 0.9;

/**
 * What the language servers find in one file as it is on disk. Rejects with the signal's reason, and with
 * what the workspace throws for a file that cannot be read; everything else is in the report.
 */
export async function diagnoseFile(file: ResolvedPath, request: DiagnoseRequest): Promise<FileReport> {
  const startedAt = performance.now();
  const waited = (): { readonly waitedMs: number } => ({ waitedMs: performance.now() - startedAt });
  for (let attempt = 1; ; attempt += 1) {
    const content = await readContent(file, request.workspace);
    if (content.kind !== "text") return { ...unread(file, content), ...waited() };
    const { signal, roles, workspaceRoot, until } = request;
    const deadlineMs = Math.max(1, msUntil(until) * START_SHARE);
    const found = await request.servers.serversFor(file, { signal, deadlineMs, roles, workspaceRoot });
    const collected = await collectAll(file, found, request);
    const isSame = collected.every(({ text }) => text === undefined || text === content.text);
    if (isSame && (await hashNow(file, request.workspace)) === content.hash) {
      const reports = reportsOf(found, collected);
      const judged = judge(reports, found.missing);
      const version = { hash: content.hash, lineCount: countLines(content.text) };
      return { file, ...version, ...reports, ...judged, missing: found.missing, ...waited() };
    }
    if (attempt === ATTEMPTS || msUntil(until) === 0) return { ...changed(file, found), ...waited() };
  }
}

function collectAll(
  file: ResolvedPath,
  { primary, linters }: FileServers,
  { signal, until, waitMsOf }: DiagnoseRequest,
): Promise<readonly Collected[]> {
  const servers = primary === undefined ? linters : [primary, ...linters];
  return Promise.all(
    servers.map((server) => {
      const own = waitMsOf === undefined ? until : Math.min(until, performance.now() + waitMsOf(server));
      return collectReport(server, file, { signal, until: own });
    }),
  );
}

function reportsOf({ primary }: FileServers, collected: readonly Collected[]): Pick<FileReport, "primary" | "linters"> {
  const reports = collected.map(({ report }) => report);
  const [first, ...rest] = reports;
  return primary === undefined || first === undefined ? { linters: reports } : { primary: first, linters: rest };
}

function unread(
  file: ResolvedPath,
  { kind, reason }: Exclude<FileContent, { kind: "text" }>,
): Omit<FileReport, "waitedMs"> {
  return { file, verdict: kind, reason, linters: [], missing: [], isTimedOut: false };
}

function changed(file: ResolvedPath, { missing }: FileServers): Omit<FileReport, "waitedMs"> {
  const reason = "the file changed while it was being checked";
  return { file, verdict: "unconfirmed", reason, remedy: "ask again", linters: [], missing, isTimedOut: false };
}
