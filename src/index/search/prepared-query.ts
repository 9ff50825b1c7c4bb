import type { SearchQuery } from "./parse-query.ts";
import { type WordForms, wordForms } from "./word-forms.ts";

/** A query with everything that is worked out once for all of its candidates. */
export interface PreparedQuery {
  readonly words: readonly PreparedWord[];
  /** Names that are exactly what was asked for, lower case, without separators. */
  readonly exactNames: ReadonlySet<string>;
  /** Names as they were written. */
  readonly terms: ReadonlySet<string>;
}
export interface PreparedWord {
  readonly text: string;
  /** Says little about what is meant ("of"): counts where a name has it, and is not searched for. */
  readonly isStopWord: boolean;
  readonly forms: WordForms;
}

export function prepareQuery({ words, identifiers, terms }: SearchQuery): PreparedQuery {
  const texts = words.map(({ text }) => text);
  const telling = words.filter(({ isStopWord }) => !isStopWord).map(({ text }) => text);
  return {
    words: words.map(({ text, isStopWord }, index) => ({
      text,
      isStopWord,
      forms: isStopWord ? new Map([[text, 1]]) : withCompounds(wordForms(text), texts, index),
    })),
    exactNames: new Set([...identifiers, texts.join(""), telling.join("")]),
    terms: new Set(terms),
  };
}

/** The words to look for: all that are no stop words, or all where there are no others. */
export function tellingWords({ words }: PreparedQuery): readonly PreparedWord[] {
  const telling = words.filter(({ isStopWord }) => !isStopWord);
  return telling.length === 0 ? words : telling;
}

/** "web socket" is "websocket" too: each of two neighbours may stand for both. */
function withCompounds(forms: WordForms, texts: readonly string[], index: number): WordForms {
  const [before, own = "", after] = [texts[index - 1], texts[index], texts[index + 1]];
  const all = new Map(forms);
  if (before !== undefined) all.set(before + own, 1);
  if (after !== undefined) all.set(own + after, 1);
  return all;
}
