import { extractFacts } from "./extract/extract.ts";
import { PatternMatcher, type PatternMatch } from "./extract/match.ts";
import type { Pattern } from "./extract/pattern.ts";
import type { LanguageDefinition } from "./language-definition.ts";
import type { IndexSource } from "./references/extract-index-facts.ts";
import { ReferenceReader } from "./references/read-references.ts";
import type { GrammarTypes } from "./tree/grammar-types.ts";
import type { SyntaxTree } from "./tree/syntax-tree.ts";

/** What the patterns of a language found in a tree. */
export interface ReadTree extends IndexSource {
  readonly matches: readonly PatternMatch[];
}

/** Facts of a data file hold this many: enough to read any key of most files by its name. */
const MAX_DATA_DECLARATIONS = 20_000;

/** Reads the trees of one language, wherever they were parsed. What it does so with is made when it is first needed. */
export class TreeReading {
  /** Some of the patterns say that a part of the text is in another language. */
  readonly findsEmbedded: boolean;
  readonly #types: GrammarTypes;
  readonly #patterns: readonly Pattern[];
  readonly #language: LanguageDefinition;
  #matcher: PatternMatcher | undefined;
  #references: ReferenceReader | undefined;

  constructor(types: GrammarTypes, patterns: readonly Pattern[], language: LanguageDefinition) {
    this.#types = types;
    this.#patterns = patterns;
    this.#language = language;
    this.findsEmbedded = patterns.some(({ properties }) => properties["language"] !== undefined);
  }

  /** Undefined: the language has no rules for references. */
  get references(): ReferenceReader | undefined {
    const { references } = this.#language;
    if (references !== undefined) this.#references ??= new ReferenceReader(this.#types, references);
    return this.#references;
  }

  /** Undefined: `isOver` said to stop. */
  read(
    tree: SyntaxTree,
    source: { readonly text: string; readonly path: string },
    isOver: () => boolean,
  ): ReadTree | undefined {
    this.#matcher ??= new PatternMatcher(this.#types, this.#patterns);
    const { findsForwarding } = this.#matcher;
    const { text } = source;
    const language = this.#language;
    const found = this.#matcher.find(tree, text, {
      isOver,
      ...(language.isData === true && { maxDeclarations: MAX_DATA_DECLARATIONS }),
    });
    if (found === undefined || isOver()) return undefined;
    const extracted = extractFacts({ ...found, missing: tree.missing, findsForwarding }, source, language);
    return { tree, text, extracted, language, reader: () => this.references, matches: found.matches };
  }
}
