import { type Coverage, emptyText } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import type { ToolContext } from "../core/context.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import type { InferInput } from "../core/schema.ts";
import { diagnosticsInput } from "./diagnostics-input.ts";
import { formatReports, reportDetails, summaryLine } from "./format-reports.ts";
import { coverageOfReports, type Threshold } from "./report-view.ts";

type Input = InferInput<typeof diagnosticsInput>;

type DiagnosticsFacts =
  | { readonly kind: "session"; readonly paths: readonly string[] }
  | { readonly kind: "lsp"; readonly scope: "paths" | "workspace"; readonly reports: readonly FileReport[] };

const DEADLINE_MS = 55_000;
/** Below the deadline, so that what was found by then is the answer. */
const ANSWER_MS = 50_000;
/** For one file alone, and for each of several. */
const LONE_FILE_WAIT_MS = 30_000;
const FILE_WAIT_MS = 15_000;
const FOLDER_FILES = 100;
const WORKSPACE_FILES = 5_000;

export const lensDiagnostics = defineTool({
  name: "lens_diagnostics",
  mcp: { name: "pilens_diagnostics", cwd: true },
  title: "Diagnostics",
  tier: "read",
  description: "Lists what checkers found in this session, or what language servers find now.",
  example: { source: "lsp", paths: ["src/server.ts"] },
  input: diagnosticsInput,
  needs: ["workspace"],
  parallel: true,
  deadlineMs: DEADLINE_MS,
  run: (input, context, signal): Promise<Answer<DiagnosticsFacts>> =>
    input.source === "lsp" ? probe(input, context, signal) : Promise.resolve(sessionState(input, context)),
  format: ({ facts, coverage }, { severity }) => {
    if (facts.kind === "session") return sessionText(facts.paths);
    return facts.reports.length === 0 ? noFilesText(coverage) : formatReports(facts.reports, severity);
  },
  details: ({ facts }, { severity }) =>
    facts.kind === "session"
      ? { source: "session" }
      : { source: "lsp", scope: facts.scope, ...reportDetails(facts.reports, severity) },
  summary: ({ facts }, { severity }) =>
    facts.kind === "session" ? "no session findings" : summaryLine(facts.reports, severity satisfies Threshold),
});

/** Nothing is collected yet from one call to the next; a cache that is not there is no evidence of clean. */
function sessionState(input: Input, { argumentName }: ToolContext): Answer<DiagnosticsFacts> {
  const paths = namedPaths(input);
  const call = paths.length > 0 ? { source: "lsp", paths } : { source: "lsp", scope: "workspace" };
  const sent = Object.fromEntries(Object.entries(call).map(([name, value]) => [argumentName(name), value]));
  return {
    coverage: {
      state: "unavailable",
      what: "findings of this session (none are collected yet)",
      remedy: `ask the language servers now with ${JSON.stringify(sent)}`,
    },
    facts: { kind: "session", paths },
  };
}

function sessionText(paths: readonly string[]): string {
  const files = paths.map((path) => `${path}: no fresh state; source=lsp asks for one`);
  return ["Nothing was checked. This is not a clean result.", ...files].join("\n");
}

function noFilesText(coverage: Coverage): string {
  if (coverage.state !== "complete") return "Nothing was checked. This is not a clean result.";
  return emptyText(coverage, "There is no file of a kind that a language server knows. Nothing was checked.");
}

function namedPaths({ path, paths = [] }: Input): readonly string[] {
  return [...new Set([...(path === undefined ? [] : [path]), ...paths])];
}

async function probe(input: Input, context: ToolContext, signal: AbortSignal): Promise<Answer<DiagnosticsFacts>> {
  const until = performance.now() + ANSWER_MS;
  const named = namedPaths(input);
  const scope = named.length === 0 ? input.scope : "paths";
  if (named.length === 0 && scope !== "workspace") throw nothingNamed(context);
  const servers = await context.languageServers();
  const workspaceRoot = context.workspace.rootOf(context.cwd) ?? context.cwd;
  const { findTargets } = await import("./probe-targets.ts");
  const request = {
    paths: scope === "workspace" ? [context.cwd] : named,
    argument: context.argumentName(input.path === undefined ? "paths" : "path"),
    maxFiles: input.maxLspFiles ?? (scope === "workspace" ? WORKSPACE_FILES : FOLDER_FILES),
    includeGenerated: input.includeGenerated,
  };
  const targets = await context.phase("files", () => findTargets(request, { context, servers, signal }));
  const { diagnosePaths } = await import("../../lsp/diagnostics/diagnose-paths.ts");
  const reports = await context.phase("servers", () =>
    diagnosePaths(targets.files, {
      servers,
      workspace: context.workspace,
      workspaceRoot,
      signal,
      until,
      roles: input.serverScope,
      concurrency: Math.floor(input.concurrency),
      waitMs: input.waitMs ?? (targets.files.length === 1 ? LONE_FILE_WAIT_MS : FILE_WAIT_MS),
      onReport: (done, { file }) => context.progress(done, targets.files.length, file.shown),
    }),
  );
  context.writeReports.record(reports);
  return {
    coverage: joinCoverage(targets.coverage, coverageOfReports(reports)),
    facts: { kind: "lsp", scope: scope ?? "paths", reports },
    notes: [...targets.notes, ...unusedNotes(input)],
  };
}

function nothingNamed({ argumentName }: ToolContext): ReticleError {
  const [path, paths] = [argumentName("path"), argumentName("paths")];
  return new ReticleError("invalid_input", `\`${path}\` or \`${paths}\` is required with source=lsp`, {
    hint: "name files or folders, or pass scope=workspace for all of them",
  });
}

/** Arguments of the other source. */
function unusedNotes(input: Input): string[] {
  const unused = (["mode", "refreshRunners", "maxProjectFiles", "analysisRoot"] as const).filter((name) => {
    const value = input[name];
    return value !== undefined && value !== false && value !== "none";
  });
  return unused.length === 0 ? [] : [`no part in source=lsp: ${unused.join(", ")}`];
}

function joinCoverage(walk: Coverage, files: Coverage): Coverage {
  if (walk.state !== "partial") return files;
  if (files.state !== "partial") return files.state === "complete" ? walk : files;
  const looked = Number(files.looked);
  return { ...walk, looked: String(looked), missing: `${files.missing}; ${walk.missing}` };
}
