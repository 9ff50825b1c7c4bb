import { type Coverage, emptyText, type Unavailable } from "../../base/coverage.ts";
import { shortenText } from "../../base/code-points.ts";
import type { JsonObject } from "../../base/json.ts";
import type { TextChange } from "../../workspace/changes/change-set.ts";
import { type Answer, defineTool, type TextSection } from "../core/declaration.ts";
import { keepForPrediction, predictTexts } from "../edit/propose/predict-texts.ts";
import { checkParameter } from "../edit/propose/propose-texts.ts";
import { astGrepInput } from "../search/ast-grep.ts";
import { checkPattern, metavariableNotes, refuseLookAlike } from "../search/check-input.ts";
import { countMatches, nothingText } from "../search/format-search.ts";
import { inferLanguage } from "../search/infer-language.ts";
import { scopeOf, targetsOf } from "../search/search-scope.ts";
import { countReplacements, plural, reportLines, reportSections } from "./format-report.ts";
import { type RewriteReport, rewriteTree } from "./plan-rewrite.ts";

const { pattern, path, language } = astGrepInput.properties;
const MAX_REWRITE_CHARS = 20_000;

type Facts = { readonly kind: "unavailable" } | Proposal;
interface Proposal {
  readonly kind: "proposal";
  readonly language: string;
  readonly report: RewriteReport;
  /** Undefined: there was nothing to stage. */
  readonly editId: string | undefined;
  readonly paths: readonly string[];
  readonly hints: readonly string[];
  /** For programs. */
  readonly prediction: JsonObject;
}

export const astEdit = defineTool({
  name: "ast_edit",
  title: "Propose a rewrite by shape",
  tier: "write",
  description:
    "Proposes a rewrite of all code of one shape and writes nothing: resolve accepts or discards it by its edit_id.",
  example: { pattern: "dispose($X)", rewrite: "$X.dispose()", language: "dart" },
  input: {
    type: "object",
    properties: {
      pattern,
      rewrite: {
        type: "string",
        maxLength: MAX_REWRITE_CHARS,
        description: "Code with metavariables of the pattern; empty deletes.",
      },
      path,
      language,
      check: checkParameter,
    },
    required: ["pattern", "rewrite"],
  },
  needs: ["workspace", "parser"],
  parallel: true,
  run: async (given, context, signal): Promise<Answer<Facts>> => {
    checkPattern(given.pattern, false);
    signal.throwIfAborted();
    const structural = await context.structural();
    const missing: Unavailable | undefined = structural.unavailable();
    if (missing !== undefined) return { coverage: missing, facts: { kind: "unavailable" } };
    const services = { structural, context };
    const targets = await targetsOf(given.path, context);
    const inferred =
      given.language === undefined
        ? await inferLanguage(targets, services, signal)
        : { language: given.language, note: undefined };
    refuseLookAlike(given.pattern, inferred.language, structural.isWordy(inferred.language));
    const scope = scopeOf(targets, { id: inferred.language, argument: "language", pathArgument: "path" }, services);
    const query = { pattern: given.pattern };
    const kept: TextChange[] = [];
    const { taken: editId, report } = await rewriteTree(
      { language: inferred.language, query, rewrite: given.rewrite, scope },
      { services, signal },
      (files, made) =>
        context.staged.stage({
          label: "ast_edit",
          files: given.check ? keepForPrediction(files, kept) : files,
          summary: () => countReplacements(made()),
        }),
    );
    const isChecked = given.check && editId !== undefined;
    const prediction = isChecked ? await predictTexts(kept, { context, signal }) : undefined;
    const hints = report.result.total === 0 ? structural.hints(inferred.language, query) : [];
    return {
      coverage: report.coverage,
      facts: {
        kind: "proposal",
        language: inferred.language,
        report,
        editId,
        paths: scope.paths,
        hints,
        prediction: prediction?.details ?? {},
      },
      report: prediction?.report ?? [],
      notes: [
        ...(inferred.note === undefined ? [] : [inferred.note]),
        ...metavariableNotes(given.pattern, report.result),
      ],
    };
  },
  format: ({ facts, coverage }) => {
    if (facts.kind === "unavailable") return "Nothing was searched and nothing staged.";
    if (facts.report.result.total === 0) return formatNothing(facts, coverage);
    return facts.editId === undefined ? formatUnchanged(facts) : formatProposal(facts, facts.editId);
  },
  details: ({ facts }) =>
    facts.kind === "unavailable"
      ? { available: false }
      : {
          language: facts.language,
          matchCount: facts.report.result.total,
          replacements: facts.report.replacements,
          files: [...facts.report.files].map(([shown, replacements]) => ({ path: shown, replacements })),
          filesThatNoLongerParse: facts.report.parse.broken.map((one) => one.path),
          ...(facts.editId === undefined ? {} : { editId: facts.editId }),
          ...facts.prediction,
        },
  summary: ({ facts }, given) => {
    if (facts.kind === "unavailable") return "structural search is not installed";
    const what = shortenText(given.pattern.replace(/\s+/g, " "), 80);
    return `${what}: ${countReplacements(facts.report)} proposed`;
  },
});

function formatProposal({ report, language: id }: Proposal, editId: string): TextSection[] {
  const searched = plural(report.result.searched, `${id} file`);
  const head = `(proposed) ${countReplacements(report)} (${searched} searched). Nothing is written yet: call resolve with edit_id "${editId}" and action accept or discard.`;
  return [
    { label: "HEAD", text: [head, ...reportLines(report, id)].join("\n"), value: 100 },
    ...reportSections(report),
  ];
}

function formatUnchanged({ report: { result } }: Proposal): string {
  return `${countMatches(result)} already as the rewrite would make them; nothing staged.`;
}

function formatNothing({ report, paths, hints, language: id }: Proposal, coverage: Coverage): string {
  const next =
    "Next: ast_grep_search with dump=true and a piece of the code you expect in `pattern` shows how it is read";
  const head = coverage.state === "complete" ? emptyText(coverage, "No matches; nothing staged.") : "Nothing staged.";
  const outcome = { ...report.result, matches: [] };
  return `${head}\n${nothingText({ outcome, paths, hints }, coverage, { language: id, pathArgument: "path", next })}`;
}
