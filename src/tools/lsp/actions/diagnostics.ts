import type { Coverage } from "../../../base/coverage.ts";
import type { FileReport } from "../../../lsp/diagnostics/file-report.ts";
import { formatReports, reportDetails } from "../../diagnostics/format-reports.ts";
import { coverageOfReports } from "../../diagnostics/report-view.ts";
import { resolveFile } from "../asking-in.ts";
import { type ActionCall, defineAction } from "./action.ts";

type DiagnosticsFacts =
  | { readonly kind: "file"; readonly report: FileReport }
  /** The whole project, and nothing that could check it. */
  | { readonly kind: "project" };

/** Hints and information are for those who edit, not for those who ask what is broken. */
const THRESHOLD = "warning";

const noChecker: Coverage = {
  state: "unavailable",
  what: "the project's checker",
  remedy: "run it yourself, or ask lens_diagnostics with source=lsp and scope=workspace",
};

export const diagnosticsAction = defineAction<DiagnosticsFacts>({
  run: async (call) => {
    if (call.input.file === "*") return { coverage: noChecker, facts: { kind: "project" } };
    const report = await reportOn(call);
    return { coverage: coverageOfReports([report]), facts: { kind: "file", report } };
  },
  format: ({ facts }) => {
    if (facts.kind === "project") return "Nothing was checked. This is not a clean result.";
    return formatReports([facts.report], THRESHOLD)
      .map(({ text }) => text)
      .join("\n");
  },
  details: ({ facts }) => (facts.kind === "project" ? { asked: false } : reportDetails([facts.report], THRESHOLD)),
});

async function reportOn({ input, context, signal, asking }: ActionCall): Promise<FileReport> {
  const file = await resolveFile(input.file, context.argumentName("file"), context);
  const { servers, workspace, workspaceRoot, until } = await asking(file.absolute);
  const { diagnoseFile } = await import("../../../lsp/diagnostics/diagnose-file.ts");
  return diagnoseFile(file, { servers, workspace, workspaceRoot, roles: "all", signal, until });
}
