import { isReticleError } from "../../base/errors.ts";
import type { ChildProcesses } from "../../process/children.ts";
import type { ServerStart } from "../server-probe.ts";
import type { CheckFacts, CheckProblem, CheckStep, Checker } from "./checker.ts";
import type { CheckReport, CheckState } from "./check-report.ts";

const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
const MAX_ASKED_BYTES = 1024 * 1024;
const ASK_MS = 10_000;
const SHOWN_LINES = 12;

export interface CheckerRun {
  readonly checker: Checker;
  readonly root: string;
  readonly start: ServerStart;
  readonly files: CheckFacts["files"];
  readonly children: ChildProcesses;
  readonly signal: AbortSignal;
  /** `performance.now()` at which it is ended. */
  readonly until: number;
}

interface StepOutcome {
  readonly problems: readonly CheckProblem[];
  /** Why the step does not count as a look. */
  readonly failure?: string;
  readonly isTimedOut?: boolean;
}

/** Runs a checker in a project, step by step. Rejects only with the signal's reason. */
export async function runChecker(run: CheckerRun): Promise<CheckReport> {
  const { checker, root } = run;
  const startedAt = performance.now();
  const steps = (await checker.plan?.(factsOf(run))) ?? [{ args: run.start.args }];
  const problems: CheckProblem[] = [];
  const failures = new Set<string>();
  let done = 0;
  let isTimedOut = false;
  for (const step of steps) {
    const outcome = await runStep(step, run);
    problems.push(...outcome.problems);
    if (outcome.failure !== undefined) failures.add(outcome.failure);
    isTimedOut = outcome.isTimedOut === true;
    if (isTimedOut) break;
    done += 1;
  }
  const { id, title, language, extent } = checker;
  return {
    id,
    title,
    language,
    root,
    problems: distinct(problems),
    durationMs: performance.now() - startedAt,
    ...(extent === undefined ? {} : { extent }),
    ...(steps.length === 1 ? {} : { steps: { done, total: steps.length } }),
    ...judge({ problems, failures: [...failures], isTimedOut, stepCount: steps.length, title }),
  };
}

interface Evidence {
  readonly problems: readonly CheckProblem[];
  readonly failures: readonly string[];
  readonly isTimedOut: boolean;
  readonly stepCount: number;
  readonly title: string;
}

function judge(evidence: Evidence): { state: CheckState; reason?: string; remedy?: string } {
  const { problems, failures, isTimedOut, stepCount, title } = evidence;
  if (isTimedOut) {
    const remedy = `ask again: what it has done so far helps; or run ${title} yourself`;
    return { state: "timed-out", reason: `${title} was not done in time`, remedy };
  }
  if (failures.length > 0) {
    return { state: "failed", reason: failures.join("\n"), remedy: `run ${title} yourself to see more` };
  }
  if (stepCount === 0) {
    return { state: "failed", reason: `${title} found nothing to check`, remedy: "see whether the project has files" };
  }
  return { state: problems.length === 0 ? "clean" : "problems" };
}

async function runStep(step: CheckStep, run: CheckerRun): Promise<StepOutcome> {
  const { checker, root, start, children, signal, until } = run;
  const leftMs = until - performance.now();
  if (leftMs <= 0) return { problems: [], isTimedOut: true };
  const timeout = AbortSignal.timeout(Math.ceil(leftMs));
  const cwd = step.cwd ?? root;
  try {
    const {
      code,
      signal: killedBy,
      stdout,
      stderr,
      isTruncated,
    } = await children.collect(start.executable, step.args, {
      cwd,
      env: environment(run),
      label: checker.title,
      signal: AbortSignal.any([signal, timeout]),
      maxStdoutBytes: MAX_OUTPUT_BYTES,
    });
    const text = stdout.toString("utf8");
    const file = step.file === undefined ? {} : { file: step.file };
    const problems = checker.read({ stdout: text, stderr, cwd, ...file });
    if (isTruncated) return { problems, failure: `${checker.title} printed more than is read` };
    const hasErrors = problems.some(({ severity }) => severity === "error");
    const isExpected = code === 0 || (hasErrors || problems.length > 0 ? isProblemCode(checker, code) : false);
    if (isExpected) return { problems };
    const how = code === null ? `was ended by ${killedBy ?? "a signal"}` : `ended with exit code ${code}`;
    return { problems, failure: `${checker.title} ${how} and ${lastWords(text, stderr)}` };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { problems: [], isTimedOut: true };
    if (!isReticleError(error)) throw error;
    return { problems: [], failure: error.message };
  }
}

function isProblemCode({ problemCodes = [1] }: Checker, code: number | null): boolean {
  return code !== null && problemCodes.includes(code);
}

function lastWords(stdout: string, stderr: string): string {
  const lines = `${stdout}\n${stderr}`.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) return "printed nothing";
  return `printed:\n${lines.slice(-SHOWN_LINES).join("\n")}`;
}

function environment({ checker, start }: CheckerRun): Readonly<Record<string, string>> {
  return { NO_COLOR: "1", TERM: "dumb", ...start.env, ...checker.env };
}

function factsOf(run: CheckerRun): CheckFacts {
  const { root, start, files, children, signal } = run;
  const { executable, args } = start;
  return {
    root,
    executable,
    args,
    files,
    ask: async (words) => {
      try {
        const asked = await children.collect(executable, words, {
          cwd: root,
          env: environment(run),
          label: run.checker.title,
          signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]),
          maxStdoutBytes: MAX_ASKED_BYTES,
        });
        return asked.code === 0 ? asked.stdout.toString("utf8") : "";
      } catch {
        signal.throwIfAborted();
        return "";
      }
    },
  };
}

function distinct(problems: readonly CheckProblem[]): CheckProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
