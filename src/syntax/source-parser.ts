import type { Parser, Range } from "web-tree-sitter";
import { ReticleError } from "../base/errors.ts";
import { embeddedRanges, joinFacts } from "./embedded.ts";
import { extractFacts } from "./extract/extract.ts";
import { findMissing } from "./extract/match.ts";
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
  readonly embedded: ReadonlyMap<string, readonly Range[]>;
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
    for (const [id, ranges] of embedded) {
      const inner = languages.find((other) => other.id === id);
      if (inner === undefined) continue;
      joined = joinFacts(joined, (await this.#parsePart(source, inner, { until, ranges })).facts);
    }
    return joined;
  }

  async #parsePart(source: Source, language: LanguageDefinition, { until, ranges }: Part): Promise<ParsedPart> {
    const grammar = await this.#grammars.load(language);
    const isOver = (): boolean => performance.now() > until;
    let tree: ReturnType<Parser["parse"]> = null;
    try {
      tree = grammar.parser.parse(language.prepare?.(source.text) ?? source.text, null, {
        progressCallback: isOver,
        ...(ranges !== undefined && { includedRanges: [...ranges] }),
      });
      const options = { isOver, ...(language.isData === true && { maxDeclarations: MAX_DATA_DECLARATIONS }) };
      const found = tree === null ? undefined : grammar.matcher.find(tree.rootNode, source.text, options);
      const missing = tree === null ? undefined : findMissing(tree.rootNode, isOver);
      if (found === undefined || missing === undefined || isOver()) throw this.#timeout(grammar, source);
      // Captured nodes read from the tree, so it is deleted only when the facts are plain data.
      return {
        facts: extractFacts({ ...found, missing }, source, language),
        embedded: embeddedRanges(found.matches),
      };
    } catch (error) {
      if (!isGrammarFailure(error)) throw error;
      this.#grammars.crash(language, error);
      return (await this.#grammars.load(language)) as never;
    } finally {
      tree?.delete();
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

/** A trap inside WebAssembly, or an abort of its runtime. */
function isGrammarFailure(error: unknown): boolean {
  return error instanceof Error && (error.name === "RuntimeError" || error.message.startsWith("Aborted("));
}
