import { join } from "node:path";
import { styleText } from "node:util";

import type { Engine } from "../../../engine/engine.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { Run } from "../../../run/run.ts";
import type { ToolResult } from "../../../tools/core/result.ts";
import { ProgressBar } from "../progress-bar.ts";
import { requireFolder } from "../require-folder.ts";
import { withRun } from "../session.ts";
import { pickFiles } from "../tour/pick-files.ts";
import type { LanguagePick, Picks } from "../tour/pick-files.ts";
import { commandFor, excerpt } from "../tour/show-step.ts";
import { copyAlone, isRewritable, rewriteSteps } from "../tour/rewrite-steps.ts";
import { closingSteps, fileSteps, wholeIndexSteps } from "../tour/steps.ts";
import type { TourState, TourStep } from "../tour/steps.ts";
import { resultText } from "./call.ts";
import type { Command, CommandContext } from "./command.ts";

/** A repository that takes longer is shown with what is there by then. */
const WHOLE_INDEX_MS = 120_000;
const nothingLearned: TourState = { path: "", language: "", reads: [], hits: [] };

type StepOutcome = "answered" | "could not run" | "failed";

/** Everything a tour prints goes through here, so that it stops when nobody reads or the operator interrupts. */
interface Tour {
  readonly context: CommandContext;
  readonly run: Run;
  /** Canonical and absolute. */
  readonly folder: string;
  readonly outcomes: StepOutcome[];
}

export const tour: Command = async (context) => {
  const { invocation, io, signal } = context;
  const folder = await requireFolder(invocation.words[0] ?? invocation.roots[0] ?? ".", "DIR", io.cwd);
  const startedAt = performance.now();
  const picks = await pickFiles(folder, signal);
  await context.out.write(`${overview(picks, performance.now() - startedAt)}\n`);
  return withRun(context, { bounds: [picks.folder], cwd: picks.folder }, async (run, engine) => {
    const state: Tour = { context, run, folder: picks.folder, outcomes: [] };
    const shown: TourState[] = [];
    for (const pick of picks.languages) shown.push(...(await showFile(state, pick)));
    if (shown.length > 0) await showWholeIndex(state, engine, shown);
    await showRewrite(state, shown);
    await showSteps(state, closingSteps, nothingLearned);
    await context.out.write(`\n${summary(state.outcomes, performance.now() - startedAt)}\n`);
    return state.outcomes.includes("failed") ? 1 : 0;
  });
};

function overview({ folder, fileCount, coverageLine, languages }: Picks, ms: number): string {
  const lines = [
    `Tour of ${folder}: ${fileCount} files walked in ${Math.round(ms)} ms`,
    ...(coverageLine === undefined ? [] : [coverageLine]),
  ];
  if (languages.length === 0) {
    const reason =
      fileCount === 0 ? "it holds no file that is not ignored" : "none of its files is in a language with an outline";
    return [...lines, `Nothing to show: ${reason}. reticle tour DIR shows another folder.`].join("\n");
  }
  const rows = languages.map(({ language, fileCount: count, choice }) => {
    const shown = "path" in choice ? `shows ${choice.path}` : `shows none: ${choice.cannotShow}`;
    return `  ${language.title.padEnd(12)}${String(count).padStart(6)} files  ${shown}`;
  });
  return [...lines, ...rows].join("\n");
}

/** What was asked while the index was still being built, once more when it is whole. */
async function showWholeIndex(tour: Tour, engine: Engine, shown: readonly TourState[]): Promise<void> {
  const { io, signal } = tour.context;
  const bar = new ProgressBar(io.stderr);
  const onProgress = (done: number, total: number): void => bar.show(done, total, "files indexed");
  const index = await engine.index();
  await index.open(tour.folder, { waitMs: WHOLE_INDEX_MS, signal, onProgress }).finally(() => bar.clear());
  const state = shown.find(({ reads }) => reads.length > 0) ?? nothingLearned;
  await print(tour, `\n${heading(tour, "Once more, when the index is whole")}\n`);
  await showSteps(tour, wholeIndexSteps, state);
}

/** A change of a file, made and taken back on a copy. */
async function showRewrite(tour: Tour, shown: readonly TourState[]): Promise<void> {
  const state = shown.find(isRewritable);
  if (state === undefined || tour.context.signal.aborted) return;
  await using copy = await copyAlone(join(tour.folder, state.path));
  await print(tour, `\n${heading(tour, `A change, on a copy of ${state.path}`)}\n`);
  const context = { ...tour.context, invocation: { ...tour.context.invocation, roots: [] } };
  await withRun(context, { bounds: [copy.folder], cwd: copy.folder }, async (run) => {
    await showSteps({ ...tour, run }, rewriteSteps, { ...nothingLearned, path: copy.path, language: state.language });
    return 0;
  });
}

/** What was learned about the file; none: it is not shown. */
async function showFile(tour: Tour, { language, choice }: LanguagePick): Promise<TourState[]> {
  if (!("path" in choice)) return [];
  await print(
    tour,
    `\n${heading(tour, `${choice.path} (${language.title}, ${Math.ceil(choice.bytes / 1024)} KiB)`)}\n`,
  );
  const start = { ...nothingLearned, path: choice.path, language: language.id };
  return [await showSteps(tour, fileSteps, start)];
}

async function showSteps(tour: Tour, steps: readonly TourStep[], start: TourState): Promise<TourState> {
  let state = start;
  for (const step of steps) {
    if (tour.context.signal.aborted) return state;
    state = { ...state, ...(await showStep(tour, step, state)) };
  }
  return state;
}

/** Runs a step's attempts until one shows something and prints that one; resolves to what was learned. */
async function showStep(tour: Tour, step: TourStep, state: TourState): Promise<Partial<TourState>> {
  const plan = step.plan(state);
  if ("cannotRun" in plan) {
    tour.outcomes.push("could not run");
    await print(tour, `\n${heading(tour, step.title)}: could not run: ${plan.cannotRun}\n`);
    return {};
  }
  for (const [index, attempt] of plan.attempts.entries()) {
    const startedAt = performance.now();
    const result = await tour.run.call(attempt.tool, attempt.arguments, { signal: tour.context.signal });
    const took = `${(performance.now() - startedAt).toFixed(1)} ms`;
    const learned = result.isError ? undefined : learnFrom(step, result, attempt.arguments);
    const outcome = outcomeOf(step, result, learned);
    if (outcome === "could not run" && index < plan.attempts.length - 1) continue;
    tour.outcomes.push(outcome);
    const title = heading(tour, step.title);
    const verdict =
      outcome === "answered" ? `, ${took}` : outcome === "failed" ? ` FAILED, ${took}` : nothingShown(index + 1);
    await print(
      tour,
      `\n${title}${verdict}\n  $ ${commandFor(attempt.tool, attempt.arguments)}\n${excerpt(resultText(result))}\n`,
    );
    return learned ?? {};
  }
  return {};
}

function learnFrom(step: TourStep, { details = {} }: ToolResult, asked: JsonObject): Partial<TourState> | undefined {
  return step.learn === undefined ? {} : step.learn(details, asked);
}

function outcomeOf(step: TourStep, result: ToolResult, learned: Partial<TourState> | undefined): StepOutcome {
  if (!result.isError) return learned === undefined ? "could not run" : "answered";
  const isMiss = step.missKinds?.some((kind) => kind === result.details?.["errorKind"]) === true;
  return isMiss ? "could not run" : "failed";
}

function nothingShown(attempts: number): string {
  return `: could not run: nothing to show in ${attempts} ${attempts === 1 ? "attempt" : "attempts"}, the last was`;
}

function summary(outcomes: readonly StepOutcome[], ms: number): string {
  const count = (outcome: StepOutcome): number => outcomes.filter((each) => each === outcome).length;
  const parts = [
    `${count("answered")} answered`,
    `${count("could not run")} could not run`,
    `${count("failed")} failed`,
  ];
  return `${outcomes.length} steps in ${Math.round(ms)} ms: ${parts.join(", ")}`;
}

function heading({ context }: Tour, text: string): string {
  const { stdout } = context.io;
  return stdout.isTTY === true ? styleText("bold", text, { stream: stdout }) : text;
}

async function print({ context }: Tour, text: string): Promise<void> {
  await context.out.write(text);
}
