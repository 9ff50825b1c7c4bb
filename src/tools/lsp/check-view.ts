import { complete, type Coverage, emptyText } from "../../base/coverage.ts";
import type { JsonObject } from "../../base/json.ts";
import { relativeOrAbsolute } from "../../base/path-containment.ts";
import type { ProjectCheck } from "../../lsp/checkers/check-project.ts";
import type { CheckReport } from "../../lsp/checkers/check-report.ts";
import type { CheckProblem } from "../../lsp/checkers/checker.ts";

/** A check of the whole workspace, and the root that its paths are shown from. */
export interface CheckView extends ProjectCheck {
  readonly workspaceRoot: string;
}

const MAX_SHOWN = 200;

/** Complete only when every project was looked at, in full. */
export function coverageOfCheck(view: CheckView): Coverage {
  const { reports, leftOut } = view;
  if (reports.length === 0) {
    const remedy = "no project file of a known language is here; name a file instead of *";
    return { state: "unavailable", what: "a checker for this workspace", remedy };
  }
  const gaps = [
    ...reports.flatMap((report) => gapOf(report, view) ?? []),
    ...(leftOut === 0 ? [] : [`${leftOut} more projects`]),
  ];
  if (gaps.length === 0) return complete;
  const looked = reports.filter(hasLooked);
  if (looked.length > 0) {
    const whole = `${reports.length + leftOut} project checks`;
    return { state: "partial", looked: String(looked.length), whole, missing: gaps.join("; ") };
  }
  const first = reports.find(({ state }) => state !== "timed-out");
  if (first === undefined) {
    return { state: "pending", what: gaps.join("; "), waitedMs: Math.max(...reports.map((one) => one.durationMs)) };
  }
  return { state: "unavailable", what: gaps.join("; "), remedy: first.remedy ?? "run the checker yourself" };
}

export function formatCheck(view: CheckView, coverage: Coverage): string {
  const { reports } = view;
  const room = { left: MAX_SHOWN };
  const sections = reports.filter((one) => hasLooked(one) || one.problems.length > 0 || one.state === "failed");
  if (sections.length === 0) return "Nothing was checked. This is not a clean result.";
  const texts = sections.map((report) => sectionText(report, view, room));
  const isAllClean = reports.every(({ state }) => state === "clean");
  if (isAllClean && coverage.state === "complete") return emptyText(coverage, texts.join("\n"));
  return texts.join("\n");
}

export function checkDetails({ reports, leftOut, workspaceRoot }: CheckView): JsonObject {
  return {
    leftOut,
    checks: reports.map(({ id, language, root, state, problems, durationMs }) => ({
      checker: id,
      language,
      root: relativeOrAbsolute(workspaceRoot, root),
      state,
      errors: problems.filter(({ severity }) => severity === "error").length,
      warnings: problems.filter(({ severity }) => severity === "warning").length,
      ms: Math.round(durationMs),
    })),
  };
}

function hasLooked({ state }: CheckReport): boolean {
  return state === "clean" || state === "problems";
}

function nameOf({ language, title, root }: CheckReport, { workspaceRoot }: CheckView): string {
  const place = relativeOrAbsolute(workspaceRoot, root);
  return `${language} (${title}${place === "." ? "" : ` in ${place}`})`;
}

/** What of the project was not looked at; undefined when all was. */
function gapOf(report: CheckReport, view: CheckView): string | undefined {
  const { state, extent, reason = "", steps, remedy } = report;
  const name = nameOf(report, view);
  switch (state) {
    case "clean":
    case "problems":
      return extent === undefined ? undefined : `${name}: ${extent}`;
    case "timed-out":
      return `${name}: not done in time${steps === undefined ? "" : `, ${steps.done} of ${steps.total} files`}`;
    case "failed":
      return `${name}: ${reason.split("\n")[0] ?? ""}`.replace(/ and printed:$/, "");
    case "missing":
    case "untrusted":
      return `${name}: ${reason} → ${remedy ?? ""}`;
  }
}

function sectionText(report: CheckReport, view: CheckView, room: { left: number }): string {
  const { state, problems, extent, reason } = report;
  const name = nameOf(report, view);
  const shown = problems.slice(0, room.left);
  room.left -= shown.length;
  const rest = problems.length - shown.length;
  const lines = [...shown.map((problem) => problemText(problem, view)), ...(rest > 0 ? [`… ${rest} more`] : [])];
  const limits = extent === undefined ? "" : `, ${extent}`;
  if (state === "clean") return `${name}: no problems${limits}`;
  const heading = `${name}: ${counts(problems)}${limits}`;
  if (state === "problems") return [heading, ...lines].join("\n");
  const head = state === "timed-out" ? `${heading} so far, not done in time` : `${name}: failed: ${reason ?? ""}`;
  return [head, ...lines].join("\n");
}

function counts(problems: readonly CheckProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
  if (warnings === 0) return plural(errors, "error");
  return errors === 0 ? plural(warnings, "warning") : `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
}

function problemText(problem: CheckProblem, { workspaceRoot }: CheckView): string {
  const { path, line, column, severity, code, message } = problem;
  const place = [
    path === undefined ? undefined : relativeOrAbsolute(workspaceRoot, path),
    line || undefined,
    column || undefined,
  ];
  const where = place.filter((part) => part !== undefined).join(":");
  return [where, severity, code, message].filter((part) => part !== undefined && part !== "").join(" ");
}
