import type { Span } from "../extract/span.ts";
import type { FlatSymbol } from "./index-facts.ts";

interface Enclosing extends Span {
  readonly ordinal: number;
}

/** The innermost symbol that is not local around each of some ascending offsets. */
export class EnclosingSymbols {
  readonly #spans: readonly Enclosing[];
  readonly #open: Enclosing[] = [];
  #next = 0;

  constructor(symbols: readonly FlatSymbol[], spanOf: (symbol: FlatSymbol) => Span | undefined) {
    const spans: Enclosing[] = [];
    for (const [ordinal, symbol] of symbols.entries()) {
      const span = symbol.fact.isLocal ? undefined : spanOf(symbol);
      if (span !== undefined) spans.push({ start: span.start, end: span.end, ordinal });
    }
    // Stable: of those that start and end together, the owner is first.
    this.#spans = spans.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** -1: none. */
  at(offset: number): number {
    for (
      let next = this.#spans[this.#next];
      next !== undefined && next.start <= offset;
      next = this.#spans[this.#next]
    ) {
      this.#next += 1;
      if (next.end > offset) this.#open.push(next);
    }
    while (this.#open.length > 0 && (this.#open.at(-1) as Enclosing).end <= offset) this.#open.pop();
    return this.#open.at(-1)?.ordinal ?? -1;
  }
}
