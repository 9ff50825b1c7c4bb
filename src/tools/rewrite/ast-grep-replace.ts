import { hash } from "node:crypto";
import { complete, type Coverage, emptyText, type Unavailable } from "../../base/coverage.ts";
import { shortenText } from "../../base/code-points.ts";
import { ReticleError } from "../../base/errors.ts";
import type { TextChange } from "../../workspace/changes/change-set.ts";
import type { ToolContext } from "../core/context.ts";
import { type Answer, defineTool, type TextSection } from "../core/declaration.ts";
import type { InferInput } from "../core/schema.ts";
import { commitTexts, type ReportedCommit } from "../edit/commit-texts.ts";
import { undoLine } from "../edit/undo-line.ts";
import { checkExclusive, checkPattern, metavariableNotes, refuseLookAlike } from "../search/check-input.ts";
import { countMatches, nothingText } from "../search/format-search.ts";
import { MAX_PATHS, MAX_PATTERN_CHARS, searchInput } from "../search/search-input.ts";
import { resolveScope, type SearchServices } from "../search/search-scope.ts";
import { countReplacements, plural, reportLines, reportSections } from "./format-report.ts";
import { drain, type RewriteReport, rewriteTree } from "./plan-rewrite.ts";

const { lang, strictness, insideKind, hasKind, hasDescendantKind, follows, precedes } = searchInput.properties;

const input = {
  type: "object",
  properties: {
    pattern: { type: "string", maxLength: MAX_PATTERN_CHARS },
    rewrite: { type: "string", description: "Code with its metavariables; empty deletes." },
    lang,
    paths: { type: "array", items: { type: "string" }, maxItems: MAX_PATHS },
    apply: { type: "boolean", default: false },
    strictness,
    insideKind,
    hasKind,
    hasDescendantKind,
    follows,
    precedes,
  },
  required: ["pattern", "rewrite", "lang"],
} as const;
type Input = InferInput<typeof input>;

type Facts = { readonly kind: "unavailable" } | Replaced;
interface Replaced {
  readonly kind: "preview" | "applied";
  readonly report: RewriteReport;
  readonly paths: readonly string[];
  readonly hints: readonly string[];
  readonly undoId: string | undefined;
}
interface Outcome {
  readonly facts: Replaced;
  readonly notes: readonly string[];
  /** What the change broke. */
  readonly report: readonly string[];
}

export const astGrepReplace = defineTool({
  name: "ast_grep_replace",
  mcp: { name: "pilens_ast_grep_replace", cwd: true },
  title: "Structural replace",
  tier: "write",
  description: "Rewrites code found by a pattern; only apply writes.",
  example: { pattern: "var $X = $V", rewrite: "let $X = $V", lang: "javascript" },
  input,
  needs: ["workspace", "parser"],
  parallel: false,
  run: async (given, context, signal): Promise<Answer<Facts>> => {
    checkPattern(given.pattern, false);
    checkExclusive(given);
    signal.throwIfAborted();
    const structural = await context.structural();
    const missing: Unavailable | undefined = structural.unavailable();
    if (missing !== undefined) return { coverage: missing, facts: { kind: "unavailable" } };
    refuseLookAlike(given.pattern, given.lang, structural.isWordy(given.lang));
    const replaced = await replace(given, { structural, context }, signal);
    const { coverage, result } = replaced.facts.report;
    const notes = metavariableNotes(given.pattern, result);
    return { coverage, facts: replaced.facts, notes: [...notes, ...replaced.notes], report: replaced.report };
  },
  format: ({ facts, coverage }, given) => {
    if (facts.kind === "unavailable") return "Nothing was searched and nothing changed.";
    if (facts.report.result.total === 0) return formatNothing(facts, coverage, given);
    return facts.report.files.size === 0 ? formatUnchanged(facts) : formatReplaced(facts, given);
  },
  details: ({ facts }) =>
    facts.kind === "unavailable"
      ? { available: false }
      : {
          matchCount: facts.report.result.total,
          applied: facts.kind === "applied",
          replacements: facts.report.replacements,
          files: [...facts.report.files].map(([shown, replacements]) => ({ path: shown, replacements })),
          ...(facts.undoId === undefined ? {} : { undoId: facts.undoId }),
        },
  summary: ({ facts }, given) => {
    if (facts.kind === "unavailable") return "structural search is not installed";
    const what = shortenText(given.pattern.replace(/\s+/g, " "), 80);
    return `${what}: ${countReplacements(facts.report)} ${facts.kind === "applied" ? "made" : "shown"}`;
  },
});

async function replace(given: Input, services: SearchServices, signal: AbortSignal): Promise<Outcome> {
  const { lang: language, rewrite, apply } = given;
  const { structural, context } = services;
  const scope = await resolveScope(given.paths, { id: language, argument: "lang" }, services);
  const query = queryOf(given);
  const changes: TextChange[] = [];
  const state: string[] = [];
  const { report } = await rewriteTree({ language, query, rewrite, scope }, { services, signal }, (files) =>
    drain(files, (file) => {
      state.push(`${file.path}\0${file.before?.hash ?? ""}`);
      if (apply) changes.push(file);
    }),
  );
  const hints = report.result.total === 0 ? structural.hints(language, query) : [];
  const facts = { report, paths: scope.paths, hints };
  const question = JSON.stringify([query, rewrite, language, scope.root, scope.paths]);
  const now = hash("sha1", state.join("\n"), "hex");
  const shown = context.previews.recall(question);
  if (!apply) {
    context.previews.remember(question, now);
    return { facts: { ...facts, kind: "preview", undoId: undefined }, notes: [], report: [] };
  }
  if (shown !== undefined && shown !== now) throw stalePreview();
  const { undoId, report: broken } = await write(changes, context, signal);
  context.previews.forget(question);
  const notes = shown === undefined && changes.length > 0 ? ["Applied without a preview in this run."] : [];
  return { facts: { ...facts, kind: "applied", undoId }, notes, report: broken };
}

async function write(
  changes: readonly TextChange[],
  context: ToolContext,
  signal: AbortSignal,
): Promise<Pick<ReportedCommit, "undoId" | "report">> {
  if (changes.length === 0) return { undoId: undefined, report: [] };
  return commitTexts("ast_grep_replace", changes, { context, signal });
}

function queryOf({ pattern, strictness: how, insideKind: inside, ...rest }: Input) {
  const { hasKind: has, hasDescendantKind: hasDeep, follows: after, precedes: before } = rest;
  return {
    pattern,
    strictness: how,
    insideKind: inside,
    hasKind: has,
    hasDescendantKind: hasDeep,
    follows: after,
    precedes: before,
  };
}

function stalePreview(): ReticleError {
  return new ReticleError("conflict", "the files are no longer as they were in the preview; no file was changed", {
    hint: "call again without apply to see what would change now, then apply that",
    data: { stalePreview: true },
  });
}

function formatReplaced({ kind, report, undoId }: Replaced, { lang: id }: Input): TextSection[] {
  const searched = plural(report.result.searched, `${id} file`);
  const head =
    kind === "applied"
      ? `Applied ${countReplacements(report)} (${searched} searched).`
      : `Preview: ${countReplacements(report)} (${searched} searched). Nothing is written; call again with apply=true to write it.`;
  const lines = [head, ...reportLines(report, id), ...undoLine(undoId)];
  return [{ label: "HEAD", text: lines.join("\n"), value: 100 }, ...reportSections(report)];
}

function formatUnchanged({ report: { result } }: Replaced): string {
  return `${countMatches(result)} already as the rewrite would make them; nothing to change.`;
}

function formatNothing({ report, paths, hints }: Replaced, coverage: Coverage, { lang: id }: Input): string {
  const next = `Next: call ast_grep_search with dump=true, lang=${id} and a piece of the code you expect in \`pattern\` to see its node kinds`;
  const head =
    coverage.state === "complete" ? emptyText(complete, "No matches; nothing to change.") : "Nothing was changed.";
  const outcome = { ...report.result, matches: [] };
  return `${head}\n${nothingText({ outcome, paths, hints }, coverage, { language: id, pathArgument: "paths", next })}`;
}
