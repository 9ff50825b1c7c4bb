import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Language, Parser, type Tree } from "web-tree-sitter";
import { ReticleError } from "../base/errors.ts";
import { type CompileModule, compileModule } from "./code/kept-code.ts";
import { webAssembly } from "./code/web-assembly.ts";
import type { LanguageDefinition } from "./language-definition.ts";
import { readPatterns } from "./language-patterns.ts";
import { languages } from "./languages.ts";
import { GrammarTypes, namesOf } from "./tree/grammar-types.ts";
import { readTree } from "./tree/read-tree.ts";
import { startRuntime } from "./tree/runtime.ts";
import type { SyntaxTree } from "./tree/syntax-tree.ts";
import { TreeMemory } from "./tree/tree-memory.ts";
import { TreeReading } from "./tree-reading.ts";

/** What the build copies to dist/grammars: one entry for each file, and the name it has there. */
export function grammarFiles(): { readonly package: string; readonly file: string; readonly builtName: string }[] {
  const byPlace = new Map(languages.map(({ grammar }) => [`${grammar.package}/${grammar.file}`, grammar]));
  return [...byPlace.values()].map((grammar) => ({ ...grammar, builtName: basename(grammar.file) }));
}

/** A grammar ready to use. */
export interface LoadedGrammar {
  readonly parser: Parser;
  readonly types: GrammarTypes;
  readonly reading: TreeReading;
  /** Undefined: `isOver` said to stop. */
  readonly readTree: (tree: Tree, length: number, isOver: () => boolean) => SyntaxTree | undefined;
}

/** Where the grammar's wasm lies: beside the compiled program, else in its development package. */
export function locateGrammar({ grammar }: LanguageDefinition): string {
  const here = fileURLToPath(import.meta.url);
  if (extname(here) === ".js") return join(dirname(here), "..", "grammars", basename(grammar.file));
  const packageFile = createRequire(import.meta.url).resolve(`${grammar.package}/package.json`);
  return join(dirname(packageFile), grammar.file);
}

export interface GrammarsOptions {
  readonly locate?: (language: LanguageDefinition) => string;
  /** False: facts say nothing about callbacks, and are found faster; default true. */
  readonly findsCallbacks?: boolean;
  /** Default: by the code that is kept between processes. */
  readonly compile?: CompileModule;
}

/**
 * Loads grammars on first use. A grammar that cannot be loaded, or that crashed while parsing, stays
 * disabled with its reason; the others go on.
 */
export class Grammars {
  readonly #locate: (language: LanguageDefinition) => string;
  readonly #findsCallbacks: boolean;
  readonly #compile: CompileModule;
  readonly #loaded = new Map<string, Promise<LoadedGrammar>>();
  readonly #disabled = new Map<string, string>();
  #hasCrashed = false;

  constructor({ locate = locateGrammar, findsCallbacks = true, compile = compileModule }: GrammarsOptions = {}) {
    this.#locate = locate;
    this.#compile = compile;
    this.#findsCallbacks = findsCallbacks;
  }

  /** Loads what all grammars need, ahead of the first. */
  async start(): Promise<void> {
    await startRuntime(this.#compile);
  }

  /** Throws `unsupported` when the grammar is disabled. */
  async load(language: LanguageDefinition): Promise<LoadedGrammar> {
    this.#refuseDisabled(language);
    let loaded = this.#loaded.get(language.id);
    if (loaded === undefined) {
      loaded = this.#loadNow(language).catch((error: unknown) => {
        this.disable(language, error);
        this.#hasCrashed ||= isTrap(error);
        return this.#refuseDisabled(language) as never;
      });
      this.#loaded.set(language.id, loaded);
    }
    return loaded;
  }

  /** Drops the parser and refuses the language from now on. */
  disable(language: LanguageDefinition, cause: unknown): void {
    this.#loaded.delete(language.id);
    this.#disabled.set(language.id, cause instanceof Error ? cause.message : String(cause));
  }

  /** Disables a grammar that failed while it ran. All share one memory, so none can be trusted here afterwards. */
  crash(language: LanguageDefinition, cause: unknown): never {
    this.disable(language, cause);
    this.#hasCrashed = true;
    const reason = this.#disabled.get(language.id) ?? "";
    throw new ReticleError("unsupported", `the ${language.title} grammar failed on this file: ${reason}`, {
      hint: "read the file as text",
      data: { language: language.id },
      cause,
    });
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  get loadedIds(): readonly string[] {
    return [...this.#loaded.keys()];
  }

  get disabled(): ReadonlyMap<string, string> {
    return this.#disabled;
  }

  async dispose(): Promise<void> {
    const loaded = await Promise.allSettled(this.#loaded.values());
    this.#loaded.clear();
    for (const grammar of loaded) {
      if (grammar.status !== "fulfilled") continue;
      grammar.value.parser.delete();
    }
  }

  /** Those that run apart are compiled for memory, not for speed. */
  #compileOf({ isIsolated }: LanguageDefinition): CompileModule {
    return isIsolated === true ? (_name, bytes) => webAssembly.compile(bytes) : this.#compile;
  }

  #refuseDisabled(language: LanguageDefinition): void {
    const reason = this.#disabled.get(language.id);
    if (reason === undefined) return;
    throw new ReticleError("unsupported", `the ${language.title} grammar is disabled because it failed: ${reason}`, {
      hint: "read the file as text; reinstalling reticle restores a damaged grammar",
      data: { language: language.id, reason },
    });
  }

  async #loadNow(language: LanguageDefinition): Promise<LoadedGrammar> {
    // The patterns are read while WebAssembly is compiled on other threads.
    const [runtime, module, patterns] = await Promise.all([
      startRuntime(this.#compile),
      readFile(this.#locate(language)).then((bytes) => this.#compileOf(language)(language.id, bytes)),
      readPatterns(language, { findsCallbacks: this.#findsCallbacks }),
    ]);
    const loaded = Language.loadSync(module);
    const grammar = new GrammarTypes(namesOf(loaded));
    const parser = new Parser();
    parser.setLanguage(loaded);
    const memory = TreeMemory.of(loaded, runtime);
    return {
      parser,
      types: grammar,
      reading: new TreeReading(grammar, patterns, language),
      readTree: (tree, length, isOver) => readTree(tree, { length, grammar, memory }, isOver),
    };
  }
}

/** WebAssembly that stopped in the middle of its work: what all grammars keep in one memory may be spoilt. */
export function isTrap(error: unknown): boolean {
  return error instanceof Error && (error.name === "RuntimeError" || error.message.startsWith("Aborted("));
}
