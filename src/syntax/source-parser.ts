import type { Parser, Range, Tree } from "web-tree-sitter";
import { isReticleError, ReticleError } from "../base/errors.ts";
import { embeddedRanges, joinFacts } from "./embedded.ts";
import { indexLines } from "./extract/line-index.ts";
import type { FileFacts } from "./facts.ts";
import { type Grammars, isTrap, type LoadedGrammar } from "./grammars.ts";
import type { LanguageDefinition } from "./language-definition.ts";
import { languages } from "./languages.ts";
import { extractIndexFacts, type IndexSource, joinIndexFacts } from "./references/extract-index-facts.ts";
import type { IndexFacts } from "./references/index-facts.ts";
import { joinTemplate, withPlainNames } from "./templates/join-template.ts";
import { readScriptUses } from "./templates/script-uses.ts";
import type { TemplateScript } from "./templates/template-script.ts";
import type { SyntaxTree } from "./tree/syntax-tree.ts";

export interface Source {
  readonly text: string;
  /** Canonical absolute path; some languages tell internal imports by it. */
  readonly path: string;
}

/** How a part of a text becomes a result, and how the results of two parts become one. */
interface Making<Result> {
  /** Undefined: `isOver` said to stop. */
  readonly read: (source: IndexSource, isOver: () => boolean) => Result | undefined;
  readonly join: (host: Result, inner: Result) => Result;
  /** The host's result where an inner part has none, and why. */
  readonly without: (host: Result, unread: string) => Result;
}

interface Part<Result> extends Pick<Making<Result>, "read"> {
  /** On the clock of `performance.now()`. */
  readonly until: number;
  /** The parts of the text to parse; default: all of it. */
  readonly ranges?: readonly Range[];
}

interface ParsedPart<Result> {
  readonly result: Result;
  /** By the id of their language; undefined: the language has no place for others. */
  readonly embedded: ReadonlyMap<string, readonly Range[]> | undefined;
}

/** Parses one text after the other. No tree outlives its parse: trees live in memory that only grows. */
export class SourceParser {
  readonly #grammars: Grammars;
  readonly #deadlineMs: number;

  constructor(grammars: Grammars, deadlineMs: number) {
    this.#grammars = grammars;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Throws `timeout` after the deadline, `unsupported` when the grammar fails (it is disabled then). Parts in a
   * language whose grammar cannot be loaded are named in `unread`.
   */
  async parse(source: Source, language: LanguageDefinition): Promise<FileFacts> {
    return this.#parseAll(source, language, {
      read: ({ extracted }) => extracted.facts,
      join: joinFacts,
      without: addUnread,
    });
  }

  /**
   * Whether a text parses without an error, told by the parse alone; false also where only `parse` can tell. Throws as
   * `parse` does.
   */
  async isClean(source: Source, language: LanguageDefinition): Promise<boolean> {
    const grammar = await this.#grammars.load(language);
    if (grammar.reading.findsEmbedded) return false;
    const until = performance.now() + this.#deadlineMs;
    let parsed: Tree | null = null;
    try {
      const text = language.prepare?.(source.text) ?? source.text;
      parsed = parseText(grammar.parser, { text, ranges: undefined }, () => performance.now() > until);
      if (parsed === null) throw this.#timeout(grammar, source);
      return !parsed.rootNode.hasError;
    } catch (error) {
      if (!isGrammarFailure(error)) throw error;
      return this.#grammars.crash(language, error);
    } finally {
      parsed?.delete();
    }
  }

  /** The facts with the references and what else an index needs, from the same parse. Throws as `parse` does. */
  async parseForIndex(source: Source, language: LanguageDefinition): Promise<IndexFacts> {
    const facts = await this.#parseAll<IndexFacts>(source, language, {
      read: extractIndexFacts,
      join: (host, inner) => joinIndexFacts(host, inner, joinFacts(host.facts, inner.facts)),
      without: (host, unread) => ({ ...host, facts: addUnread(host.facts, unread) }),
    });
    const script = language.template?.(source.text);
    const joined = script === undefined ? facts : await this.#addTemplate(facts, source, script);
    const { plainName } = language;
    return plainName === undefined ? joined : { ...joined, references: withPlainNames(joined.references, plainName) };
  }

  /**
   * Only the tree, for whoever reads the facts elsewhere with `TreeFacts`. Undefined: that takes more than one tree.
   * Throws as `parse` does.
   */
  async parseTree(source: Source, language: LanguageDefinition): Promise<SyntaxTree | undefined> {
    if (language.template !== undefined || language.plainName !== undefined) return undefined;
    const grammar = await this.#grammars.load(language);
    if (grammar.reading.findsEmbedded) return undefined;
    const until = performance.now() + this.#deadlineMs;
    const isOver = (): boolean => performance.now() > until;
    let parsed: Tree | null = null;
    try {
      const text = language.prepare?.(source.text) ?? source.text;
      parsed = parseText(grammar.parser, { text, ranges: undefined }, isOver);
      const tree = parsed === null ? undefined : grammar.readTree(parsed, text.length, isOver);
      if (tree === undefined) throw this.#timeout(grammar, source);
      return tree;
    } catch (error) {
      if (!isGrammarFailure(error)) throw error;
      return this.#grammars.crash(language, error);
    } finally {
      parsed?.delete();
    }
  }

  async #addTemplate(facts: IndexFacts, source: Source, script: TemplateScript): Promise<IndexFacts> {
    const language = languages.find(({ id }) => id === script.language);
    if (language === undefined) return facts;
    const until = performance.now() + this.#deadlineMs;
    const isOver = (): boolean => performance.now() > until;
    let parsed: Tree | null = null;
    try {
      const grammar = await this.#grammars.load(language);
      parsed = parseText(grammar.parser, { text: script.text, ranges: undefined }, isOver);
      const tree = parsed === null ? undefined : grammar.readTree(parsed, script.text.length, isOver);
      const uses =
        tree === undefined ? undefined : readScriptUses(tree, script.text, grammar.reading.references, isOver);
      if (uses === undefined) throw this.#timeout(grammar, source);
      return joinTemplate(facts, { script, ...uses }, indexLines(source.text));
    } catch (error) {
      if (isGrammarFailure(error)) return this.#grammars.crash(language, error);
      if (!this.#isDisabled(language) || !isReticleError(error)) throw error;
      return { ...facts, unreadTemplate: error.message };
    } finally {
      parsed?.delete();
    }
  }

  async #parseAll<Result>(source: Source, language: LanguageDefinition, making: Making<Result>): Promise<Result> {
    const until = performance.now() + this.#deadlineMs;
    const { result, embedded } = await this.#parsePart(source, language, { until, read: making.read });
    let joined = result;
    for (const [id, ranges] of embedded ?? []) {
      const inner = languages.find((other) => other.id === id);
      if (inner === undefined) continue;
      try {
        const part = await this.#parsePart(source, inner, { until, ranges, read: making.read });
        joined = making.join(joined, part.result);
      } catch (error) {
        if (!this.#isDisabled(inner) || !isReticleError(error)) throw error;
        joined = making.without(joined, `its ${inner.title} parts, because ${error.message}`);
      }
    }
    return joined;
  }

  /** It could not be loaded, and has harmed nothing else. */
  #isDisabled({ id }: LanguageDefinition): boolean {
    return this.#grammars.disabled.has(id) && !this.#grammars.hasCrashed;
  }

  async #parsePart<Result>(
    source: Source,
    language: LanguageDefinition,
    { until, ranges, read }: Part<Result>,
  ): Promise<ParsedPart<Result>> {
    const grammar = await this.#grammars.load(language);
    const isOver = (): boolean => performance.now() > until;
    const { text } = source;
    let parsed: Tree | null = null;
    try {
      parsed = parseText(grammar.parser, { text: language.prepare?.(text) ?? text, ranges }, isOver);
      const tree = parsed === null ? undefined : grammar.readTree(parsed, text.length, isOver);
      const found = tree === undefined ? undefined : grammar.reading.read(tree, source, isOver);
      const result = found === undefined ? undefined : read(found, isOver);
      if (found === undefined || result === undefined) throw this.#timeout(grammar, source);
      return {
        result,
        embedded: grammar.reading.findsEmbedded ? embeddedRanges(found.matches, text) : undefined,
      };
    } catch (error) {
      if (!isGrammarFailure(error)) throw error;
      return this.#grammars.crash(language, error);
    } finally {
      parsed?.delete();
    }
  }

  #timeout({ parser }: LoadedGrammar, { text }: Source): ReticleError {
    // Otherwise the parser would go on with the old text at the next call.
    parser.reset();
    return new ReticleError("timeout", `the parser did not finish within ${this.#deadlineMs} ms`, {
      hint: "read the file as text, or a smaller file",
      data: { timeoutMs: this.#deadlineMs, characters: text.length },
    });
  }
}

/** What a grammar's own code threw. */
class GrammarFailure extends Error {}

/** In one go: a parse that pauses and goes on can recover from errors in another way. */
function parseText(
  parser: Parser,
  { text, ranges }: { readonly text: string; readonly ranges: readonly Range[] | undefined },
  isOver: () => boolean,
): Tree | null {
  const options = { progressCallback: isOver, ...(ranges !== undefined && { includedRanges: [...ranges] }) };
  try {
    return parser.parse(text, null, options);
  } catch (error) {
    // A trap, an abort of the runtime, or a call of what the runtime does not have, such as assert.
    throw new GrammarFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Reading a tree can trap as well. */
function isGrammarFailure(error: unknown): boolean {
  return error instanceof GrammarFailure || isTrap(error);
}

function addUnread(facts: FileFacts, unread: string): FileFacts {
  return { ...facts, unread: [...(facts.unread ?? []), unread] };
}
