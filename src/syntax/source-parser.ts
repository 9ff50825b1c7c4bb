import type { Parser, Range, Tree } from "web-tree-sitter";
import { ReticleError } from "../base/errors.ts";
import { embeddedRanges, joinFacts } from "./embedded.ts";
import { extractFacts } from "./extract/extract.ts";
import type { FileFacts } from "./facts.ts";
import type { Grammars, LoadedGrammar } from "./grammars.ts";
import type { LanguageDefinition } from "./language-definition.ts";
import { languages } from "./languages.ts";

export interface Source {
  readonly text: string;
  /** Canonical absolute path; some languages tell internal imports by it. */
  readonly path: string;
}

interface Part {
  /** On the clock of `performance.now()`. */
  readonly until: number;
  /** The parts of the text to parse; default: all of it. */
  readonly ranges?: readonly Range[];
}

interface ParsedPart {
  readonly facts: FileFacts;
  /** By the id of their language; undefined: the language has no place for others. */
  readonly embedded: ReadonlyMap<string, readonly Range[]> | undefined;
}

/** Facts of a data file hold this many: enough to read any key of most files by its name. */
const MAX_DATA_DECLARATIONS = 20_000;

/** Parses one text after the other. No tree outlives its parse: trees live in memory that only grows. */
export class SourceParser {
  readonly #grammars: Grammars;
  readonly #deadlineMs: number;

  constructor(grammars: Grammars, deadlineMs: number) {
    this.#grammars = grammars;
    this.#deadlineMs = deadlineMs;
  }

  /** Throws `timeout` after the deadline, `unsupported` when the grammar fails (it is disabled then). */
  async parse(source: Source, language: LanguageDefinition): Promise<FileFacts> {
    const until = performance.now() + this.#deadlineMs;
    const { facts, embedded } = await this.#parsePart(source, language, { until });
    let joined = facts;
    for (const [id, ranges] of embedded ?? []) {
      const inner = languages.find((other) => other.id === id);
      if (inner === undefined) continue;
      joined = joinFacts(joined, (await this.#parsePart(source, inner, { until, ranges })).facts);
    }
    return joined;
  }

  async #parsePart(source: Source, language: LanguageDefinition, { until, ranges }: Part): Promise<ParsedPart> {
    const grammar = await this.#grammars.load(language);
    const isOver = (): boolean => performance.now() > until;
    const { text } = source;
    let parsed: Tree | null = null;
    try {
      parsed = parseText(grammar.parser, { text: language.prepare?.(text) ?? text, ranges }, isOver);
      const tree = parsed === null ? undefined : grammar.readTree(parsed, text.length, isOver);
      const options = { isOver, ...(language.isData === true && { maxDeclarations: MAX_DATA_DECLARATIONS }) };
      const found = tree === undefined ? undefined : grammar.matcher.find(tree, text, options);
      if (tree === undefined || found === undefined || isOver()) throw this.#timeout(grammar, source);
      return {
        facts: extractFacts({ ...found, missing: tree.missing }, source, language),
        embedded: grammar.matcher.findsEmbedded ? embeddedRanges(found.matches, text) : undefined,
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
  return (
    error instanceof GrammarFailure ||
    (error instanceof Error && (error.name === "RuntimeError" || error.message.startsWith("Aborted(")))
  );
}
