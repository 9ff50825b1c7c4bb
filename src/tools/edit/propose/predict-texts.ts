import { complete, type Coverage, coverageLine, emptyText } from "../../../base/coverage.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { FilePrediction, ProposedChange } from "../../../lsp/prediction/prediction.ts";
import type { TextChange } from "../../../workspace/changes/change-set.ts";
import type { ToolContext } from "../../core/context.ts";
import { type FileNews, newsLines, otherNewsLines, severeOf } from "../../diagnostics/news-lines.ts";

/** Below the calls' own deadline, so that an answer says what was not predicted in time. */
const PREDICT_MS = 20_000;
/** What servers are shown at once. */
export const MAX_PREDICTED_FILES = 300;
const MAX_NAMED = 3;
const MAX_REASONS = 4;
const ACCEPT = "what the result of resolve finds after accept tells, and undo takes the change back";

export interface Predicted {
  readonly report: readonly string[];
  readonly details: JsonObject;
}

/**
 * What the texts would break. "Nothing new" is said only when every server of every file has said so for
 * these very texts.
 */
export async function predictTexts(
  files: readonly TextChange[],
  { context, signal }: { readonly context: ToolContext; readonly signal: AbortSignal },
): Promise<Predicted> {
  if (files.length > MAX_PREDICTED_FILES)
    return render([], [], files, `it changes more than ${MAX_PREDICTED_FILES} files`);
  const { workspace, cwd } = context;
  const { predictChanges } = await import("../../../lsp/prediction/predict-changes.ts");
  const { newIn } = await import("../../../findings/new-in.ts");
  const changes = files.map(({ path, shown, before, after }): ProposedChange => ({
    file: { absolute: path, shown, kind: "file" },
    hash: before?.hash,
    text: after,
  }));
  const predictions = await context.phase("prediction", async () =>
    predictChanges(changes, {
      servers: await context.languageServers(),
      workspace,
      workspaceRoot: workspace.rootOf(cwd) ?? workspace.roots[0] ?? cwd,
      signal,
      until: performance.now() + PREDICT_MS,
    }),
  );
  const texts = new Map(files.map(({ path, before, after }) => [path, lineCount(after) - lineCount(before?.text)]));
  const news = predictions.map((one): FileNews & Pick<FilePrediction, "isChanged"> => ({
    shown: one.file.shown,
    findings: severeOf(newIn(one.before, one.after, texts.get(one.file.absolute) ?? 0)),
    isCompared: true,
    isChanged: one.isChanged,
  }));
  return render(
    predictions,
    news.filter(({ findings }) => findings.length > 0),
    files.filter(({ after }) => after === undefined),
  );
}

/** The texts on their way to somewhere else, and as many of them in `kept` as predictions look at. */
export async function* keepForPrediction(
  files: AsyncIterable<TextChange>,
  kept: TextChange[],
): AsyncGenerator<TextChange> {
  for await (const file of files) {
    if (kept.length <= MAX_PREDICTED_FILES) kept.push(file);
    yield file;
  }
}

function lineCount(text: string | undefined): number {
  return text === undefined ? 0 : text.split("\n").length;
}

function render(
  predictions: readonly FilePrediction[],
  news: readonly (FileNews & Pick<FilePrediction, "isChanged">)[],
  removed: readonly TextChange[],
  refusal?: string,
): Predicted {
  const coverage = refusal === undefined ? coverageOf(predictions, removed) : unavailable(refusal);
  const line = coverageLine(coverage);
  const found = [
    ...newsLines(news.filter(({ isChanged }) => isChanged)),
    ...otherNewsLines(news.filter(({ isChanged }) => !isChanged)),
  ];
  const nothing =
    coverage.state === "complete" ? [emptyText(complete, "Predicted: it introduces no new diagnostics.")] : [];
  const report = [
    ...(line === undefined ? [] : [line]),
    ...(found.length === 0 ? nothing : ["Predicted, if it is accepted:", ...found]),
  ];
  const introduced = news.reduce((sum, { findings }) => sum + findings.length, 0);
  return { report, details: { prediction: coverage.state, introduced } };
}

function coverageOf(predictions: readonly FilePrediction[], removed: readonly TextChange[]): Coverage {
  const servers = [...new Set(predictions.flatMap((one) => one.servers))];
  const gaps = new Map<string, string[]>();
  for (const { file, notPredicted } of predictions) {
    for (const reason of notPredicted) gaps.set(reason, [...(gaps.get(reason) ?? []), file.shown]);
  }
  // Files that no server is known for have nothing to be predicted.
  if (gaps.size === 0 && (servers.length > 0 || removed.length === 0)) return complete;
  if (gaps.size === 0) return unavailable(`what the removal of ${names(removed.map(({ shown }) => shown))} breaks`);
  const reasons = [...gaps].map(([reason, files]) => `${reason} (${names(files)})`);
  const missing = [...reasons.slice(0, MAX_REASONS), ...more(reasons.length - MAX_REASONS, "reason")].join("; ");
  if (servers.length === 0) return unavailable(missing);
  const looked = `what ${servers.join(", ")} would find`;
  return { state: "partial", looked, whole: "the diagnostics it would introduce", missing };
}

function unavailable(why: string): Coverage {
  return { state: "unavailable", what: `predicted diagnostics: ${why}`, remedy: ACCEPT };
}

function names(shown: readonly string[]): string {
  return [...shown.slice(0, MAX_NAMED), ...more(shown.length - MAX_NAMED, "file")].join(", ");
}

function more(count: number, noun: string): readonly string[] {
  return count <= 0 ? [] : [`${count} more ${noun}${count === 1 ? "" : "s"}`];
}
