import { resolve } from "node:path";
import type { Coverage } from "../../base/coverage.ts";
import type { PatternQuery } from "../../syntax/structural/compile-query.ts";
import type { FileMatches } from "../../syntax/structural/rewrite/file-matches.ts";
import type { applyReplacements, RewrittenFile } from "../../syntax/structural/rewrite/rewrite-file.ts";
import type { Rewrite } from "../../syntax/structural/rewrite/rewrite.ts";
import type { SearchResult } from "../../syntax/structural/search-outcome.ts";
import type { TextChange } from "../../workspace/changes/change-set.ts";
import type { readDocumentNow } from "../../workspace/read-document.ts";
import { withSyntaxErrors } from "../search/search-tree.ts";
import type { SearchScope, SearchServices } from "../search/search-scope.ts";
import { checkSyntax, type FlaggedFile, isCheapToCheck } from "../search/syntax-check.ts";
import { DiffPreview } from "./diff-preview.ts";
import { inOrder } from "./in-order.ts";
import { ParseCheck, type ParseVerdict } from "./parse-check.ts";

/** Files that are read and rewritten side by side. */
const LANES = 12;

export interface TreeRewrite {
  readonly language: string;
  readonly query: PatternQuery;
  readonly rewrite: string;
  readonly scope: SearchScope;
}

/** What a rewrite would do, or has done. */
export interface RewriteReport {
  readonly coverage: Coverage;
  readonly result: SearchResult;
  /** Changed files as answers show them → how many replacements each has, in order. */
  readonly files: ReadonlyMap<string, number>;
  readonly replacements: number;
  /** Matches inside other matches, which are left as they are. */
  readonly nested: number;
  readonly isTemplateReadable: boolean;
  readonly parse: ParseVerdict;
  /** Files with blocks that are left without a statement; the lines are those above them, of the new text. */
  readonly emptied: readonly FlaggedFile[];
  /** Files with matches of which the rewrite leaves something out that the pattern does not name; the lines are theirs. */
  readonly leftOut: readonly FlaggedFile[];
  /** The first changes. */
  readonly diff: string;
}

/**
 * Finds the matches and hands the changed files to `take`, one after the other as they are made; they are not kept.
 * Nothing is written. Throws as the search does, and what `take` throws.
 */
export async function rewriteTree<T>(
  tree: TreeRewrite,
  { services, signal }: { readonly services: SearchServices; readonly signal: AbortSignal },
  take: (files: AsyncIterable<TextChange>, report: () => Pick<RewriteReport, "files" | "replacements">) => Promise<T>,
): Promise<{ readonly taken: T; readonly report: RewriteReport }> {
  const { structural, context } = services;
  const { language, query, rewrite, scope } = tree;
  const found = await context.phase("ast-grep", async () =>
    structural.rewrite({ language, query, rewrite, ...scope }, signal),
  );
  await using check = new ParseCheck(language, services);
  const progress = new Progress();
  // Loading is not for each file anew: even what is loaded takes its time to be found.
  const [{ readDocumentNow }, { applyReplacements }] = await Promise.all([
    import("../../workspace/read-document.ts"),
    import("../../syntax/structural/rewrite/rewrite-file.ts"),
  ]);
  const reading = { readDocumentNow, applyReplacements };
  const files = changedFiles(found, { scope, services, check, progress, reading, signal });
  const taken = await context.phase("rewrite", async () => take(files, () => progress));
  const parse = await context.phase("syntax-errors", async () => check.verdict(signal));
  const { files: changed, replacements, nested, emptied, leftOut, preview } = progress;
  const coverage = await coverageOf(found.result, tree, { services, signal });
  const report = {
    coverage,
    result: found.result,
    files: changed,
    replacements,
    nested,
    isTemplateReadable: found.isTemplateReadable,
    parse,
    emptied,
    leftOut,
    diff: preview.render(),
  };
  return { taken, report };
}

/** Takes nothing: for a look at what would be done. */
export async function drain(files: AsyncIterable<TextChange>, each: (file: TextChange) => void): Promise<void> {
  for await (const file of files) each(file);
}

class Progress {
  readonly files = new Map<string, number>();
  readonly preview = new DiffPreview();
  readonly emptied: FlaggedFile[] = [];
  readonly leftOut: FlaggedFile[] = [];
  replacements = 0;
  nested = 0;
}

interface Making {
  readonly scope: SearchScope;
  readonly services: SearchServices;
  readonly check: ParseCheck;
  readonly progress: Progress;
  readonly reading: {
    readonly readDocumentNow: typeof readDocumentNow;
    readonly applyReplacements: typeof applyReplacements;
  };
  readonly signal: AbortSignal;
}

interface MadeFile extends RewrittenFile {
  readonly nested: number;
  readonly change: TextChange;
}

async function* changedFiles(found: Rewrite, making: Making): AsyncGenerator<TextChange> {
  const { progress, check } = making;
  // Two names of one file: what is done under the first is not done again under the second.
  const seen = new Set<string>();
  const made = inOrder(found.files(), LANES, (one) => make(found, one, making));
  for await (const { nested, change, replacements, isDoubtful, emptiedBlocks, leftOut } of made) {
    if (seen.has(change.path)) continue;
    seen.add(change.path);
    progress.nested += nested;
    const { before, after = "", shown } = change;
    if (replacements.length === 0 || before === undefined) continue;
    if (isDoubtful) await check.add(before, after);
    if (emptiedBlocks.length > 0) progress.emptied.push({ path: shown, lines: emptiedBlocks });
    if (leftOut.length > 0) progress.leftOut.push({ path: shown, lines: leftOut });
    progress.files.set(shown, replacements.length);
    progress.replacements += replacements.length;
    progress.preview.add(shown, before.text, replacements);
    yield change;
  }
}

async function make(
  found: Rewrite,
  matches: FileMatches,
  { scope: { root }, services: { context }, reading: { readDocumentNow, applyReplacements }, signal }: Making,
): Promise<MadeFile> {
  signal.throwIfAborted();
  const { workspace, cwd } = context;
  // The engine follows no links: below a canonical path, names are canonical too, which reading looks at again.
  const path = resolve(root, matches.file);
  const shown = workspace.show(path, cwd);
  const before = readDocumentNow(path, shown);
  const rewritten = await found.rewrite(before, matches);
  const after = applyReplacements(before.text, rewritten.replacements);
  return { ...rewritten, nested: matches.nested, change: { path, shown, before, after } };
}

/** Where nothing was found, files with syntax errors may hide matches. */
async function coverageOf(
  result: SearchResult,
  { language, scope }: TreeRewrite,
  { services, signal }: { readonly services: SearchServices; readonly signal: AbortSignal },
): Promise<Coverage> {
  const outcome = { ...result, matches: [] };
  if (result.searched === 0 || !isCheapToCheck(outcome)) return result.coverage;
  return withSyntaxErrors(result, await checkSyntax({ language, scope, outcome }, services, signal));
}
