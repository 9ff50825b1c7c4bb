import { complete, type Coverage } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import type { ProjectReport } from "../../index/project/project-report.ts";
import { defineTool, type Answer } from "../core/declaration.ts";
import { focusNotes, parseFocus } from "../reading/recommended-reads.ts";
import { formatProject, formatProjectJson, type NextRead } from "./project-text.ts";

const INDEX_WAIT_MS = 1_000;

const input = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 100, default: 10, description: "Rows per section." },
    focus: { type: "string", description: "Words that rank the rows." },
    view: { type: "string", enum: ["default", "compact"], default: "default" },
  },
} as const;

interface ProjectFacts {
  /** Undefined: the index has no slice yet to tell from. */
  readonly report: ProjectReport | undefined;
  readonly nextRead: NextRead;
}

export const projectReport = defineTool({
  name: "pilens_project_report",
  mcp: { name: "pilens_project_report", cwd: true },
  pi: false,
  title: "Project report",
  tier: "read",
  description: "Maps the project: hubs, entry points, folders, cycles, risks, likely dead code.",
  example: { view: "compact" },
  input,
  needs: ["workspace"],
  parallel: true,
  run: async ({ limit, focus: focusText }, context, signal): Promise<Answer<ProjectFacts>> => {
    const root = context.workspace.rootOf(context.cwd);
    if (root === undefined) {
      throw new ReticleError("invalid_input", `\`cwd\` "${context.cwd}" lies in no root of this run`, {
        hint: "name a folder inside a root",
      });
    }
    context.workspace.refuseHomeWalk(root);
    const focus = parseFocus(focusText);
    const { readProjectReport } = await import("../../index/project/project-report.ts");
    const view = await context.phase("index", async () =>
      (await context.index()).open(root, {
        waitMs: INDEX_WAIT_MS,
        signal,
        onProgress: (done, total) => context.progress(done, total, "files indexed"),
      }),
    );
    const nextRead: NextRead = (path) => context.nextCall("module_report", { path });
    const notes = [...view.notes, ...focusNotes(focusText, focus)];
    if (view.files === 0 && view.coverage.state !== "complete") {
      return { coverage: view.coverage, facts: { report: undefined, nextRead }, notes };
    }
    const report = await context.phase("graph", () => readProjectReport(view, { limit, focus: focus.tokens }, signal));
    return { coverage: report.trust.coverage, facts: { report, nextRead }, notes };
  },
  format: ({ facts: { report, nextRead }, coverage }, { view }) => {
    if (report === undefined) return coldText(coverage);
    return view === "compact" ? formatProject(report) : formatProjectJson(report, nextRead);
  },
  details: ({ facts: { report } }) => ({ available: report !== undefined }),
  summary: ({ facts: { report } }) =>
    report === undefined
      ? "not available yet"
      : `${report.trust.files} files, ${report.hubs.total} hubs, ${report.folders.cycles.length} cycles`,
});

function coldText(coverage: Coverage): string {
  const unavailableReason =
    coverage.state === complete.state ? "empty" : coverage.state === "pending" ? "building" : "last-build-failed";
  const hint =
    coverage.state === "pending"
      ? "the index is being built in the background: ask again"
      : "lens_health says what failed";
  return JSON.stringify({ available: false, unavailableReason, hint });
}
