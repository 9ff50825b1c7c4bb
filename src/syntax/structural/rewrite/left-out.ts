import { findMetavariables, isCaptured } from "../ladder/metavariables.ts";

const HASH_COMMENTS = /\/\*[^]*?\*\/|(?<![^\s;])#[^\n]*/g;
const DASH_COMMENTS = /--[^\n]*/g;
const SLASH_COMMENTS = /\/\*[^]*?\*\/|\/\/[^\n]*/g;
const COMMENTS: ReadonlyMap<string, RegExp> = new Map([
  ...["bash", "elixir", "hcl", "nix", "php", "python", "ruby", "yaml"].map((id) => [id, HASH_COMMENTS] as const),
  ...["haskell", "lua"].map((id) => [id, DASH_COMMENTS] as const),
]);
/** What may stand in code or not without a change of what it says, and quotes, of which there are several kinds. */
const OPTIONAL = /\b(do|then)\b|[\s,;()"'`]+/g;

/** Half-open, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Tells matches that hold code which neither the pattern nor one of its metavariables stands for: the engine matches an
 * `if` that has an `else` by a pattern without one. What is made of such a match lacks that code.
 */
export class LeftOut {
  /** The captured metavariables of the pattern. */
  readonly variables: readonly string[];
  readonly #language: string;
  readonly #expected: number;

  private constructor(pattern: string, language: string) {
    const found = findMetavariables(pattern);
    this.variables = found.map(({ sigil, name }) => sigil + name);
    this.#language = language;
    this.#expected = this.#length(pattern, found);
  }

  /** Undefined: it cannot be told which part of a match each metavariable stands for. */
  static of(pattern: string | undefined, language: string): LeftOut | undefined {
    if (pattern === undefined) return undefined;
    const found = findMetavariables(pattern);
    const isTold = found.every(isCaptured) && new Set(found.map(({ name }) => name)).size === found.length;
    return isTold ? new LeftOut(pattern, language) : undefined;
  }

  /** `captures` lie inside the match, in any order. */
  has(match: string, captures: readonly Span[]): boolean {
    return this.#length(match, captures) > this.#expected;
  }

  /** Of what stands between the spans. */
  #length(text: string, spans: readonly Span[]): number {
    let rest = "";
    let from = 0;
    for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
      rest += `${text.slice(from, start)} `;
      from = Math.max(from, end);
    }
    rest += text.slice(from);
    return rest.replace(COMMENTS.get(this.#language) ?? SLASH_COMMENTS, " ").replace(OPTIONAL, "").length;
  }
}
