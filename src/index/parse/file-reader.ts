import { join } from "node:path";
import { isReticleError } from "../../base/errors.ts";
import { Grammars } from "../../syntax/grammars.ts";
import { languageOfPath, languageOfText, languages } from "../../syntax/languages.ts";
import type { LanguageDefinition } from "../../syntax/language-definition.ts";
import { refuseMinified } from "../../syntax/minified.ts";
import { isDeeplyNested } from "../../syntax/nesting.ts";
import { SourceParser } from "../../syntax/source-parser.ts";
import type { GrammarNames } from "../../syntax/tree/grammar-types.ts";
import { decodeText } from "../../workspace/text/decode.ts";
import type { FileToParse } from "../store/parsed-batch.ts";
import { TextWords } from "../words/text-words.ts";
import { lineCountOf } from "./line-count.ts";
import type { FileHead, ReadFile, TreeFile } from "./read-file.ts";
import { readSource, type SourceBytes, UNREADABLE_HASH } from "./read-source.ts";

const PARSE_DEADLINE_MS = 5_000;
/** Of documents and data: a longer text is data. */
const MAX_DOCUMENT_CHARACTERS = 256 * 1024;

interface SourceText {
  readonly head: FileHead;
  readonly text: string;
  /** Absolute. */
  readonly path: string;
}

/** Reads and parses files, in a thread or process that does nothing else. */
export class FileReader {
  readonly #grammars = new Grammars({ findsCallbacks: false });
  readonly #parser = new SourceParser(this.#grammars, PARSE_DEADLINE_MS);
  readonly #textWords = new TextWords();
  readonly #names = new Map<string, GrammarNames>();

  /** Spares the first file a part of what it would wait for. */
  start(): void {
    this.#grammars.start().catch(() => {
      // The first grammar meets the same, and tells.
    });
  }

  /** What was loaded cannot be trusted any more: the thread or process must end. */
  get hasCrashed(): boolean {
    return this.#grammars.hasCrashed;
  }

  /** `ids`: of languages. */
  async load(ids: readonly string[]): Promise<void> {
    const wanted = languages.filter(({ id }) => ids.includes(id));
    await Promise.allSettled(wanted.map((language) => this.#grammars.load(language)));
  }

  /** By the id of each language that there was a tree in. */
  get grammarNames(): ReadonlyMap<string, GrammarNames> {
    return this.#names;
  }

  /** With its facts. `root`: absolute. */
  async read(file: FileToParse, root: string): Promise<ReadFile> {
    return this.#read(file, root, async ({ head, text, path }, language) => {
      const facts = await this.#parser.parseForIndex({ text, path }, language);
      return { outcome: "indexed", head, facts, words: this.#wordsOf(text) };
    });
  }

  /** With its tree instead of its facts, where one tree has them all. */
  async readTree(file: FileToParse, root: string): Promise<ReadFile | TreeFile> {
    return this.#read<ReadFile | TreeFile>(file, root, async ({ head, text, path }, language) => {
      const tree = await this.#parser.parseTree({ text, path }, language);
      if (tree !== undefined) {
        const { grammar, ...plain } = tree;
        this.#names.set(language.id, grammar.names);
        return { outcome: "tree", head, language: language.id, text, tree: plain, words: this.#wordsOf(text) };
      }
      const facts = await this.#parser.parseForIndex({ text, path }, language);
      return { outcome: "indexed", head, facts, words: this.#wordsOf(text) };
    });
  }

  async #read<Parsed>(
    file: FileToParse,
    root: string,
    parse: (source: SourceText, language: LanguageDefinition) => Promise<Parsed>,
  ): Promise<ReadFile | Parsed> {
    const path = join(root, file.path);
    const source = readSource(path);
    if (source === undefined) return { outcome: "gone", id: file.id };
    const head: FileHead = { id: file.id, path: file.path, stamp: source.stamp, hash: source.hash };
    if (source.hash === file.hash) return { outcome: "unchanged", head };
    const { bytes } = source;
    if (typeof bytes === "string") return notRead(head, bytes, missedLanguage(file, source));
    const decoded = decodeText(bytes);
    if ("reason" in decoded) return notRead(head, `not text: ${decoded.reason}`);
    const { text } = decoded;
    const language = file.isParsed ? languageOfText(file.path, text) : undefined;
    if (language === undefined) {
      if (text.length > MAX_DOCUMENT_CHARACTERS) return notRead(head, "longer than documents are read");
      return this.#wordsOnly(head, text, { note: null });
    }
    const minified = whyMinified(text, path);
    if (minified !== undefined) return this.#wordsOnly(head, text, { note: minified });
    if (isDeeplyNested(text)) return this.#wordsOnly(head, text, { note: "nested deeper than is parsed", language });
    try {
      return await parse({ head, text, path }, language);
    } catch (error) {
      if (!isReticleError(error)) throw error;
      return this.#wordsOnly(head, text, { note: error.message, language });
    }
  }

  #wordsOnly(head: FileHead, text: string, { note, language }: Omission): ReadFile {
    const words = text.length > MAX_DOCUMENT_CHARACTERS ? "" : this.#wordsOf(text);
    return {
      outcome: "words",
      head,
      facts: { language: language?.id ?? null, lineCount: lineCountOf(text), words, note },
    };
  }

  #wordsOf(text: string): string {
    return this.#textWords.read(text).join(" ");
  }
}

/** Why a file has words only. */
interface Omission {
  readonly note: string | null;
  /** The one that it was not parsed in. */
  readonly language?: LanguageDefinition;
}

function notRead(head: FileHead, note: string, language?: LanguageDefinition): ReadFile {
  return { outcome: "words", head, facts: { language: language?.id ?? null, lineCount: 0, words: "", note } };
}

/** The one that a file would be parsed in that is too large to be read. */
function missedLanguage(file: FileToParse, { hash }: SourceBytes): LanguageDefinition | undefined {
  return file.isParsed && hash !== UNREADABLE_HASH ? languageOfPath(file.path) : undefined;
}

function whyMinified(text: string, path: string): string | undefined {
  try {
    refuseMinified(text, path);
    return undefined;
  } catch (error) {
    if (isReticleError(error)) return error.message;
    throw error;
  }
}
