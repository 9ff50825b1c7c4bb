import { onOneLine } from "../../base/code-points.ts";
import { type Coverage, emptyText } from "../../base/coverage.ts";
import type { JsonObject } from "../../base/json.ts";
import type { SyntaxDump } from "../../syntax/structural/dump.ts";
import { readSlice } from "./read-slice.ts";
import type { PageFacts, SearchFacts } from "./search-facts.ts";
import type { SearchInput } from "./search-input.ts";

const MAX_QUOTED_CHARS = 80;
const MAX_NAMED_PATHS = 3;

export function formatSearch(facts: SearchFacts, coverage: Coverage, input: SearchInput): string {
  switch (facts.kind) {
    case "unavailable":
      return "Nothing was searched.";
    case "validation":
      return JSON.stringify({ valid: true, ...validationDetails(facts) });
    case "dump":
      return formatDump(facts.tree, input);
    case "search":
      if (facts.outcome.total === 0) return formatNothing(facts, coverage, input);
      return facts.outcome.matches.length === 0 ? formatPastEnd(facts) : formatPage(facts, input);
  }
}

function formatPage({ outcome, texts, skip }: PageFacts, { groupByFile }: SearchInput): string {
  const { matches, files, searched } = outcome;
  const end = skip + matches.length;
  const total = countMatches(outcome);
  const range = matches.length === outcome.total ? "" : `; ${skip + 1}-${end} shown`;
  const header = `${total} in ${count(files.size, "file")}${outcome.isTotalExact ? ` (${searched} searched)` : ""}${range}`;
  const legend = groupByFile ? "path (matches in the file): L<line>:<column> of those shown" : matchLegend(matches);
  const left = outcome.total - end;
  const more = left > 0 ? [`${left} more: call again with skip=${end}`] : [];
  return [header, legend, "", ...texts, ...(more.length > 0 ? ["", ...more] : [])].join("\n");
}

function formatPastEnd({ outcome, skip }: PageFacts): string {
  return `${countMatches(outcome)} in ${count(outcome.files.size, "file")}; none behind skip=${skip}. Call again with a smaller skip.`;
}

/** Explains what stands behind the places of the matches. */
export function matchLegend(matches: PageFacts["outcome"]["matches"]): string {
  const captures = matches.some((match) => match.captures.length > 0) ? "; captures with line:column-end" : "";
  return `(read A+N): N lines from line A show the match in its context${captures}`;
}

/** "3 matches", "at least 1 match". */
export function countMatches({ total, isTotalExact }: Pick<PageFacts["outcome"], "total" | "isTotalExact">): string {
  return `${isTotalExact ? "" : "at least "}${total} ${total === 1 ? "match" : "matches"}`;
}

function formatNothing(facts: PageFacts, coverage: Coverage, input: SearchInput): string {
  const next = `Next: ${suggestedDump(input).note}`;
  const limits = input.rule === undefined ? "" : " that the rule is for";
  return nothingText(facts, coverage, { language: input.lang, pathArgument: "paths", next, limits });
}

interface NothingWords {
  readonly language: string;
  readonly pathArgument: string;
  /** The line that says how to go on. */
  readonly next: string;
  /** What else the files have in common, behind their place. */
  readonly limits?: string;
}

/** What an answer without matches says: where they are not, what was not searched, and what to try. */
export function nothingText(
  { outcome, paths, hints }: Pick<PageFacts, "outcome" | "paths" | "hints">,
  coverage: Coverage,
  { language, pathArgument, next, limits = "" }: NothingWords,
): string {
  const { searched } = outcome;
  const named = paths.map((path) => (path === "." ? "the workspace root" : onOneLine(path)));
  const where = `${named.slice(0, MAX_NAMED_PATHS).join(", ")}${named.length > MAX_NAMED_PATHS ? ", …" : ""}`;
  const what = `${count(searched, `${language} file`)} under ${where}`;
  const lines =
    coverage.state === "complete"
      ? [
          emptyText(
            coverage,
            searched === 0 ? `There is no ${language} file under ${where}${limits}.` : `No matches in ${what}.`,
          ),
        ]
      : [`No match in the ${what} that could be searched; the rest is not known.`];
  if (searched > 0) lines.push(...hints.map((hint) => `Hint: ${hint}.`));
  lines.push(
    `Not searched: what ignore files leave out (.gitignore inside a git repository), and hidden folders; name such a path in \`${pathArgument}\` to search it. Broken code is searched as far as it parses.`,
  );
  lines.push(next);
  return lines.join("\n");
}

function suggestedDump({ lang }: SearchInput): { readonly note: string } & JsonObject {
  return {
    tool: "ast_grep_search",
    dump: true,
    lang,
    note: `call this tool with dump=true, lang=${lang} and a piece of the code you expect in \`pattern\` to see its node kinds`,
  };
}

function formatDump(tree: SyntaxDump, { lang }: SearchInput): string {
  const head =
    tree.context === undefined
      ? `Does not parse as ${lang} in any context; ERROR marks where it fails.`
      : `Parsed as ${lang} ${tree.context.replace(/;$/, " with a final ;")}. Lines and columns are 1-based.`;
  return [head, "", ...tree.lines].join("\n");
}

export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** For interfaces and programs; models never see it. */
export function searchDetails(facts: SearchFacts, input: SearchInput): JsonObject {
  switch (facts.kind) {
    case "unavailable":
      return { available: false };
    case "validation":
      return { valid: true, ...validationDetails(facts) };
    case "dump":
      return { lang: input.lang, includeAnonymous: input.includeAnonymous };
    case "search":
      return pageDetails(facts, input);
  }
}

function validationDetails({ validation }: Extract<SearchFacts, { kind: "validation" }>): JsonObject {
  const { mode, warning } = validation;
  return { validateOnly: true, mode, ...(warning === undefined ? {} : { warning }) };
}

function pageDetails({ outcome, skip, margin }: PageFacts, input: SearchInput): JsonObject {
  const hasMore = outcome.total > skip + outcome.matches.length;
  return {
    matchCount: outcome.matches.length,
    totalMatches: outcome.total,
    truncated: hasMore || !outcome.isTotalExact,
    hasMore,
    skip,
    groupByFile: input.groupByFile,
    searchReads: input.groupByFile
      ? []
      : outcome.matches.map(({ file, line, endLine }) => ({ file, startLine: line, endLine })),
    matchLocations: outcome.matches.map((match) => {
      const { path, offset, limit } = readSlice(match, margin);
      return { file: match.file, line: match.line, endLine: match.endLine, readSlice: { path, offset, limit } };
    }),
    ...(outcome.total === 0 ? { suggestedDump: suggestedDump(input) } : {}),
  };
}

export function summariseSearch(facts: SearchFacts, input: SearchInput): string {
  const what = (input.pattern ?? input.nodeKind ?? "rule").replace(/\s+/g, " ").slice(0, MAX_QUOTED_CHARS);
  switch (facts.kind) {
    case "unavailable":
      return "structural search is not installed";
    case "validation":
      return `${what}: valid`;
    case "dump":
      return `tree of ${what}`;
    case "search":
      return `${what}: ${countMatches(facts.outcome)} in ${count(facts.outcome.files.size, "file")}`;
  }
}
