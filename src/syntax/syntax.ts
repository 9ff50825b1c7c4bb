import { extname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { raceSignal } from "../base/deadline.ts";
import { isReticleError, ReticleError } from "../base/errors.ts";
import type { ChildProcesses } from "../process/children.ts";
import { moduleUrl } from "../process/module-url.ts";
import { createWorkerProcess, type WorkerProcess } from "../process/worker-process.ts";
import { COMPILE_ONCE } from "./compile-once.ts";
import type { SourceDocument } from "../workspace/document.ts";
import type { FileFacts } from "./facts.ts";
import { FactsCache } from "./facts-cache.ts";
import { Grammars, locateGrammar } from "./grammars.ts";
import type { LanguageDefinition } from "./language-definition.ts";
import type { Language } from "./language-definition.ts";
import { languageOfPath, languageOfText, languages } from "./languages.ts";
import { refuseMinified } from "./minified.ts";
import { isDeeplyNested } from "./nesting.ts";
import type { ParseRequest, ParseResponse } from "./parse-worker.ts";
import { SourceParser } from "./source-parser.ts";

/** Reading of code by its syntax. Shared by all runs of an engine; facts are cached by content hash. */
export interface Syntax {
  /** Ids of the languages we have a grammar for. */
  readonly languageIds: readonly string[];
  /** The language a file name stands for, when we have a grammar for it. */
  languageOf(path: string): Language | undefined;
  /**
   * Facts of one document. Throws ReticleError: `unsupported` (no grammar), `too_large`,
   * `refused` (minified), `timeout`.
   */
  facts(document: SourceDocument, signal: AbortSignal): Promise<FileFacts>;
  /**
   * True: the document parses without an error, told in a fraction of the time that its facts take. False: it does not,
   * or only its facts can tell. Throws as `facts` does.
   */
  isClean(document: SourceDocument, signal: AbortSignal): Promise<boolean>;
  /** Loads the grammar of a language that files will be parsed in; does nothing where that would be in another process. */
  prepare(languageId: string): Promise<void>;
  /** Loads the grammar most likely to be needed next; meant for idle time. */
  warm(languageId: string): Promise<void>;
  /**
   * Makes, for the processes after this one, the compiled code of grammars that was missed: seconds of a processor in a
   * process of its own, for quiet moments. Resolves with the ids of the languages.
   */
  keepCode(isIdle: () => boolean): Promise<readonly string[]>;
  /** Rows for the health report. */
  health(): readonly { readonly name: string; readonly value: string }[];
  dispose(): Promise<void>;
}

export interface SyntaxOptions {
  readonly children: ChildProcesses;
  /** Bound of the cached facts, estimated; default 32 MiB. */
  readonly maxCacheBytes?: number;
  readonly locateGrammar?: (language: LanguageDefinition) => string;
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** Larger texts are parsed in a process of their own: 100 KB take some 50 ms. */
const MAX_INLINE_CHARACTERS = 100_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** After so many the parser and the extractor are mostly compiled. */
const WARM_ROUNDS = 12;
const MAX_CLEAN = 2_000;
const INLINE_DEADLINE_MS = 5_000;
const WORKER_DEADLINE_MS = 25_000;
/** A parser that does not answer so long after its deadline is ended. */
const GRACE_MS = 3_000;

export function createSyntax(options: SyntaxOptions): Syntax {
  return new CachedSyntax(options);
}

type LargeSource = Pick<SourceDocument, "text" | "path" | "hash">;
type Parser = WorkerProcess<ParseRequest, ParseResponse>;

function createParser(children: ChildProcesses, label: string, nodeArguments: readonly string[]): Parser {
  return createWorkerProcess({
    children,
    module: moduleUrl("./parse-worker", import.meta.url),
    label,
    deadlineMs: WORKER_DEADLINE_MS + GRACE_MS,
    // Most objects die when the facts are made; a nursery that is large at once keeps them from being copied.
    nodeArguments: ["--min-semi-space-size=16", "--max-semi-space-size=64", ...nodeArguments],
  });
}

class CachedSyntax implements Syntax {
  readonly languageIds = languages.map(({ id }) => id);
  readonly #children: ChildProcesses;
  readonly #cache: FactsCache;
  readonly #grammars: Grammars;
  readonly #inline: SourceParser;
  /** For large texts, and for all once a grammar has crashed in this process. */
  readonly #worker: Parser;
  /** For languages whose grammars must not share a memory with the others. */
  readonly #isolated: Parser;
  /** Parses that are under way: equal contents share one. */
  readonly #parsing = new Map<string, Promise<FileFacts>>();
  /** By language, why a child process could not load its grammar. */
  readonly #disabledElsewhere = new Map<string, string>();
  /** Keys of documents without syntax errors. */
  readonly #clean = new Set<string>();
  #hits = 0;
  #parses = 0;

  constructor({ children, maxCacheBytes = MAX_CACHE_BYTES, locateGrammar: locate = locateGrammar }: SyntaxOptions) {
    this.#children = children;
    this.#cache = new FactsCache(maxCacheBytes);
    this.#grammars = new Grammars({ locate });
    this.#inline = new SourceParser(this.#grammars, INLINE_DEADLINE_MS);
    this.#worker = createParser(children, "parser", []);
    this.#isolated = createParser(children, "isolated parser", COMPILE_ONCE);
  }

  languageOf(path: string): Language | undefined {
    return languageOfPath(path);
  }

  async facts(document: SourceDocument, signal: AbortSignal): Promise<FileFacts> {
    const language = languageOfText(document.path, document.text);
    if (language === undefined) throw unsupported(document.path);
    const key = keyOf(document, language);
    const cached = this.#cache.get(key);
    if (cached !== undefined) {
      this.#hits += 1;
      return cached;
    }
    let parsing = this.#parsing.get(key);
    if (parsing === undefined) {
      refuseTooLarge(document);
      refuseMinified(document.text, document.path);
      parsing = this.#parse(document, language, key).finally(() => this.#parsing.delete(key));
      this.#parsing.set(key, parsing);
      // Everyone who waits may leave before it fails.
      parsing.catch(() => {});
    }
    return await raceSignal(parsing, signal);
  }

  async isClean(document: SourceDocument, signal: AbortSignal): Promise<boolean> {
    const language = languageOfText(document.path, document.text);
    if (language === undefined) throw unsupported(document.path);
    const key = keyOf(document, language);
    if (this.#clean.has(key)) return true;
    if (this.#cache.get(key) !== undefined || !this.#isInline(document.text, language)) return false;
    refuseMinified(document.text, document.path);
    const isClean = await raceSignal(this.#inline.isClean(document, language), signal);
    if (isClean) this.#remember(key);
    return isClean;
  }

  #remember(key: string): void {
    if (this.#clean.size >= MAX_CLEAN) this.#clean.clear();
    this.#clean.add(key);
  }

  async prepare(languageId: string): Promise<void> {
    const language = languages.find(({ id }) => id === languageId);
    if (language === undefined || !this.#isInline("", language)) return;
    // Why it cannot be loaded is told with the file that needs it.
    await this.#grammars.load(language).catch(() => {});
  }

  async warm(languageId: string): Promise<void> {
    const language = languages.find(({ id }) => id === languageId);
    if (language === undefined) throw new ReticleError("invalid_input", `no language has the id "${languageId}"`);
    const sample = { text: language.sample, path: `/sample${language.extensions[0]}` };
    if (language.isIsolated === true) {
      await this.#parseElsewhere({ ...sample, hash: "" }, language);
      return;
    }
    for (let round = 0; round < WARM_ROUNDS; round += 1) {
      await this.#inline.parse(sample, language);
      // Whoever calls meanwhile comes first.
      await setImmediate();
    }
  }

  async keepCode(isIdle: () => boolean): Promise<readonly string[]> {
    const { keepWantedCode } = await import("./code/keep-code.ts");
    const languageIds = languages.filter(({ isIsolated }) => isIsolated !== true).map(({ id }) => id);
    return keepWantedCode({ children: this.#children, languageIds, isIdle });
  }

  health(): { name: string; value: string }[] {
    const { count, bytes } = this.#cache;
    return [
      { name: "grammars loaded", value: this.#grammars.loadedIds.join(", ") || "none" },
      ...[...new Map([...this.#disabledElsewhere, ...this.#grammars.disabled])].map(([id, reason]) => ({
        name: `grammar ${id}`,
        value: `disabled: ${reason}`,
      })),
      { name: "facts cached", value: `${count} files, ${Math.round(bytes / 1024)} KiB` },
      { name: "facts used", value: `${this.#hits} from the cache, ${this.#parses} parsed` },
      { name: "parser process", value: stateOf(this.#worker) },
      { name: "isolated parser", value: stateOf(this.#isolated) },
    ];
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#worker.dispose(), this.#isolated.dispose()]);
    await Promise.allSettled(this.#parsing.values());
    await this.#grammars.dispose();
    this.#cache.clear();
  }

  async #parse(document: SourceDocument, language: LanguageDefinition, key: string): Promise<FileFacts> {
    const { text, path } = document;
    this.#parses += 1;
    if (this.#isInline(text, language)) {
      const facts = await this.#inline.parse({ text, path }, language);
      this.#cache.set(key, facts);
      return facts;
    }
    // Other work may run between reading the text, asking, reading the facts and using them.
    await setImmediate();
    const { facts, bytes } = await this.#parseElsewhere(document, language);
    await setImmediate();
    this.#cache.set(key, facts, bytes);
    return facts;
  }

  /** What may crash a grammar, and everything after a crash, goes where a crash ends with the process. */
  #isInline(text: string, { isIsolated }: LanguageDefinition): boolean {
    return (
      text.length <= MAX_INLINE_CHARACTERS && isIsolated !== true && !this.#grammars.hasCrashed && !isDeeplyNested(text)
    );
  }

  async #parseElsewhere({ text, path, hash }: LargeSource, language: LanguageDefinition): Promise<ParseResponse> {
    const worker = language.isIsolated === true ? this.#isolated : this.#worker;
    const isLarge = text.length > MAX_INLINE_CHARACTERS;
    const deadlineMs = isLarge ? WORKER_DEADLINE_MS : INLINE_DEADLINE_MS;
    const ask = (source: Pick<ParseRequest, "text" | "hash">): Promise<ParseResponse> =>
      worker.request({ path, ...source, languageId: language.id, deadlineMs }, { deadlineMs: deadlineMs + GRACE_MS });
    try {
      const response = isLarge ? await ask({ hash }).catch(onDifferent(() => ask({ text }))) : await ask({ text });
      this.#disabledElsewhere.delete(language.id);
      return response;
    } catch (error) {
      const reason = isReticleError(error) && error.kind === "unsupported" ? error.data?.["reason"] : undefined;
      if (typeof reason === "string") this.#disabledElsewhere.set(language.id, reason);
      throw isLost(error) ? crashed(language, error) : error;
    }
  }
}

/** For when the disk holds another text, or none: a change that is only proposed, or one that came meanwhile. */
function onDifferent<T>(ask: () => Promise<T>): (error: unknown) => Promise<T> {
  return async (error) => {
    if (isReticleError(error) && error.kind === "not_found") return ask();
    throw error;
  };
}

function stateOf({ pid }: Parser): string {
  return pid === undefined ? "not running" : `pid ${pid}`;
}

function keyOf({ hash, path }: SourceDocument, { id, dependsOnPath }: LanguageDefinition): string {
  return dependsOnPath ? `${id}:${hash}:${path}` : `${id}:${hash}`;
}

/** The process that parsed ended before it answered. */
function isLost(error: unknown): boolean {
  return error instanceof ReticleError && error.kind === "connection_closed";
}

function crashed({ id, title }: LanguageDefinition, cause: unknown): ReticleError {
  return new ReticleError("unsupported", `the ${title} parser failed on this file; the next files have a new one`, {
    hint: "read the file as text",
    data: { language: id },
    cause,
  });
}

function unsupported(path: string): ReticleError {
  const extension = extname(path);
  const what = extension === "" ? "files without an extension" : `"${extension}" files`;
  return new ReticleError("unsupported", `there is no grammar for ${what}`, {
    hint: `read it as text; languages with a grammar: ${languages.map(({ title }) => title).join(", ")}`,
    data: { extension },
  });
}

function refuseTooLarge({ text }: SourceDocument): void {
  if (text.length <= MAX_CHARACTERS) return;
  throw new ReticleError(
    "too_large",
    `the file has ${text.length} characters, more than ${MAX_CHARACTERS} are not parsed`,
    {
      hint: "search it with a text search, or read a range of its lines",
      data: { characters: text.length, limit: MAX_CHARACTERS },
    },
  );
}
