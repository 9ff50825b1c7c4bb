import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Coverage, Unavailable } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import type { ChildProcesses } from "../../process/children.ts";
import { findEngine, missingEngine } from "./ast-grep/binary.ts";
import type { CompiledQuery, StructuralQuery } from "./compile-query.ts";
import { dumpSnippet, type SyntaxDump } from "./dump.ts";
import { type BoundedOutput, searchWithinBounds } from "./ast-grep/bounded-search.ts";
import { EarlySearch, guessQuery } from "./ast-grep/early-search.ts";
import {
  type Complaint,
  Engine,
  type EngineQuery,
  type EngineLimits,
  readComplaint,
  type SearchOutput,
  type SearchPlace,
} from "./ast-grep/engine.ts";
import { filesWithWords } from "./files-with-words.ts";
import { type Hit, indexHits } from "./hits.ts";
import { type Gap, nameSome, readInspection, searchCoverage, stoppedCoverage } from "./inspection.ts";
import type { StructuralLanguage } from "./languages/language.ts";
import { languageIdOf, languagesOfFile, structuralLanguage, structuralLanguages } from "./languages/languages.ts";
import { type Match, toMatch } from "./match.ts";
import { hintsForQuery } from "./pattern-hints.ts";
import { QueryCompiler } from "./query-compiler.ts";
import { keepEqualRepeats } from "./repeats.ts";
import { SyntaxErrorFinder, type SyntaxErrorReport, type SyntaxErrorRequest } from "./syntax-errors.ts";

const MAX_STDOUT_BYTES = 64 * 1024 * 1024;
/** A usual search needs a tenth of it. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
/** Rules that are added to every search by rules. */
const ENGINE_RULES = 1;
/** Below the deadline of a call, so that what was found by then can still be shown. */
const SEARCH_DEADLINE_MS = 28_000;

/** Structural search on the ast-grep engine. Shared by all runs of an engine. */
export interface StructuralSearch {
  /** Ids of the languages it speaks. */
  readonly languages: readonly string[];
  /** Ids of the languages in which a file is searched, by its name. */
  languagesOfFile(path: string): readonly string[];
  /** The id behind a name that a rule may use for a language. */
  languageIdOf(name: string): string | undefined;
  /** What a search that found nothing may have missed: the likely mistake first, then the limits of the language. */
  hints(language: string, query: StructuralQuery): readonly string[];
  /** Words without punctuation are code in this language. */
  isWordy(language: string): boolean;
  /** Set when the engine is not there. */
  unavailable(): Unavailable | undefined;
  /**
   * Throws ReticleError: `invalid_input` (unparseable pattern, bad kind, selector or rule),
   * `unsupported` (language), and the signal's reason on abort.
   */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchOutcome>;
  /** Compiles a query without searching; throws as `search` does. */
  validate(request: ValidateRequest, signal: AbortSignal): Promise<Validation>;
  /** The tree of a snippet. */
  dump(request: DumpRequest, signal: AbortSignal): Promise<SyntaxDump>;
  /** Which files hold code that the grammar cannot read; a search finds nothing in such code. */
  syntaxErrors(request: SyntaxErrorRequest, signal: AbortSignal): Promise<SyntaxErrorReport>;
}

export interface ValidateRequest {
  readonly language: string;
  readonly query: StructuralQuery;
}
export interface SearchRequest extends ValidateRequest {
  /** Canonical absolute folder that relative `paths` start from. */
  readonly root: string;
  /** Existing files and folders, relative to `root` or absolute; not empty. */
  readonly paths: readonly string[];
  readonly skip: number;
  readonly limit: number;
  /** What was asked for and is left out of `paths`. */
  readonly gaps?: readonly Gap[];
}
export interface DumpRequest {
  readonly language: string;
  readonly snippet: string;
  readonly includeAnonymous: boolean;
}

export interface SearchOutcome {
  readonly coverage: Coverage;
  /** All matches; a lower bound when the search was cut off. */
  readonly total: number;
  readonly isTotalExact: boolean;
  /** Files with matches → how many each holds, in order. */
  readonly files: ReadonlyMap<string, number>;
  /** Files that were looked into; of a search that was cut off, those with matches. */
  readonly searched: number;
  /** The page, in order of path and position. */
  readonly matches: readonly Match[];
  /**
   * When nothing was found, the searched files in which a match could be if all of them parsed: those
   * that were named themselves, and those with everything that stands in each match letter by letter.
   * undefined: in any.
   */
  readonly suspects: readonly string[] | undefined;
}
export interface Validation {
  readonly mode: "pattern" | "rule";
  readonly warning: string | undefined;
}

export interface StructuralSearchOptions {
  readonly children: ChildProcesses;
  /** Default: the binary of the installed platform package. */
  readonly findBinary?: () => string | undefined;
  readonly limits?: Partial<EngineLimits>;
}

/** Cheap: nothing is started before the first search. */
export function createStructuralSearch(options: StructuralSearchOptions): StructuralSearch {
  return new EngineSearch(options);
}

interface EngineTools {
  readonly engine: Engine;
  readonly compiler: QueryCompiler;
  readonly syntaxErrors: SyntaxErrorFinder;
}

class EngineSearch implements StructuralSearch {
  readonly languages = structuralLanguages.map(({ id }) => id);
  readonly #options: StructuralSearchOptions;
  #tools: EngineTools | undefined;

  constructor(options: StructuralSearchOptions) {
    this.#options = options;
  }

  languagesOfFile(path: string): readonly string[] {
    return languagesOfFile(path);
  }

  languageIdOf(name: string): string | undefined {
    return languageIdOf(name);
  }

  isWordy(language: string): boolean {
    return structuralLanguage(language)?.isWordy === true;
  }

  hints(language: string, query: StructuralQuery): readonly string[] {
    return [...hintsForQuery(query, language), ...(structuralLanguage(language)?.limits ?? [])];
  }

  unavailable(): Unavailable | undefined {
    return this.#open() === undefined ? missingEngine() : undefined;
  }

  async search(request: SearchRequest, signal: AbortSignal): Promise<SearchOutcome> {
    const { engine, compiler } = this.#require();
    const language = requireLanguage(request.language);
    const { deadlineMs = SEARCH_DEADLINE_MS, ...bounds } = this.#options.limits ?? {};
    const limits = { maxStdoutBytes: MAX_STDOUT_BYTES, maxMemoryBytes: MAX_MEMORY_BYTES, ...bounds };
    const searchBounds = { ...limits, endsAt: performance.now() + deadlineMs, signal };
    const taskOf = (query: EngineQuery) => ({ language: request.language, query, place: placeOf(request) });
    const guess = compiler.isKnown(language, request.query) ? undefined : guessQuery(language, request.query);
    using early = guess === undefined ? undefined : new EarlySearch(engine, taskOf(guess), searchBounds);
    for (;;) {
      const compiled = await compiler.compile(language, request.query, signal);
      const output = await (early?.outputOf(compiled.query) ??
        searchWithinBounds(engine, taskOf(compiled.query), searchBounds));
      const complaint = complaintOf(output, compiled);
      if (complaint === undefined) return await readOutcome(output, compiled, { request, signal });
      // Throws unless there is another way to read the pattern.
      await compiler.reject(language, request.query, { compiled, complaint, signal });
    }
  }

  async validate(request: ValidateRequest, signal: AbortSignal): Promise<Validation> {
    const { engine, compiler } = this.#require();
    const language = requireLanguage(request.language);
    for (;;) {
      const compiled = await compiler.compile(language, request.query, signal);
      const complaint = await engine.complaintAbout(compiled.query, signal);
      const isTolerated = complaint === undefined || (complaint.isWarning && hasToleratedErrors(compiled));
      if (isTolerated) return { mode: "rule" in request.query ? "rule" : "pattern", warning: complaint?.reason };
      await compiler.reject(language, request.query, { compiled, complaint, signal });
    }
  }

  async dump(request: DumpRequest, signal: AbortSignal): Promise<SyntaxDump> {
    const { engine } = this.#require();
    return await dumpSnippet(
      requireLanguage(request.language),
      request,
      (form) => async (text) => engine.printTree(request.language, text, { form, signal }),
    );
  }

  async syntaxErrors(request: SyntaxErrorRequest, signal: AbortSignal): Promise<SyntaxErrorReport> {
    const { syntaxErrors } = this.#require();
    requireLanguage(request.language);
    return await syntaxErrors.find(request, signal);
  }

  #open(): EngineTools | undefined {
    if (this.#tools !== undefined) return this.#tools;
    const binary = (this.#options.findBinary ?? findEngine)();
    if (binary === undefined) return undefined;
    const engine = new Engine(this.#options.children, binary);
    this.#tools = { engine, compiler: new QueryCompiler(engine), syntaxErrors: new SyntaxErrorFinder(engine) };
    return this.#tools;
  }

  #require(): EngineTools {
    const tools = this.#open();
    if (tools !== undefined) return tools;
    const { what, remedy } = missingEngine();
    throw new ReticleError("executable_not_found", `there is no ${what}`, { hint: remedy });
  }
}

function placeOf({ root, paths }: SearchRequest): SearchPlace {
  return { cwd: root, paths };
}

function requireLanguage(id: string): StructuralLanguage {
  const language = structuralLanguage(id);
  if (language !== undefined) return language;
  throw new ReticleError("unsupported", `structural search does not speak the language "${id}"`, {
    hint: `use one of: ${structuralLanguages.map((one) => one.id).join(", ")}`,
  });
}

function complaintOf(output: SearchOutput, compiled: CompiledQuery): Complaint | undefined {
  if (output.stdout.length > 0 || output.cut !== undefined) return undefined;
  const complaint = readComplaint(output.stderr);
  return complaint?.isWarning === true && hasToleratedErrors(compiled) ? undefined : complaint;
}

function hasToleratedErrors({ patterns }: CompiledQuery): boolean {
  return patterns.some(({ compiled }) => compiled.hasToleratedErrors);
}

async function readOutcome(
  output: BoundedOutput,
  compiled: CompiledQuery,
  { request, signal }: { readonly request: SearchRequest; readonly signal: AbortSignal },
): Promise<SearchOutcome> {
  const { hits: found, suppressedFiles } = indexHits(output.stdout);
  const hits = compiled.repeats.length === 0 ? found : keepEqualRepeats(output.stdout, found, compiled.repeats);
  const files = countByFile(hits);
  const inspection = readInspection(output.stderr);
  if (output.cut === undefined && !inspection.isWhole) throw brokenOff(output.stderr);
  if (inspection.effectiveRules !== undefined && inspection.effectiveRules <= ENGINE_RULES) {
    throw new ReticleError("invalid_input", "`rule` is switched off (severity: off), so nothing was searched for", {
      hint: "leave `severity` out of the rule",
    });
  }
  const gaps = [...(request.gaps ?? []), ...minifiedGap(output.minified), ...suppressionGap(suppressedFiles)];
  return {
    coverage:
      output.cut === undefined
        ? searchCoverage(inspection, gaps)
        : stoppedCoverage(files.size, [...minifiedGap(output.minified), { files: 0, what: CUT_GAPS[output.cut] }]),
    total: hits.length,
    isTotalExact: output.cut === undefined,
    files,
    searched: output.cut === undefined ? inspection.searched.size : files.size,
    matches: await readPage(output.stdout, hits, { compiled, request }),
    suspects:
      hits.length > 0 || output.cut !== undefined
        ? undefined
        : await findSuspects(inspection.searched, compiled, { request, signal }),
  };
}

async function findSuspects(
  searched: ReadonlySet<string>,
  { fixedWords }: CompiledQuery,
  { request: { root, paths }, signal }: { readonly request: SearchRequest; readonly signal: AbortSignal },
): Promise<readonly string[] | undefined> {
  if (fixedWords.length === 0) return undefined;
  const named = paths.filter((path) => searched.has(path));
  const others = [...searched].filter((path) => !named.includes(path));
  return [...named, ...(await filesWithWords({ words: fixedWords, root, files: others }, signal))].sort();
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

async function readPage(
  stdout: Buffer,
  hits: readonly Hit[],
  { compiled, request }: { readonly compiled: CompiledQuery; readonly request: SearchRequest },
): Promise<Match[]> {
  const page = hits.slice(request.skip, request.skip + request.limit);
  const matches = page.map((hit) => toMatch(stdout, hit));
  if (!compiled.isSequence) return matches;
  return await Promise.all(
    matches.map(async (match, index) => {
      const start = page[index]?.start ?? 0;
      return { ...match, text: await readBytes(resolve(request.root, match.file), start, match.endByte) };
    }),
  );
}

async function readBytes(path: string, start: number, end: number): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.toString("utf8", 0, bytesRead);
}
