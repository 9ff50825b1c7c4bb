import { ReticleError } from "../base/errors.ts";
import type { LanguageDefinition } from "./language-definition.ts";
import type { Pattern } from "./extract/pattern.ts";
import { readPatterns } from "./language-patterns.ts";
import { extractIndexFacts } from "./references/extract-index-facts.ts";
import type { IndexFacts } from "./references/index-facts.ts";
import type { Source } from "./source-parser.ts";
import { type GrammarNames, GrammarTypes } from "./tree/grammar-types.ts";
import type { PlainTree } from "./tree/syntax-tree.ts";
import { TreeReading } from "./tree-reading.ts";

/** Reads what an index needs from trees that were parsed in another thread: see `SourceParser.parseTree`. */
export class TreeFacts {
  readonly #deadlineMs: number;
  readonly #patterns = new Map<string, Promise<readonly Pattern[]>>();
  readonly #grammars = new Map<string, GrammarTypes>();
  readonly #readings = new Map<string, TreeReading>();

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** Trees of the language will come. Spares the first a part of what it would wait for. */
  expect(language: LanguageDefinition): void {
    if (this.#patterns.has(language.id)) return;
    const patterns = readPatterns(language, { findsCallbacks: false });
    // Whoever reads a tree is told.
    patterns.catch(() => {});
    this.#patterns.set(language.id, patterns);
  }

  /** Before the first tree of the language. */
  addGrammar(language: LanguageDefinition, names: GrammarNames): void {
    this.expect(language);
    if (!this.#grammars.has(language.id)) this.#grammars.set(language.id, new GrammarTypes(names));
  }

  /** Throws `timeout` after the deadline. */
  async read(plain: PlainTree, source: Source, language: LanguageDefinition): Promise<IndexFacts> {
    const grammar = this.#grammars.get(language.id);
    if (grammar === undefined)
      throw new ReticleError("internal", `the names of ${language.title}'s grammar are missing`);
    const reading = this.#readings.get(language.id) ?? (await this.#makeReading(language, grammar));
    const until = performance.now() + this.#deadlineMs;
    const isOver = (): boolean => performance.now() > until;
    const read = reading.read({ ...plain, grammar }, source, isOver);
    const facts = read === undefined ? undefined : extractIndexFacts(read, isOver);
    if (facts !== undefined) return facts;
    throw new ReticleError("timeout", `the tree was not read within ${this.#deadlineMs} ms`, {
      hint: "read the file as text, or a smaller file",
    });
  }
  async #makeReading(language: LanguageDefinition, grammar: GrammarTypes): Promise<TreeReading> {
    const patterns = (await this.#patterns.get(language.id)) ?? [];
    const reading = new TreeReading(grammar, patterns, language);
    this.#readings.set(language.id, reading);
    return reading;
  }
}
