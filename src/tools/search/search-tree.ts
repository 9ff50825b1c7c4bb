import type { Coverage } from "../../base/coverage.ts";
import type { StructuralQuery } from "../../syntax/structural/compile-query.ts";
import type { SearchOutcome } from "../../syntax/structural/search-outcome.ts";
import type { SearchScope, SearchServices } from "./search-scope.ts";
import {
  checkSyntax,
  isCheapToCheck,
  type SyntaxCheck,
  type SyntaxCheckWhen,
  syntaxErrorsText,
} from "./syntax-check.ts";

export interface TreeSearch {
  readonly language: string;
  readonly query: StructuralQuery;
  readonly scope: SearchScope;
  readonly skip: number;
  readonly limit: number;
  /**
   * When to look for syntax errors in files that hold or could hold a match: always, also where that takes as long
   * as the search; or only when nothing was found and few files come into question.
   */
  readonly checksSyntax: SyntaxCheckWhen;
}
export interface TreeResult {
  /** Its coverage names the files with syntax errors. */
  readonly outcome: SearchOutcome;
  readonly syntax: SyntaxCheck | undefined;
}

/** The one way from a query to matches, for every tool that searches by shape. */
export async function searchTree(
  { language, query, scope, skip, limit, checksSyntax }: TreeSearch,
  services: SearchServices,
  signal: AbortSignal,
): Promise<TreeResult> {
  const { structural, context } = services;
  const outcome = await context.phase("ast-grep", async () =>
    structural.search({ language, query, ...scope, skip, limit }, signal),
  );
  const isPastTheEnd = outcome.total > 0 && outcome.matches.length === 0;
  if (outcome.searched === 0 || isPastTheEnd) return { outcome, syntax: undefined };
  if (checksSyntax === "cheaply" && !isCheapToCheck(outcome)) return { outcome, syntax: undefined };
  const syntax = await context.phase("syntax-errors", async () =>
    checkSyntax({ language, scope, outcome }, services, signal),
  );
  return { outcome: { ...outcome, coverage: withSyntaxErrors(outcome, syntax) }, syntax };
}

/** The coverage of a search, with the files that have syntax errors in it. */
export function withSyntaxErrors(
  { coverage, searched }: Pick<SearchOutcome, "coverage" | "searched">,
  { flagged }: SyntaxCheck,
): Coverage {
  if (flagged.length === 0) return coverage;
  const missing = `code around ${syntaxErrorsText(flagged)}`;
  if (coverage.state === "partial") return { ...coverage, missing: `${coverage.missing}; ${missing}` };
  if (coverage.state !== "complete") return coverage;
  const whole = `${searched} ${searched === 1 ? "file" : "files"}`;
  return { state: "partial", looked: "what parses", whole, missing };
}
