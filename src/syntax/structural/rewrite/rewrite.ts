import { ReticleError } from "../../../base/errors.ts";
import type { PatternQuery } from "../compile-query.ts";
import type { PrintTree } from "../ladder/pattern-request.ts";
import { judge, rungsOf } from "../ladder/rung.ts";
import type { StructuralLanguage } from "../languages/language.ts";
import { type FoundOutput, readResult, type SearchResult, type SearchTarget } from "../search-outcome.ts";
import { type FileMatches, groupMatches } from "./file-matches.ts";
import { Parenthesizer } from "./parenthesizer.ts";
import { readSpans } from "./read-spans.ts";
import { type RewritableFile, rewriteFile, type RewrittenFile } from "./rewrite-file.ts";
import { SlotFit } from "./slot-fit.ts";
import { parseTemplate, type Template } from "./template.ts";

export interface RewriteRequest extends SearchTarget {
  readonly language: string;
  readonly query: PatternQuery;
  /** Code with metavariables of the query; empty deletes. */
  readonly rewrite: string;
}

/** All matches of a query, and what becomes of them. Valid until the signal of its call aborts. */
export interface Rewrite {
  readonly result: SearchResult;
  /** The template is code by itself in some context of the language. */
  readonly isTemplateReadable: boolean;
  /** In order of path. */
  files(): Iterable<FileMatches>;
  /** Throws `conflict` when the file is not the one that was searched. */
  rewrite(file: RewritableFile, matches: FileMatches): Promise<RewrittenFile>;
}

export interface RewriteServices {
  readonly language: StructuralLanguage;
  readonly printTree: PrintTree;
  readonly find: () => Promise<FoundOutput>;
}

export async function openRewrite(
  request: RewriteRequest,
  { language, printTree, find }: RewriteServices,
  signal: AbortSignal,
): Promise<Rewrite> {
  const template = parseTemplate(request.rewrite, request.query, language.id);
  const readable = isReadable(language, template, printTree);
  const fitting = SlotFit.of(language, { pattern: request.query.pattern, template }, printTree);
  // What goes wrong in the search is told first.
  readable.catch(() => {});
  fitting.catch(() => {});
  const found = await find();
  const { result, hits, text } = await readResult(found, request, signal);
  if (!result.isTotalExact) throw notWhole(result);
  const parenthesizer = new Parenthesizer(language, template, printTree);
  const isTerminated = request.query.pattern?.trimEnd().endsWith(";") === true;
  const rewriter = { language: language.id, template, isTerminated, parenthesizer, fit: await fitting };
  const variables = [...new Set(template.parts.flatMap((part) => ("variable" in part ? [part.variable] : [])))];
  return {
    result,
    isTemplateReadable: await readable,
    files: () => groupMatches(hits, (hit) => readSpans({ output: found.output.stdout, text }, hit, variables)),
    rewrite: (file, matches) => rewriteFile(file, matches, rewriter),
  };
}

async function isReadable(language: StructuralLanguage, { source }: Template, printTree: PrintTree): Promise<boolean> {
  if (source.trim() === "") return true;
  for (const rung of rungsOf(language, source.trim())) {
    if (judge(rung, await printTree(rung.text)).accepted) return true;
  }
  return false;
}

/** A rewrite of some of the matches would be neither the old code nor the new. */
function notWhole({ total, coverage }: SearchResult): ReticleError {
  const missing = coverage.state === "partial" ? `; not covered: ${coverage.missing}` : "";
  return new ReticleError(
    "too_large",
    `not every match could be found (${total} and more), nothing was made${missing}`,
    {
      hint: "narrow the path or the pattern, and rewrite one part after the other",
      data: { found: total },
    },
  );
}
