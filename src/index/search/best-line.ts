import type { QueryWord } from "./parse-query.ts";
import { wordForms } from "./word-forms.ts";

export interface BestLine {
  /** 1-based. */
  readonly line: number;
  /** How many of the query's words stand on it. */
  readonly words: number;
}

/** Finds the first line that has most of these words, in any of their forms. */
export function createLineFinder(words: readonly QueryWord[]): (text: string) => BestLine | undefined {
  const telling = words.filter(({ isStopWord }) => !isStopWord);
  const patterns = telling.map(({ text }) => new RegExp([...wordForms(text).keys()].join("|"), "i"));
  return (text) => {
    let best: BestLine | undefined;
    for (const [index, line] of text.split("\n").entries()) {
      const count = patterns.filter((pattern) => pattern.test(line)).length;
      if (count > (best?.words ?? 0)) best = { line: index + 1, words: count };
    }
    return best;
  };
}
