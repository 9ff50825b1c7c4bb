import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Coverage } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import type { BoundedOutput } from "./ast-grep/bounded-search.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { filesWithWords } from "./words/files-with-words.ts";
import { type Hit, indexHits } from "./hits.ts";
import { type Gap, type Inspection, nameSome, searchCoverage, stoppedCoverage } from "./inspection.ts";
import { originalName } from "./ladder/metavariables.ts";
import { type Match, toMatch } from "./match.ts";
import { keepTrueMatches } from "./repeats.ts";

/** Rules that are added to every search by rules. */
const ENGINE_RULES = 1;

/** Where a search looks. */
export interface SearchTarget {
  /** Canonical absolute folder that relative `paths` start from. */
  readonly root: string;
  /** Existing files and folders, relative to `root` or absolute; not empty. */
  readonly paths: readonly string[];
  /** What was asked for and is left out of `paths`. */
  readonly gaps?: readonly Gap[];
}

/** What a search came to, without its matches. */
export interface SearchResult {
  readonly coverage: Coverage;
  /** All matches; a lower bound when the search was cut off. */
  readonly total: number;
  readonly isTotalExact: boolean;
  /** Files with matches → how many each holds, in order. */
  readonly files: ReadonlyMap<string, number>;
  /** Files that were looked into; of a search that was cut off, those with matches. */
  readonly searched: number;
  /** Lists with metavariables behind a run were found whatever the run stands for. */
  readonly splitsLists: boolean;
  /** Metavariables of the pattern that match nothing but themselves, because they are a part of something. */
  readonly literals: readonly string[];
  /** Runs of the pattern with a semicolon that stand for one statement only. */
  readonly singleStatements: readonly string[];
  /**
   * When nothing was found, the searched files in which a match could be if all of them parsed: those
   * that were named themselves, and those with everything that stands in each match letter by letter.
   * undefined: in any.
   */
  readonly suspects: readonly string[] | undefined;
}

export interface SearchOutcome extends SearchResult {
  /** The page, in order of path and position. */
  readonly matches: readonly Match[];
}

/** What the engine printed for a query. */
export interface FoundOutput {
  readonly output: BoundedOutput;
  readonly inspection: Inspection;
  readonly compiled: CompiledQuery;
  /** Files of the tree, relative to its root, that were read and cannot hold a match; the engine has not looked into them. */
  readonly leftOut: readonly string[];
}

export interface ReadOutput {
  readonly result: SearchResult;
  readonly hits: readonly Hit[];
  /** What was printed, one character per byte. */
  readonly text: string;
}

/** Reads the engine's output: the result, and where in the output its hits stand. */
export async function readResult(
  { output, compiled, inspection: inspected, leftOut }: FoundOutput,
  target: SearchTarget,
  signal: AbortSignal,
): Promise<ReadOutput> {
  const { hits: found, text, suppressedFiles } = indexHits(output.stdout);
  const hits = await keepTrueMatches(output.stdout, { ...compiled, hits: found }, signal);
  const files = countByFile(hits);
  const inspection = { ...inspected, searched: new Set([...inspected.searched, ...leftOut]) };
  if (output.cut === undefined && !inspection.isWhole) throw brokenOff(output.stderr);
  if (inspection.effectiveRules !== undefined && inspection.effectiveRules <= ENGINE_RULES) {
    throw new ReticleError("invalid_input", "`rule` is switched off (severity: off), so nothing was searched for", {
      hint: "leave `severity` out of the rule",
    });
  }
  const gaps = [...(target.gaps ?? []), ...minifiedGap(output.minified), ...suppressionGap(suppressedFiles)];
  const result = {
    coverage:
      output.cut === undefined
        ? searchCoverage(inspection, gaps)
        : stoppedCoverage(files.size, [...minifiedGap(output.minified), { files: 0, what: CUT_GAPS[output.cut] }]),
    total: hits.length,
    isTotalExact: output.cut === undefined,
    splitsLists: compiled.tails.length > 0,
    singleStatements: compiled.patterns.flatMap(({ compiled: { singleStatements } }) => singleStatements),
    literals: compiled.patterns.flatMap(({ compiled: { literals } }) => literals.map(originalVariable)),
    files,
    searched: output.cut === undefined ? inspection.searched.size : files.size,
    suspects:
      hits.length > 0 || output.cut !== undefined
        ? undefined
        : await findSuspects(inspected.searched, compiled, { target, signal }),
  };
  return { result, hits, text };
}

async function findSuspects(
  searched: ReadonlySet<string>,
  { fixedWords }: CompiledQuery,
  { target: { root, paths }, signal }: { readonly target: SearchTarget; readonly signal: AbortSignal },
): Promise<readonly string[] | undefined> {
  if (fixedWords.length === 0) return undefined;
  const named = paths.filter((path) => searched.has(path));
  const others = [...searched].filter((path) => !named.includes(path));
  return [...named, ...(await filesWithWords({ words: fixedWords, root, files: others }, signal))].sort();
}

/** As the user wrote it. */
function originalVariable(variable: string): string {
  const [, sigil = "", name = ""] = /^(\$+)(.*)$/.exec(variable) ?? [];
  return sigil + originalName(name);
}

function brokenOff(stderr: string): ReticleError {
  const reason = /Error: (.+)$/m.exec(stderr)?.[1];
  return new ReticleError(
    "connection_closed",
    `ast-grep broke off before the search was done${reason === undefined ? "" : `: ${reason}`}`,
    { hint: "call again; if it happens again, make room for temporary files, or narrow `paths`" },
  );
}

const CUT_GAPS = {
  memory: "the rest of the tree, because too much was found at once: narrow `paths` or the pattern",
  size: "the rest of the tree, because too much was found: narrow `paths` or the pattern",
  time: "the rest of the tree, because the search took too long: narrow `paths`",
} as const;

function minifiedGap(files: readonly string[]): Gap[] {
  if (files.length === 0) return [];
  const count = files.length === 1 ? "1 minified file" : `${files.length} minified files`;
  return [
    { files: files.length, what: `${count} (${nameSome(files)}), because the matches in such files are too much` },
  ];
}

function suppressionGap(files: readonly string[]): Gap[] {
  if (files.length === 0) return [];
  return [{ files: 0, what: `code behind \`ast-grep-ignore\` comments (${nameSome(files)})` }];
}

/** Hits of one file stand together. */
function countByFile(hits: readonly Hit[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let first = 0;
  for (const [index, { file }] of hits.entries()) {
    if (hits[index + 1]?.file === file) continue;
    counts.set(file, index + 1 - first);
    first = index + 1;
  }
  return counts;
}

/** The matches of one page of hits. */
export async function readMatches(
  { output, compiled }: FoundOutput,
  page: readonly Hit[],
  root: string,
): Promise<readonly Match[]> {
  const matches = page.map((hit) => toMatch(output.stdout, hit, compiled));
  if (!compiled.isSequence) return matches;
  return await Promise.all(
    matches.map(async (match, index) => {
      const start = page[index]?.start ?? 0;
      return { ...match, text: await readBytes(resolve(root, match.file), start, match.endByte) };
    }),
  );
}

async function readBytes(path: string, start: number, end: number): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.toString("utf8", 0, bytesRead);
}
