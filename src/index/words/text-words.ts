import { isKeptOfText, splitIdentifier } from "./split-identifier.ts";

/** A maximal run of what identifiers are made of, in any script. */
const RUN = /[\p{L}\p{M}\p{N}_]+/gu;
const NOT_ASCII = /[^\0-\x7f]/;
/** By character code below 128: 1 for what identifiers are made of. */
const IS_IN_RUN = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));
const MAX_MEMO = 200_000;
const MIN_SLICE_CHARS = 13;

interface Word {
  readonly text: string;
  /** The last text that had it. */
  lastText: number;
}
interface Run {
  /** What is kept of what it splits into. */
  readonly words: readonly Word[];
  lastText: number;
}

/**
 * The distinct words of texts, without keywords and lone characters, for the search over files. What each identifier
 * splits into is kept from text to text: use one for all files of a build.
 */
export class TextWords {
  readonly #runs = new Map<string, Run>();
  readonly #words = new Map<string, Word>();
  /** The number of the text that is read. */
  #text = 0;

  /** In the order in which they first appear. */
  read(text: string): readonly string[] {
    if (this.#runs.size > MAX_MEMO) this.#forget();
    this.#text += 1;
    const found: string[] = [];
    if (NOT_ASCII.test(text)) for (const [run] of text.matchAll(RUN)) this.#take(run, found);
    else this.#readAscii(text, found);
    return found;
  }

  #readAscii(text: string, found: string[]): void {
    let from = -1;
    for (let at = 0; at < text.length; at += 1) {
      if (IS_IN_RUN[text.charCodeAt(at)] === 1) {
        if (from < 0) from = at;
      } else if (from >= 0) {
        this.#take(text.slice(from, at), found);
        from = -1;
      }
    }
    if (from >= 0) this.#take(text.slice(from), found);
  }

  #take(text: string, found: string[]): void {
    const run = this.#runs.get(text) ?? this.#addRun(text);
    if (run.lastText === this.#text) return;
    run.lastText = this.#text;
    for (const word of run.words) {
      if (word.lastText === this.#text) continue;
      word.lastText = this.#text;
      found.push(word.text);
    }
  }

  #addRun(cut: string): Run {
    const text = copyOf(cut);
    const words = splitIdentifier(text)
      .filter(isKeptOfText)
      .map((word) => this.#wordFor(word));
    const run = { words, lastText: 0 };
    this.#runs.set(text, run);
    return run;
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
    this.#runs.clear();
    this.#words.clear();
  }
}

/** V8 keeps the whole text that a longer slice was cut from. */
function copyOf(slice: string): string {
  return slice.length < MIN_SLICE_CHARS ? slice : Buffer.from(slice).toString();
}
