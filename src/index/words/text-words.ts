import { RunTable } from "./run-table.ts";
import { isKeptOfText, splitIdentifier } from "./split-identifier.ts";

/** A maximal run of what identifiers are made of, in any script. */
const RUN = /[\p{L}\p{M}\p{N}_]+/gu;
const NOT_ASCII = /[^\0-\x7f]/;
const MAX_RUNS = 200_000;

interface Word {
  readonly text: string;
  /** The last text that had it. */
  lastText: number;
}
/** A run that was met. */
interface KnownRun {
  /** What is kept of what it splits into. */
  readonly words: readonly Word[];
  lastText: number;
}

/**
 * The distinct words of texts, without keywords and lone characters, for the search over files. What each identifier
 * splits into is kept from text to text: use one for all files of a build.
 */
export class TextWords {
  readonly #words = new Map<string, Word>();
  #runs = new RunTable<KnownRun>((text) => this.#split(text));
  /** The number of the text that is read. */
  #text = 0;

  /** In the order in which they first appear. */
  read(text: string): readonly string[] {
    if (this.#runs.size > MAX_RUNS) this.#forget();
    this.#text += 1;
    const found: string[] = [];
    const take = (run: KnownRun): void => this.#take(run, found);
    if (NOT_ASCII.test(text))
      for (const { 0: run, index } of text.matchAll(RUN)) take(this.#runs.at(text, index, run.length));
    else this.#runs.eachAscii(text, take);
    return found;
  }

  #take(run: KnownRun, found: string[]): void {
    if (run.lastText === this.#text) return;
    run.lastText = this.#text;
    for (const word of run.words) {
      if (word.lastText === this.#text) continue;
      word.lastText = this.#text;
      found.push(word.text);
    }
  }

  #split(run: string): KnownRun {
    const words = splitIdentifier(run).filter(isKeptOfText);
    return { words: words.map((word) => this.#wordFor(word)), lastText: 0 };
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
