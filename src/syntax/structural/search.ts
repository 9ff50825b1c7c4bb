import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Unavailable } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import { packageVersion } from "../../config/package-version.ts";
import type { ChildProcesses } from "../../process/children.ts";
import { ENGINE_VERSION, findEngine, missingEngine } from "./ast-grep/binary.ts";
import type { CompiledQuery, StructuralQuery } from "./compile-query.ts";
import { dumpSnippet, type SyntaxDump } from "./dump.ts";
import { searchWithinBounds } from "./ast-grep/bounded-search.ts";
import { EarlySearch, type Guess, guessQuery } from "./ast-grep/early-search.ts";
import { type Complaint, Engine, type EngineLimits, readComplaint, type SearchOutput } from "./ast-grep/engine.ts";
import { KeptVerdicts } from "./errors/kept-verdicts.ts";
import type { StructuralLanguage } from "./languages/language.ts";
import { languageIdOf, languagesOfFile, structuralLanguage, structuralLanguages } from "./languages/languages.ts";
import { readInspection } from "./inspection.ts";
import { hintsForQuery } from "./pattern-hints.ts";
import { QueryCompiler } from "./query-compiler.ts";
import { KnownTrees } from "./rewrite/known-trees.ts";
import { openRewrite, type Rewrite, type RewriteRequest } from "./rewrite/rewrite.ts";
import { type FoundOutput, readMatches, readResult, type SearchOutcome, type SearchTarget } from "./search-outcome.ts";
import { readRule, type RuleReading } from "./rules/read-rule.ts";
import { readYaml } from "./rules/yaml-value.ts";
import { SyntaxErrorFinder, type SyntaxErrorReport, type SyntaxErrorRequest } from "./errors/syntax-errors.ts";
import { filesToLeaveOut, guessWords } from "./words/leave-out.ts";
import { areWholeTree, SearchedFiles, type SearchedTree } from "./words/searched-files.ts";

const CPP_CONFIG = fileURLToPath(new URL("ast-grep/cpp-headers.yml", import.meta.url));
const MAX_STDOUT_BYTES = 64 * 1024 * 1024;
/** A usual search needs a tenth of it. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
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
  /** Makes later searches start faster, in a process that lives for long; for a quiet moment. Never rejects. */
  prepare(): Promise<void>;
  /**
   * Throws ReticleError: `invalid_input` (unparseable pattern, bad kind, selector or rule),
   * `unsupported` (language), and the signal's reason on abort.
   */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchOutcome>;
  /**
   * Finds everything that matches and makes the replacements, file by file as they are asked for; writes nothing.
   * Throws as `search` does, `invalid_input` for a template with a metavariable that is not captured, and `too_large`
   * when not all matches can be had.
   */
  rewrite(request: RewriteRequest, signal: AbortSignal): Promise<Rewrite>;
  /**
   * What a rule says beside what it looks for; undefined when it is no YAML, which `search` explains, or too long to be
   * read. Throws `invalid_input` for what the engine would pass over in silence.
   */
  readRule(
    request: { readonly language: string; readonly rule: string },
    signal: AbortSignal,
  ): Promise<RuleReading | undefined>;
  /** Compiles a query without searching; throws as `search` does. */
  validate(request: ValidateRequest, signal: AbortSignal): Promise<Validation>;
  /** The tree of a snippet. */
  dump(request: DumpRequest, signal: AbortSignal): Promise<SyntaxDump>;
  /** Which files hold code that the grammar cannot read; a search finds nothing in such code. */
  syntaxErrors(request: SyntaxErrorRequest, signal: AbortSignal): Promise<SyntaxErrorReport>;
  /** The files of a tree in a language, relative to its root, as a walk has found them: what the first search may leave out. */
  expectFiles(tree: SearchedTree, files: readonly string[]): Promise<void>;
}

export interface ValidateRequest {
  readonly language: string;
  readonly query: StructuralQuery;
}
export interface SearchRequest extends ValidateRequest, SearchTarget {
  readonly skip: number;
  readonly limit: number;
}
export interface DumpRequest {
  readonly language: string;
  readonly snippet: string;
  readonly includeAnonymous: boolean;
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
  /** Where to keep which files have syntax errors; not given: only in memory. */
  readonly verdictsFile?: string;
}

/** Cheap: nothing is started before the first search. */
export function createStructuralSearch(options: StructuralSearchOptions): StructuralSearch {
  return new EngineSearch(options);
}

interface EngineTools {
  readonly engine: Engine;
  readonly compiler: QueryCompiler;
  readonly syntaxErrors: SyntaxErrorFinder;
  readonly trees: KnownTrees;
}

class EngineSearch implements StructuralSearch {
  readonly languages = structuralLanguages.map(({ id }) => id);
  readonly #options: StructuralSearchOptions;
  readonly #verdicts: KeptVerdicts;
  readonly #searched = new SearchedFiles();
  #tools: EngineTools | undefined;

  constructor(options: StructuralSearchOptions) {
    const { verdictsFile: path } = options;
    this.#options = options;
    this.#verdicts = new KeptVerdicts(
      path === undefined ? undefined : { path, version: `${packageVersion()} ${ENGINE_VERSION}` },
    );
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

  async prepare(): Promise<void> {
    await this.#open()?.engine.prepare();
  }

  async search(request: SearchRequest, signal: AbortSignal): Promise<SearchOutcome> {
    const found = await this.#find(request, signal);
    const { result, hits } = await readResult(found, request, signal);
    const page = hits.slice(request.skip, request.skip + request.limit);
    return { ...result, matches: await readMatches(found, page, request.root) };
  }

  async rewrite(request: RewriteRequest, signal: AbortSignal): Promise<Rewrite> {
    const { trees } = this.#require();
    const language = requireLanguage(request.language);
    const printTree = trees.printer(language.id, signal);
    return await openRewrite(request, { language, printTree, find: () => this.#find(request, signal) }, signal);
  }

  async #find(request: ValidateRequest & SearchTarget, signal: AbortSignal): Promise<FoundOutput> {
    const { engine, compiler } = this.#require();
    const language = requireLanguage(request.language);
    const { deadlineMs = SEARCH_DEADLINE_MS, ...bounds } = this.#options.limits ?? {};
    const limits = { maxStdoutBytes: MAX_STDOUT_BYTES, maxMemoryBytes: MAX_MEMORY_BYTES, ...bounds };
    const beganMs = Date.now();
    const searchBounds = { ...limits, endsAt: performance.now() + deadlineMs };
    const searchFor = async ({ query, words }: Guess, ending: AbortSignal, onBegun?: () => void) => {
      const leftOut = await filesToLeaveOut(this.#searched, request, words, ending);
      const place = { cwd: request.root, paths: request.paths, without: leftOut };
      const task = { language: request.language, query, place };
      const output = searchWithinBounds(engine, task, { ...searchBounds, signal: ending });
      if (onBegun !== undefined) setImmediate(onBegun);
      return { output: await output, leftOut };
    };
    const guess = compiler.isKnown(language, request.query) ? undefined : guessQuery(language, request.query);
    using early = guess && new EarlySearch({ query: guess, words: guessWords(request.query) }, searchFor, signal);
    await early?.begun;
    for (;;) {
      const compiled = await compiler.compile(language, request.query, signal);
      const { output, leftOut } = await (early?.outputOf(compiled) ??
        searchFor({ query: compiled.query, words: compiled.fixedWords }, signal));
      const complaint = complaintOf(output, compiled);
      if (complaint === undefined) return this.#toFound(request, { output, compiled, leftOut }, beganMs);
      // Throws unless there is another way to read the pattern.
      await compiler.reject(language, request.query, { compiled, complaint, signal });
    }
  }

  #toFound(
    request: ValidateRequest & SearchTarget,
    found: Omit<FoundOutput, "inspection">,
    beganMs: number,
  ): FoundOutput {
    const { output, leftOut } = found;
    const inspection = readInspection(output.stderr);
    const isWhole = inspection.isWhole && output.cut === undefined && output.minified.length === 0;
    if (isWhole && areWholeTree(request.paths)) {
      this.#searched.remember(request, [...inspection.searched, ...leftOut], beganMs);
    }
    return { ...found, inspection };
  }

  async expectFiles(tree: SearchedTree, files: readonly string[]): Promise<void> {
    // The engine takes the ending of a name as it is.
    const extensions = structuralLanguage(tree.language)?.extensions ?? [];
    const read = files.filter((file) => extensions.includes(extname(file)));
    await this.#searched.expect(tree, read);
  }

  async readRule(
    { language, rule }: { readonly language: string; readonly rule: string },
    signal: AbortSignal,
  ): Promise<RuleReading | undefined> {
    const { engine } = this.#require();
    const documents = await readYaml(rule, async (text) => engine.printTree("yaml", text, { form: "ast", signal }));
    return documents === undefined ? undefined : readRule(documents, language);
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
    return await syntaxErrors.find(request, requireLanguage(request.language), signal);
  }

  #open(): EngineTools | undefined {
    if (this.#tools !== undefined) return this.#tools;
    const binary = (this.#options.findBinary ?? findEngine)();
    if (binary === undefined) return undefined;
    const engine = new Engine(this.#options.children, binary, { cpp: CPP_CONFIG });
    this.#tools = {
      engine,
      compiler: new QueryCompiler(engine),
      syntaxErrors: new SyntaxErrorFinder(engine, this.#verdicts),
      trees: new KnownTrees(engine),
    };
    return this.#tools;
  }

  #require(): EngineTools {
    const tools = this.#open();
    if (tools !== undefined) return tools;
    const { what, remedy } = missingEngine();
    throw new ReticleError("executable_not_found", `there is no ${what}`, { hint: remedy });
  }
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
