import type { Coverage, Unavailable } from "../../base/coverage.ts";
import { shortenText } from "../../base/code-points.ts";
import type { JsonObject } from "../../base/json.ts";
import type { SearchOutcome } from "../../syntax/structural/search-outcome.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import type { InferInput } from "../core/schema.ts";
import { checkPattern, metavariableNotes, refuseLookAlike } from "./check-input.ts";
import { count, countMatches, matchLegend, nothingText } from "./format-search.ts";
import { inferLanguage } from "./infer-language.ts";
import { renderMatches } from "./render-match.ts";
import { languages, MAX_PATTERN_CHARS } from "./search-input.ts";
import { scopeOf, targetsOf } from "./search-scope.ts";
import { searchTree } from "./search-tree.ts";
import type { SyntaxCheck } from "./syntax-check.ts";

const MAX_RESULTS = 500;
/** Lines around a match in the read that shows its context. */
const MARGIN = 3;
const MAX_DETAIL_CHARS = 200;

export const astGrepInput = {
  type: "object",
  properties: {
    pattern: {
      type: "string",
      minLength: 1,
      maxLength: MAX_PATTERN_CHARS,
      description:
        "A code fragment; $X stands for one node, $$$X for any number, $_ for one that is not captured. The same $X twice: the same text.",
    },
    path: { type: "string", minLength: 1, description: "File or directory; default: the whole workspace." },
    language: {
      type: "string",
      enum: languages,
      description: "Default: that of the file, or the only one in the directory.",
    },
    max_results: { type: "integer", minimum: 1, maximum: MAX_RESULTS, default: 50 },
  },
  required: ["pattern"],
} as const;

type Input = InferInput<typeof astGrepInput>;

type Facts = { readonly kind: "unavailable" } | MatchFacts;
interface MatchFacts {
  readonly kind: "matches";
  readonly language: string;
  /** Its matches are those that are shown. */
  readonly outcome: SearchOutcome;
  readonly syntax: SyntaxCheck | undefined;
  readonly texts: readonly string[];
  readonly paths: readonly string[];
  readonly hints: readonly string[];
}

export const astGrep = defineTool({
  name: "ast_grep",
  title: "Find code by shape",
  tier: "read",
  description:
    "Finds code by its shape: a fragment parsed by the grammar of the files, however it is spaced, wrapped or commented, and never inside strings or comments.",
  example: { pattern: "if ($X != null) $X.dispose()", language: "dart" },
  input: astGrepInput,
  needs: ["workspace", "parser"],
  parallel: true,
  run: async (given, context, signal): Promise<Answer<Facts>> => {
    const { pattern } = given;
    checkPattern(pattern, false);
    signal.throwIfAborted();
    const structural = await context.structural();
    const missing: Unavailable | undefined = structural.unavailable();
    if (missing !== undefined) return { coverage: missing, facts: { kind: "unavailable" } };
    const services = { structural, context };
    const targets = await targetsOf(given.path, context);
    const { language, note } =
      given.language === undefined
        ? await inferLanguage(targets, services, signal)
        : { language: given.language, note: undefined };
    refuseLookAlike(pattern, language, structural.isWordy(language));
    const named = { id: language, argument: "language", pathArgument: "path" };
    const scope = scopeOf(targets, named, services);
    const query = { pattern };
    const { outcome, syntax } = await searchTree(
      { language, query, scope, skip: 0, limit: given.max_results, checksSyntax: "always" },
      services,
      signal,
    );
    const texts = renderMatches(outcome.matches, { margin: MARGIN });
    return {
      coverage: outcome.coverage,
      facts: {
        kind: "matches",
        language,
        outcome: { ...outcome, matches: outcome.matches.slice(0, texts.length) },
        syntax,
        texts,
        paths: scope.paths,
        hints: outcome.total === 0 ? structural.hints(language, query) : [],
      },
      notes: [...(note === undefined ? [] : [note]), ...metavariableNotes(pattern, outcome)],
    };
  },
  format: ({ facts, coverage }, given) => {
    if (facts.kind === "unavailable") return "Nothing was searched.";
    return facts.outcome.total === 0 ? formatNothing(facts, coverage) : formatMatches(facts, given);
  },
  details: ({ facts }) => (facts.kind === "unavailable" ? { available: false } : matchDetails(facts)),
  summary: ({ facts }, { pattern }) => {
    if (facts.kind === "unavailable") return "structural search is not installed";
    const what = shortenText(pattern.replace(/\s+/g, " "), 80);
    return `${what}: ${countMatches(facts.outcome)} in ${count(facts.outcome.files.size, "file")}`;
  },
});

function formatMatches(facts: MatchFacts, { max_results: max }: Input): string {
  const { outcome, texts } = facts;
  const { matches, files, searched, total } = outcome;
  const range = matches.length === total ? "" : `; the first ${matches.length} shown`;
  const searchedText = outcome.isTotalExact ? ` (${searched} searched)` : "";
  const header = `${countMatches(outcome)} in ${count(files.size, "file")}${searchedText}${range}`;
  const left = total - matches.length;
  const narrow = "narrow `path` or the pattern";
  const raise = matches.length === max && max < MAX_RESULTS ? `raise \`max_results\` (at most ${MAX_RESULTS}) or ` : "";
  const more = left > 0 ? ["", `${left} more: ${raise}${narrow}`] : [];
  return [header, checkedLine(facts), matchLegend(matches), "", ...texts, ...more].join("\n");
}

/** In how many of the searched files syntax errors were looked for and found. */
function checkedLine({ syntax, outcome: { searched } }: MatchFacts): string {
  const { checked, flagged } = syntax ?? { checked: 0, flagged: [] };
  if (checked === 0) return `Syntax errors: not looked for in the ${count(searched, "file")}.`;
  const found = flagged.length === 0 ? "none in" : `in ${flagged.length} of`;
  const others = searched > checked ? `; ${searched - checked} not checked` : "";
  return `Syntax errors: ${found} the ${count(checked, "file")} checked${others}.`;
}

function formatNothing(facts: MatchFacts, coverage: Coverage): string {
  const next =
    "Next: ast_grep_search with dump=true and a piece of the code you expect in `pattern` shows how it is read";
  const text = nothingText(facts, coverage, { language: facts.language, pathArgument: "path", next });
  return facts.syntax?.checked === 0 ? `${text}\n${checkedLine(facts)}` : text;
}

function matchDetails({ language, outcome, syntax }: MatchFacts): JsonObject {
  const { matches, total, isTotalExact, searched } = outcome;
  return {
    language,
    matchCount: matches.length,
    totalMatches: total,
    truncated: matches.length < total || !isTotalExact,
    filesSearched: searched,
    filesWithSyntaxErrors: (syntax?.flagged ?? []).map(({ path, lines }) => ({ path, lines: [...lines] })),
    matches: matches.map(({ file, line, column, endLine, endColumn, captures }) => ({
      path: file,
      line,
      column,
      endLine,
      endColumn,
      captures: captures.map(({ name, text, range }) => ({
        name,
        text: shortenText(text, MAX_DETAIL_CHARS),
        ...(range === undefined ? {} : { range: { ...range } }),
      })),
    })),
  };
}
