import type { Unavailable } from "../../base/coverage.ts";
import { complete } from "../../base/coverage.ts";
import type { StructuralQuery } from "../../syntax/structural/compile-query.ts";
import type { RuleReading } from "../../syntax/structural/rules/read-rule.ts";
import type { StructuralSearch } from "../../syntax/structural/search.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import { checkExclusive, checkInput, metavariableNotes, refuseLookAlike } from "./check-input.ts";
import { formatSearch, searchDetails, summariseSearch } from "./format-search.ts";
import { idleArguments, quoteAll } from "./idle-arguments.ts";
import { renderByFile, renderMatches } from "./render-match.ts";
import type { SearchFacts } from "./search-facts.ts";
import { type SearchInput, searchInput } from "./search-input.ts";
import { resolveScope, type SearchServices } from "./search-scope.ts";
import { searchTree } from "./search-tree.ts";

const MAX_LISTED_POSITIONS = 20_000;

export const astGrepSearch = defineTool({
  name: "ast_grep_search",
  mcp: { name: "pilens_ast_grep_search", cwd: true },
  title: "Structural search",
  tier: "read",
  description: "Finds code by its syntax, never in strings or comments: a pattern, a node kind or an ast-grep rule.",
  example: { pattern: "console.log($$$ARGS)", lang: "typescript", paths: ["src"] },
  input: searchInput,
  needs: ["workspace", "parser"],
  parallel: true,
  run: async (input, context, signal): Promise<Answer<SearchFacts>> => {
    checkInput(input);
    signal.throwIfAborted();
    const structural = await context.structural();
    const missing = structural.unavailable();
    if (missing !== undefined) return unavailable(missing);
    if (input.dump) return await dump(input, structural, signal);
    if (input.rule === undefined && input.pattern !== undefined) {
      refuseLookAlike(input.pattern, input.lang, structural.isWordy(input.lang));
    }
    const { query, notes: queryNotes, ruleIds } = await toQuery(input, structural, signal);
    const notes = [...idleArguments(input), ...queryNotes];
    if (input.validateOnly) {
      checkExclusive(input);
      const validation = await structural.validate({ language: input.lang, query }, signal);
      return {
        coverage: complete,
        facts: { kind: "validation", validation },
        notes: [...notes, ...patternNotes(input, { splitsLists: true, literals: [], singleStatements: [] })],
      };
    }
    return await search({ input, query, notes, ruleIds }, { structural, context }, signal);
  },
  format: ({ facts, coverage }, input) => formatSearch(facts, coverage, input),
  details: ({ facts }, input) => searchDetails(facts, input),
  summary: ({ facts }, input) => summariseSearch(facts, input),
});

function unavailable(coverage: Unavailable): Answer<SearchFacts> {
  return { coverage, facts: { kind: "unavailable" } };
}

async function dump(
  input: SearchInput,
  structural: StructuralSearch,
  signal: AbortSignal,
): Promise<Answer<SearchFacts>> {
  const { lang, pattern = "", includeAnonymous } = input;
  const tree = await structural.dump({ language: lang, snippet: pattern, includeAnonymous }, signal);
  return { coverage: complete, facts: { kind: "dump", tree }, notes: idleArguments(input) };
}

interface PreparedSearch {
  readonly input: SearchInput;
  readonly query: StructuralQuery;
  readonly notes: readonly string[];
  /** Of the documents of a rule. */
  readonly ruleIds: readonly string[];
}
async function search(
  { input, query, notes, ruleIds }: PreparedSearch,
  { structural, context }: SearchServices,
  signal: AbortSignal,
): Promise<Answer<SearchFacts>> {
  const { lang, groupByFile } = input;
  const [skip, limit, margin] = [input.skip, input.maxMatches, input.context].map(Math.floor) as [
    number,
    number,
    number,
  ];
  const scope = await resolveScope(input.paths, { id: lang, argument: "lang" }, { structural, context });
  checkExclusive(input);
  const { outcome } = await searchTree(
    { language: lang, query, scope, skip, limit, checksSyntax: "cheaply" },
    { structural, context },
    signal,
  );
  const namesRules = ruleIds.length > 1;
  const texts = groupByFile
    ? renderByFile(outcome.matches, outcome.files)
    : renderMatches(outcome.matches, { margin, namesRules });
  const matches = groupByFile ? outcome.matches : outcome.matches.slice(0, texts.length);
  return {
    coverage: outcome.coverage,
    facts: {
      kind: "search",
      outcome: { ...outcome, matches: matches.slice(0, MAX_LISTED_POSITIONS) },
      texts,
      skip,
      margin,
      paths: scope.paths,
      hints: outcome.total === 0 ? structural.hints(lang, query) : [],
    },
    notes: [...notes, ...patternNotes(input, outcome)],
  };
}

type Prepared = Pick<PreparedSearch, "query" | "notes" | "ruleIds">;

/** What the engine is asked, and which arguments had no part in it. */
async function toQuery(input: SearchInput, structural: StructuralSearch, signal: AbortSignal): Promise<Prepared> {
  if (input.rule !== undefined) return await toRuleQuery({ ...input, rule: input.rule }, structural, signal);
  const { pattern, selector, strictness, nodeKind, insideKind, hasKind, hasDescendantKind, follows, precedes } = input;
  const query = {
    pattern,
    selector,
    strictness,
    nodeKind,
    insideKind,
    hasKind,
    hasDescendantKind,
    follows,
    precedes,
  };
  return { query, notes: [], ruleIds: [] };
}

async function toRuleQuery(
  input: SearchInput & { readonly rule: NonNullable<SearchInput["rule"]> },
  structural: StructuralSearch,
  signal: AbortSignal,
): Promise<Prepared> {
  const rule = typeof input.rule === "string" ? input.rule : JSON.stringify(input.rule);
  const reading = await structural.readRule({ language: input.lang, rule }, signal);
  const notes =
    reading === undefined ? ["`rule`: keys that ast-grep ignores were not looked for."] : ruleNotes(reading);
  return { query: { rule }, notes, ruleIds: reading?.ids ?? [] };
}

function ruleNotes({ withoutEffect, choosingFiles }: RuleReading): string[] {
  const rewrites = withoutEffect.includes("fix") ? "; ast_grep_replace changes code" : "";
  return [
    ...(withoutEffect.length === 0
      ? []
      : [`\`rule\`: ${quoteAll(withoutEffect)} had no effect, as this tool only searches${rewrites}.`]),
    ...(choosingFiles.length === 0
      ? []
      : [`\`rule\`: only files that its ${quoteAll(choosingFiles)} let through are searched.`]),
  ];
}

type NotedResult = Parameters<typeof metavariableNotes>[1];

function patternNotes({ pattern, selector, rule }: SearchInput, result: NotedResult): string[] {
  if (rule !== undefined || pattern === undefined) return [];
  return selector === undefined ? metavariableNotes(pattern, result) : [];
}
