import type { Tree } from "web-tree-sitter";
import { ReticleError } from "../base/errors.ts";
import { extractFacts } from "./extract/extract.ts";
import type { FileFacts } from "./facts.ts";
import type { Grammars, LoadedGrammar } from "./grammars.ts";
import type { LanguageDefinition } from "./language-definition.ts";

export interface Source {
  readonly text: string;
  /** Canonical absolute path; some languages tell internal imports by it. */
  readonly path: string;
}

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
    const grammar = await this.#grammars.load(language);
    const until = performance.now() + this.#deadlineMs;
    const isOver = (): boolean => performance.now() > until;
    const { text } = source;
    let parsed: Tree | null = null;
    try {
      // In one go: a parse that pauses and goes on can recover from errors in another way.
      parsed = grammar.parser.parse(text, null, { progressCallback: isOver });
      const tree = parsed === null ? undefined : grammar.readTree(parsed, text.length, isOver);
      const matches = tree === undefined ? undefined : grammar.matcher.find(tree, text, isOver);
      if (tree === undefined || matches === undefined || isOver()) throw this.#timeout(grammar, source);
      return extractFacts({ matches, missing: tree.missing }, source, language);
    } catch (error) {
      if (!isGrammarFailure(error)) throw error;
      this.#grammars.disable(language, error);
      return (await this.#grammars.load(language)) as never;
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

/** A trap inside WebAssembly, or an abort of its runtime. */
function isGrammarFailure(error: unknown): boolean {
  return error instanceof Error && (error.name === "RuntimeError" || error.message.startsWith("Aborted("));
}
