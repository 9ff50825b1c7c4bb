import type { CompiledQuery, PatternQuery, StructuralQuery } from "../compile-query.ts";
import type { EngineQuery } from "./engine.ts";
import { mayHaveCommaLists } from "../ladder/comma-lists.ts";
import { startsLikeControl, startsLikeDeclaration } from "../ladder/kinds.ts";
import { separateRepeats } from "../ladder/metavariables.ts";
import { HOLE, isBareTemplate } from "../ladder/rung.ts";
import type { PatternObject } from "../rule.ts";
import type { StructuralLanguage } from "../languages/language.ts";
import type { Word } from "../words/files-with-words.ts";

/** What a search is begun for. */
export interface Guess {
  readonly query: EngineQuery;
  /** Files without them are left out. */
  readonly words: readonly Word[];
}

/** Calls `onBegun` when nothing but the engine is waited for. */
type Search<T> = (guess: Guess, signal: AbortSignal, onBegun: () => void) => Promise<T>;

/** A search that is begun while the query is still being compiled, and that is ended when it turns out to be another. */
export class EarlySearch<T> implements Disposable {
  /** Never rejects. What else needs a process waits for it: one is started after the other, and the engine takes longest. */
  readonly begun: Promise<void>;
  readonly #guess: Guess;
  readonly #output: Promise<T>;
  readonly #ending = new AbortController();

  constructor(guess: Guess, search: Search<T>, signal: AbortSignal) {
    this.#guess = guess;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.begun = promise;
    this.#output = search(guess, AbortSignal.any([signal, this.#ending.signal]), resolve);
    // What fails before anybody asks for it is told to whoever asks, and else to nobody.
    this.#output.catch(resolve);
  }

  /** What it came to, if it searches for this and leaves nothing out that could hold it. */
  outputOf({ query, fixedWords }: Pick<CompiledQuery, "query" | "fixedWords">): Promise<T> | undefined {
    const isQuery = JSON.stringify(query) === JSON.stringify(this.#guess.query);
    const isFixed = this.#guess.words.every(({ text, isWhole }) =>
      fixedWords.some((word) => word.text === text && (word.isWhole || !isWhole)),
    );
    return isQuery && isFixed ? this.#output : undefined;
  }

  [Symbol.dispose](): void {
    this.#ending.abort();
  }
}

/**
 * What a query will be compiled to, as far as that can be told before its syntax is known: in most
 * languages an expression stands for itself, and some fragments show by their first word what they are. undefined where other contexts are likely.
 */
export function guessQuery(language: StructuralLanguage, query: StructuralQuery): EngineQuery | undefined {
  if ("rule" in query || query.pattern === undefined || !isPatternOnly(query)) return undefined;
  const fragment = separateRepeats([query.pattern.trim()]).patterns[0];
  const place = fragment === undefined || mayHaveCommaLists(fragment) ? undefined : guessPlace(language, fragment);
  if (place === undefined) return undefined;
  const { strictness } = query;
  const pattern = { ...place, ...(strictness === undefined || strictness === "smart" ? {} : { strictness }) };
  return { kind: "pattern", language: language.id, pattern };
}

/** `a.b($X)`, with calls in its arguments perhaps. */
const CALL = /^(?:[\w$]+(?:\.|->|::))*[\w$]+\((?:[^()]|\([^()]*\))*\)$/;

function guessPlace({ scaffolds, call }: StructuralLanguage, fragment: string): PatternObject | undefined {
  const [first] = scaffolds;
  if (call !== undefined && first !== undefined && CALL.test(fragment)) {
    const text = call.isTerminated === true ? `${fragment};` : fragment;
    return { context: first.template.replace(HOLE, () => text), selector: call.kind };
  }
  const usual = scaffolds.find(({ usually }) => usually?.looksLike.test(fragment));
  if (usual?.usually !== undefined) {
    return { context: usual.template.replace(HOLE, () => fragment), selector: usual.usually.kind };
  }
  const isBare = isBareTemplate(first?.template);
  if (!isBare || startsLikeDeclaration(fragment) || startsLikeControl(fragment)) return undefined;
  return { context: fragment };
}

function isPatternOnly(query: PatternQuery): boolean {
  return Object.entries(query).every(
    ([name, value]) => name === "pattern" || name === "strictness" || value === undefined,
  );
}
