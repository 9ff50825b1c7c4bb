import { RunTable } from "./run-table.ts";
import { isKeptOfText, splitIdentifier } from "./split-identifier.ts";

const MAX_RUNS = 200_000;

interface Word {
  readonly text: string;
  /** The last text that had it. */
  lastText: number;
}
/**
 * The distinct words of texts, without keywords and lone characters, for the search over files. What each identifier
 * splits into is kept from text to text: use one for all files of a build.
 */
export class TextWords {
  readonly #words = new Map<string, Word>();
  #runs = new RunTable<readonly Word[]>((text) => this.#split(text));
  /** The number of the text that is read. */
  #text = 0;
  #found: string[] = [];

  /** In the order in which they first appear. */
  read(text: string): readonly string[] {
    if (this.#runs.size > MAX_RUNS) this.#forget();
    this.#text += 1;
    this.#found = [];
    this.#runs.eachRun(text, this.#take);
    return this.#found;
  }

  readonly #take = (words: readonly Word[]): void => {
    for (const word of words) {
      if (word.lastText === this.#text) continue;
      word.lastText = this.#text;
      this.#found.push(word.text);
    }
  };

  /** What is kept of what it splits into. */
  #split(run: string): readonly Word[] {
    const words: Word[] = [];
    for (const word of splitIdentifier(run)) if (isKeptOfText(word)) words.push(this.#wordFor(word));
    return words;
  }

  #wordFor(text: string): Word {
    let word = this.#words.get(text);
    if (word === undefined) {
      word = { text, lastText: 0 };
      this.#words.set(text, word);
    }
    return word;
  }

  #forget(): void {
    this.#words.clear();
    this.#runs = new RunTable((text) => this.#split(text));
  }
}
