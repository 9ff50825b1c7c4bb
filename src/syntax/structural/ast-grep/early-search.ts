import { type BoundedOutput, type SearchBounds, type SearchTask, searchWithinBounds } from "./bounded-search.ts";
import type { PatternQuery, StructuralQuery } from "../compile-query.ts";
import type { Engine, EngineQuery } from "./engine.ts";
import { mayHaveCommaLists } from "../ladder/comma-lists.ts";
import { startsLikeControl, startsLikeDeclaration } from "../ladder/kinds.ts";
import { separateRepeats } from "../ladder/metavariables.ts";
import { HOLE, isBareTemplate } from "../ladder/rung.ts";
import type { PatternObject } from "../rule.ts";
import type { StructuralLanguage } from "../languages/language.ts";

/** A search that is begun while the query is still being compiled, and that is ended when it turns out to be another. */
export class EarlySearch implements Disposable {
  readonly #query: string;
  readonly #output: Promise<BoundedOutput>;
  readonly #ending = new AbortController();

  constructor(engine: Engine, task: SearchTask, bounds: SearchBounds) {
    this.#query = JSON.stringify(task.query);
    const signal = AbortSignal.any([bounds.signal, this.#ending.signal]);
    this.#output = searchWithinBounds(engine, task, { ...bounds, signal });
    // What fails before anybody asks for it is told to whoever asks, and else to nobody.
    this.#output.catch(() => {});
  }

  /** Its output, if it searches for this. */
  outputOf(query: EngineQuery): Promise<BoundedOutput> | undefined {
    return JSON.stringify(query) === this.#query ? this.#output : undefined;
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

function guessPlace({ scaffolds }: StructuralLanguage, fragment: string): PatternObject | undefined {
  const usual = scaffolds.find(({ usually }) => usually?.looksLike.test(fragment));
  if (usual?.usually !== undefined) {
    return { context: usual.template.replace(HOLE, () => fragment), selector: usual.usually.kind };
  }
  const isBare = isBareTemplate(scaffolds[0]?.template);
  if (!isBare || startsLikeDeclaration(fragment) || startsLikeControl(fragment)) return undefined;
  return { context: fragment };
}

function isPatternOnly(query: PatternQuery): boolean {
  return Object.entries(query).every(
    ([name, value]) => name === "pattern" || name === "strictness" || value === undefined,
  );
}
