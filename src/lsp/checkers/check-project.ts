import type { Config } from "../../config/config.ts";
import type { ChildProcesses } from "../../process/children.ts";
import { findStart } from "../probe/find-start.ts";
import type { CheckReport } from "./check-report.ts";
import type { Checker } from "./checker.ts";
import { checkers as allCheckers } from "./checkers.ts";
import { ProjectFiles } from "./project-files.ts";
import { runChecker } from "./run-checker.ts";

/** Checks are heavy: more at a time would only take longer each. */
const MAX_AT_A_TIME = 2;

export interface CheckRequest {
  /** Canonical absolute. */
  readonly workspaceRoot: string;
  readonly config: Config;
  readonly children: ChildProcesses;
  readonly signal: AbortSignal;
  /** `performance.now()` at which what still runs is ended. */
  readonly until: number;
  /** Default: all that we know. */
  readonly checkers?: readonly Checker[];
}

export interface ProjectCheck {
  /** One per language and project, in the order of the checkers; empty when there is no project here. */
  readonly reports: readonly CheckReport[];
  /** Projects that were left out because there are too many side by side. */
  readonly leftOut: number;
}

/**
 * Checks every project of a workspace with its language's tool, which changes no source file: the
 * workspace root where it is one, else those side by side in it. Rejects with the signal's reason, and
 * with `refused` for the home directory.
 */
export async function checkProject(request: CheckRequest): Promise<ProjectCheck> {
  const { workspaceRoot, signal, checkers = allCheckers } = request;
  const files = await ProjectFiles.look(workspaceRoot, signal);
  const byProject = new Map<string, { readonly root: string; readonly candidates: Checker[] }>();
  let leftOut = 0;
  for (const checker of checkers) {
    const { roots, left } = files.rootsFor(checker);
    leftOut = Math.max(leftOut, left);
    for (const root of roots) {
      const key = `${checker.language}\0${root}`;
      const project = byProject.get(key) ?? { root, candidates: [] };
      project.candidates.push(checker);
      byProject.set(key, project);
    }
  }
  const queue = [...byProject.values()].entries();
  const reports: CheckReport[] = [];
  const work = async (): Promise<void> => {
    for (const [at, { root, candidates }] of queue) reports[at] = await checkOne(root, candidates, files, request);
  };
  await Promise.all(Array.from({ length: MAX_AT_A_TIME }, work));
  return { reports, leftOut };
}

/** With the first of the candidates that can be used; when none can, says what the first one lacks. */
async function checkOne(
  root: string,
  candidates: readonly Checker[],
  files: ProjectFiles,
  request: CheckRequest,
): Promise<CheckReport> {
  const { workspaceRoot, config, children, signal, until } = request;
  let lack: CheckReport | undefined;
  for (const checker of candidates) {
    const { start, untrusted } = findStart({ row: checker, root, workspaceRoot, config });
    const isRefused = checker.runsProjectCode === true && !config.trust.isTrusted;
    if (start !== undefined && !isRefused) {
      const list = (...endings: readonly string[]) => Promise.resolve(files.below(root, endings));
      return runChecker({ checker, root, start, files: list, children, signal, until });
    }
    lack ??= notStarted(checker, root, start !== undefined || untrusted !== undefined);
  }
  if (lack === undefined) throw new RangeError("a project has a checker");
  return lack;
}

function notStarted({ id, title, language, install, commands }: Checker, root: string, isThere: boolean): CheckReport {
  const common = { id, title, language, root, problems: [], durationMs: 0 };
  if (!isThere) {
    const reason = `${commands[0]?.binary ?? title} is not on the PATH`;
    return { ...common, state: "missing", reason, remedy: install };
  }
  return {
    ...common,
    state: "untrusted",
    reason: `${title} runs programs that this checkout brings along, which is not trusted`,
    remedy: "trust the checkout: --trust, or its folder in `trustedRoots` of your settings",
  };
}
