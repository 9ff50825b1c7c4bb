import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import type { LanguageServer, LanguageServers } from "../../lsp/language-servers.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { ReportPorts, ReportView } from "./report-memory.ts";

/** Groups of files with servers of their own that are asked side by side. */
const CONCURRENCY = 4;
/** Beyond the wait for answers: reading, probing, and what does not heed it. */
const GRACE_MS = 500;

export interface DiagnoseOptions {
  readonly ports: ReportPorts;
  readonly view: ReportView;
  readonly signal: AbortSignal;
  readonly waitMs: number;
  /** Default: whoever is found for a file now. */
  readonly servers?: Pick<LanguageServers, "serversFor" | "plan">;
}

/**
 * What servers say of files as they are on the disk, within the time; a file that has gone is left out. Rejects with
 * the signal's reason, and when the servers do not even take the question in time.
 */
export async function diagnose(paths: readonly string[], options: DiagnoseOptions): Promise<readonly FileReport[]> {
  if (paths.length === 0) return [];
  const { ports, view, signal, waitMs } = options;
  const { diagnosePaths } = await import("../../lsp/diagnostics/diagnose-paths.ts");
  const servers = options.servers ?? (await ports.servers());
  return diagnosePaths(
    paths.map((path) => fileOf(path, view)),
    {
      servers,
      workspace: view.workspace,
      workspaceRoot: view.workspace.rootOf(view.cwd) ?? view.cwd,
      roles: "all",
      concurrency: CONCURRENCY,
      waitMs,
      until: performance.now() + waitMs,
      signal: AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(waitMs) + GRACE_MS)]),
    },
  );
}

/** The servers that run for the workspace roots of these files. */
export async function runningServers(
  paths: readonly string[],
  ports: ReportPorts,
  { workspace, cwd }: ReportView,
): Promise<readonly LanguageServer[]> {
  const servers = await ports.servers();
  const roots = new Set(paths.map((path) => workspace.rootOf(path) ?? cwd));
  return [...new Set([...roots].flatMap((root) => servers.running(root)))];
}

export function fileOf(absolute: string, { workspace, cwd }: ReportView): ResolvedPath {
  return { absolute, shown: workspace.show(absolute, cwd), kind: "file" };
}
