import { join } from "node:path";
import { isReticleError } from "../../base/errors.ts";
import { Grammars } from "../../syntax/grammars.ts";
import { languageOfPath, languageOfText, languages } from "../../syntax/languages.ts";
import type { LanguageDefinition } from "../../syntax/language-definition.ts";
import { refuseMinified } from "../../syntax/minified.ts";
import { isDeeplyNested } from "../../syntax/nesting.ts";
import type { IndexFacts } from "../../syntax/references/index-facts.ts";
import { SourceParser } from "../../syntax/source-parser.ts";
import { decodeText } from "../../workspace/text/decode.ts";
import type { FileToParse, ParsedBatch } from "../store/parsed-batch.ts";
import { TextWords } from "../words/text-words.ts";
import { BatchBuilder, type FileHead } from "./batch-builder.ts";
import { readSource, UNREADABLE_HASH } from "./read-source.ts";

const PARSE_DEADLINE_MS = 5_000;
/** Of documents and data: a longer text is data. */
const MAX_DOCUMENT_CHARACTERS = 256 * 1024;

export interface BatchRequest {
  /** Canonical and absolute. */
  readonly root: string;
  readonly files: readonly FileToParse[];
  /** Ids of languages: files in them will follow, so their grammars are loaded now. */
  readonly languages?: readonly string[];
}

export interface BatchResponse {
  readonly batch: ParsedBatch;
  /** Places in the request of files that are not in the batch, because a grammar failed on the one before them. */
  readonly unread: readonly number[];
}

/** Reads and parses files, one after the other, in a thread or process that does nothing else. */
export class BatchReader {
  readonly #grammars = new Grammars({ findsCallbacks: false });
  readonly #parser = new SourceParser(this.#grammars, PARSE_DEADLINE_MS);
  readonly #nameWords = new Map<string, string>();
  readonly #textWords = new TextWords();

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

  async read({ root, files, languages: ahead = [] }: BatchRequest): Promise<BatchResponse> {
    await this.#load(ahead);
    const builder = new BatchBuilder(this.#nameWords);
    const unread: number[] = [];
    for (const [place, file] of files.entries()) {
      if (this.hasCrashed) unread.push(place);
      else await this.#readFile(file, root, builder);
    }
    return { batch: builder.finish(), unread };
  }

  async #load(ids: readonly string[]): Promise<void> {
    const wanted = languages.filter(({ id }) => ids.includes(id));
    await Promise.allSettled(wanted.map((language) => this.#grammars.load(language)));
  }

  async #readFile(file: FileToParse, root: string, builder: BatchBuilder): Promise<void> {
    const absolute = join(root, file.path);
    const source = readSource(absolute);
    if (source === undefined) {
      builder.addGone(file.id);
      return;
    }
    const head: FileHead = { id: file.id, path: file.path, stamp: source.stamp, hash: source.hash };
    if (source.hash === file.hash) {
      builder.addUnchanged(head);
      return;
    }
    const wordsOnly = (note: string | null, text = "", lineCount = 0): void =>
      builder.addWords(head, { language: null, lineCount, words: this.#wordsOf(text), note });
    const notParsed = (note: string, language: LanguageDefinition, text = ""): void =>
      builder.addWords(head, {
        language: language.id,
        lineCount: lineCountOf(text),
        words: this.#wordsOf(text.length > MAX_DOCUMENT_CHARACTERS ? "" : text),
        note,
      });
    if (typeof source.bytes === "string") {
      const missed = file.isParsed && source.hash !== UNREADABLE_HASH ? languageOfPath(file.path) : undefined;
      if (missed === undefined) wordsOnly(source.bytes);
      else notParsed(source.bytes, missed);
      return;
    }
    const decoded = decodeText(source.bytes);
    if ("reason" in decoded) {
      wordsOnly(`not text: ${decoded.reason}`);
      return;
    }
    const { text } = decoded;
    const language = file.isParsed ? languageOfText(file.path, text) : undefined;
    if (language === undefined) {
      if (text.length > MAX_DOCUMENT_CHARACTERS) wordsOnly("longer than documents are read");
      else wordsOnly(null, text, lineCountOf(text));
      return;
    }
    const minified = whyMinified(text, absolute);
    if (minified !== undefined) {
      wordsOnly(minified, text.length > MAX_DOCUMENT_CHARACTERS ? "" : text, lineCountOf(text));
      return;
    }
    const facts = await this.#parse({ text, path: absolute }, language);
    if (typeof facts === "string") notParsed(facts, language, text);
    else builder.addIndexed(head, facts, this.#wordsOf(text));
  }

  /** The facts, or why there are none. */
  async #parse(source: { text: string; path: string }, language: LanguageDefinition): Promise<IndexFacts | string> {
    try {
      if (isDeeplyNested(source.text)) return "nested deeper than is parsed";
      return await this.#parser.parseForIndex(source, language);
    } catch (error) {
      if (isReticleError(error)) return error.message;
      throw error;
    }
  }

  #wordsOf(text: string): string {
    return this.#textWords.read(text).join(" ");
  }
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

function lineCountOf(text: string): number {
  if (text === "") return 0;
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return text.endsWith("\n") ? count : count + 1;
}
