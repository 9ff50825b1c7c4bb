import type { FileReport } from "../../../lsp/diagnostics/file-report.ts";
import { formatReports, reportDetails } from "../../diagnostics/format-reports.ts";
import { coverageOfReports } from "../../diagnostics/report-view.ts";
import { resolveFile, rootFor } from "../asking-in.ts";
import { checkDetails, type CheckView, coverageOfCheck, formatCheck } from "../check-view.ts";
import { type ActionCall, defineAction } from "./action.ts";

type DiagnosticsFacts =
  | { readonly kind: "file"; readonly report: FileReport }
  | { readonly kind: "project"; readonly check: CheckView };

/** Hints and information are for those who edit, not for those who ask what is broken. */
const THRESHOLD = "warning";
/** Below the call's own deadline, so that the answer says what was not done in time. */
const CHECK_MS = 26_000;

export const diagnosticsAction = defineAction<DiagnosticsFacts>({
  run: async (call) => {
    if (call.input.file === "*") {
      const check = await checkWorkspace(call);
      return { coverage: coverageOfCheck(check), facts: { kind: "project", check } };
    }
    const report = await reportOn(call);
    return { coverage: coverageOfReports([report]), facts: { kind: "file", report } };
  },
  format: ({ facts, coverage }) => {
    if (facts.kind === "project") return formatCheck(facts.check, coverage);
    return formatReports([facts.report], THRESHOLD)
      .map(({ text }) => text)
      .join("\n");
  },
  details: ({ facts }) =>
    facts.kind === "project" ? checkDetails(facts.check) : reportDetails([facts.report], THRESHOLD),
});

async function reportOn({ input, context, signal, asking }: ActionCall): Promise<FileReport> {
  const file = await resolveFile(input.file, context.argumentName("file"), context);
  const { servers, workspace, workspaceRoot, until } = await asking(file.absolute);
  const { diagnoseFile } = await import("../../../lsp/diagnostics/diagnose-file.ts");
  const report = await diagnoseFile(file, { servers, workspace, workspaceRoot, roles: "all", signal, until });
  context.writeReports.record([report]);
  return report;
}

/** The project's own tools, in place of language servers. */
async function checkWorkspace({ context, signal }: ActionCall): Promise<CheckView> {
  const { children, config } = context;
  const workspaceRoot = rootFor(context);
  const { checkProject } = await import("../../../lsp/checkers/check-project.ts");
  const until = performance.now() + CHECK_MS;
  return { ...(await checkProject({ workspaceRoot, config, children, signal, until })), workspaceRoot };
}
