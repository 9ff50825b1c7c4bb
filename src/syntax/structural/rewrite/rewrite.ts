import { ReticleError } from "../../../base/errors.ts";
import type { PatternQuery } from "../compile-query.ts";
import { mayHaveCommaLists } from "../ladder/comma-lists.ts";
import type { PrintTree } from "../ladder/pattern-request.ts";
import { judge, rungsOf } from "../ladder/rung.ts";
import type { StructuralLanguage } from "../languages/language.ts";
import { type FoundOutput, readResult, type SearchResult, type SearchTarget } from "../search-outcome.ts";
import { type FileMatches, groupMatches } from "./file-matches.ts";
import { withoutEmptyRuns } from "./empty-lists.ts";
import { LeftOut } from "./left-out.ts";
import { Parenthesizer } from "./parenthesizer.ts";
import { readSpans } from "./read-spans.ts";
import { type FittedTemplate, type RewritableFile, rewriteFile, type RewrittenFile } from "./rewrite-file.ts";
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
  const templates = new Templates(request, { language, printTree, template });
  const isTerminated = request.query.pattern?.trimEnd().endsWith(";") === true;
  const variables = [...new Set(template.parts.flatMap((part) => ("variable" in part ? [part.variable] : [])))];
  const leftOut = LeftOut.of(request.query.pattern, language.id);
  const read = [...new Set([...variables, ...(leftOut?.variables ?? [])])];
  const rewriter = {
    language: language.id,
    isTerminated,
    fit: await fitting,
    leftOut,
    parenthesizer: templates.whole.parenthesizer,
    templateFor: async (empty: ReadonlySet<string>) => templates.without(empty),
    runs: variables.filter((variable) => variable.startsWith("$$$")),
  };
  return {
    result,
    isTemplateReadable: await readable,
    files: () =>
      groupMatches(hits, (hit) => readSpans({ ...found.compiled, output: found.output.stdout, text }, hit, read)),
    rewrite: (file, matches) => rewriteFile(file, matches, rewriter),
  };
}

/** The template, and what it is when some of its runs stand for nothing. */
class Templates {
  readonly whole: FittedTemplate;
  readonly #request: RewriteRequest;
  readonly #language: StructuralLanguage;
  readonly #printTree: PrintTree;
  readonly #emptied = new Map<string, Promise<FittedTemplate>>();

  constructor(
    request: RewriteRequest,
    { language, printTree, template }: Omit<RewriteServices, "find"> & { readonly template: Template },
  ) {
    this.#request = request;
    this.#language = language;
    this.#printTree = printTree;
    this.whole = this.#fit(template);
  }

  async without(empty: ReadonlySet<string>): Promise<FittedTemplate> {
    if (empty.size === 0 || !mayHaveCommaLists(this.whole.template.source)) return this.whole;
    const key = [...empty].join();
    const known = this.#emptied.get(key) ?? this.#make(empty);
    this.#emptied.set(key, known);
    return await known;
  }

  async #make(empty: ReadonlySet<string>): Promise<FittedTemplate> {
    const given = { source: this.whole.template.source, empty };
    const { source, isRead } = await withoutEmptyRuns(this.#language, given, this.#printTree);
    if (!isRead) return this.whole;
    const template = parseTemplate(source, this.#request.query, this.#language.id);
    return this.#fit({ ...template, hasOnlyNeededCommas: true });
  }

  #fit(template: Template): FittedTemplate {
    return { template, parenthesizer: new Parenthesizer(this.#language, template, this.#printTree) };
  }
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
