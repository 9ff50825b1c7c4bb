import type { Coverage } from "../../../base/coverage.ts";
import { contains } from "../../../base/path-containment.ts";
import type { JsonObject } from "../../../base/json.ts";
import { coverageOfFile } from "../../diagnostics/report-view.ts";
import type { ResolvedPath } from "../../../workspace/workspace.ts";
import type { OperationCall, OperationAnswer, RunOperation } from "./operation.ts";

const MAX_DIAGNOSTICS = 200;

/** Of a file: an active look. Otherwise what servers have published so far, which checks nothing. */
export const workspaceDiagnostics: RunOperation = async (call) => {
  const { input, context } = call;
  const { workspace, cwd } = context;
  const target =
    input.path === undefined ? undefined : await workspace.resolve(input.path, context.argumentName("path"), cwd);
  return target?.kind === "file" ? ofFile(target, call) : snapshot(target, call);
};

async function ofFile(file: ResolvedPath, { asking }: OperationCall): Promise<OperationAnswer> {
  const { servers, workspace, signal, until, workspaceRoot } = await asking(file.absolute);
  const { diagnoseFile } = await import("../../../lsp/diagnostics/diagnose-file.ts");
  const { serverReports } = await import("../../../lsp/diagnostics/file-report.ts");
  const report = await diagnoseFile(file, { servers, workspace, signal, until, workspaceRoot, roles: "all" });
  const reports = serverReports(report);
  const diagnostics = reports.flatMap(({ id, diagnostics: list }) =>
    list.map(({ severity, line, column, message, code = "", source = "" }) => ({
      severity,
      line,
      character: column,
      message,
      ...(code === "" ? {} : { code }),
      ...(source === "" ? {} : { source }),
      server: id,
    })),
  );
  const { verdict, reason } = report;
  const status =
    verdict === "findings"
      ? "success"
      : verdict === "clean"
        ? "empty"
        : verdict === "unavailable"
          ? "no_server"
          : "error";
  const found = {
    status,
    filePath: file.shown,
    resultCount: diagnostics.length,
    diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS),
    notes: reports.map(({ id, evidence, state }) => `${id}: ${evidence ?? state}`),
    ...(status === "error" || status === "no_server" ? { errors: [`${verdict}: ${reason ?? "no verdict"}`] } : {}),
    metadata: { verdict },
  } as const;
  return { coverage: coverageOfFile(report), found };
}

async function snapshot(
  folder: ResolvedPath | undefined,
  { asking, context }: OperationCall,
): Promise<OperationAnswer> {
  const { servers, workspaceRoot } = await asking(folder?.absolute);
  const { workspace, cwd } = context;
  const { protocolLines, fromServerPosition } = await import("../../../lsp/position-encoding.ts");
  const { readDocument } = await import("../../../workspace/read-document.ts");
  const diagnostics: JsonObject[] = [];
  for (const server of servers.running(workspaceRoot)) {
    for (const { path, diagnostics: list } of server.published.all()) {
      if (list.length === 0 || (folder !== undefined && !contains(folder.absolute, path))) continue;
      const lines = await readDocument(path, path).then(
        ({ text }) => protocolLines(text),
        () => [],
      );
      for (const { range, message, severity = 1 } of list.slice(0, MAX_DIAGNOSTICS)) {
        const start = lines.length === 0 ? range.start : fromServerPosition(lines, range.start, server.encoding);
        const text = typeof message === "string" ? message : message.value;
        diagnostics.push({
          path: workspace.show(path, cwd),
          severity,
          line: start.line + 1,
          character: start.character + 1,
          message: text,
          server: server.id,
        });
      }
    }
  }
  const coverage: Coverage = {
    state: "partial",
    looked: "what servers have published so far",
    whole: folder?.shown ?? "the workspace",
    missing: "files that no server has looked at, and servers that only answer when asked",
  };
  const found = {
    status: "tracked_snapshot",
    resultCount: diagnostics.length,
    diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS),
    notes: ["a snapshot, not an active check: nothing here means clean"],
    hints: ["lens_diagnostics with source=lsp checks files"],
  } as const;
  return { coverage, found };
}
