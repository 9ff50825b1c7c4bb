import type { FileFacts } from "../../syntax/facts.ts";
import type { FlatSymbol, IndexFacts, ReferenceFact } from "../../syntax/references/index-facts.ts";
import { type ParsedBatch, type ParsedFile, type ParsedImport, SYMBOL_FLAG } from "../store/parsed-batch.ts";
import { REFERENCE_KIND } from "../store/schema.ts";
import type { FileHead, ReadFile } from "./read-file.ts";
import { splitIdentifier } from "../words/split-identifier.ts";

/** Longer lists are cut: a name says enough. */
const MAX_SIGNATURE = 200;
const MAX_NOTE = 300;
const MAX_MEMO = 100_000;

/** Lays the facts of files out flat. */
export class BatchBuilder {
  /** What each text splits into; it outlives a batch. */
  readonly #memo: Map<string, string>;
  readonly #names = new Map<string, number>();
  readonly #files: ParsedFile[] = [];
  readonly #symbols: number[] = [];
  readonly #symbolTexts: string[] = [];
  readonly #references: number[] = [];
  readonly #imports: ParsedImport[] = [];
  readonly #bindings: number[] = [];
  readonly #exports: number[] = [];
  readonly #exportSources: string[] = [];

  constructor(memo: Map<string, string>) {
    this.#memo = memo;
    if (memo.size > MAX_MEMO) memo.clear();
  }

  add(file: ReadFile): void {
    switch (file.outcome) {
      case "gone":
        this.#files.push({ ...empty, id: file.id, outcome: "gone" });
        return;
      case "unchanged": {
        const { id, stamp, hash } = file.head;
        this.#files.push({ ...empty, id, outcome: "unchanged", stamp, hash });
        return;
      }
      case "words": {
        const { id, stamp, hash, path } = file.head;
        this.#files.push({
          ...empty,
          ...file.facts,
          id,
          outcome: "words",
          stamp,
          hash,
          pathWords: this.#wordsOf(path),
        });
        return;
      }
      case "indexed":
        this.#addIndexed(file.head, file.facts, file.words);
    }
  }

  finish(): ParsedBatch {
    return {
      files: this.#files,
      names: [...this.#names.keys()],
      symbols: new Int32Array(this.#symbols),
      symbolTexts: this.#symbolTexts,
      references: new Int32Array(this.#references),
      imports: this.#imports,
      bindings: new Int32Array(this.#bindings),
      exports: new Int32Array(this.#exports),
      exportSources: this.#exportSources,
    };
  }

  #addIndexed(head: FileHead, indexFacts: IndexFacts, words: string): void {
    const { facts, symbols, references, bindings, unreadTemplate } = indexFacts;
    for (const symbol of symbols) this.#addSymbol(symbol);
    for (const reference of references) this.#addReference(reference);
    const imports = importsOf(facts);
    const bindingCount = this.#addImports(imports, bindings);
    for (const { name, local, from } of facts.exports) {
      this.#exports.push(this.#name(name), local === undefined ? -1 : this.#name(local));
      this.#exportSources.push(from ?? "");
    }
    this.#files.push({
      id: head.id,
      outcome: "indexed",
      stamp: head.stamp,
      hash: head.hash,
      language: facts.language,
      lineCount: facts.lineCount,
      note: facts.unread?.join("; ").slice(0, MAX_NOTE) ?? null,
      templateNote: unreadTemplate?.slice(0, MAX_NOTE) ?? null,
      pathWords: this.#wordsOf(head.path),
      words,
      symbolCount: symbols.length,
      referenceCount: references.length,
      importCount: imports.length,
      bindingCount,
      exportCount: facts.exports.length,
    });
  }

  #addSymbol({ fact, parent, fullName, baseName }: FlatSymbol): void {
    const flags = (fact.exported ? SYMBOL_FLAG.exported : 0) | (fact.isLocal ? SYMBOL_FLAG.local : 0);
    this.#symbols.push(
      parent,
      this.#name(baseName),
      fact.startLine,
      fact.endLine,
      fact.nameLine,
      flags,
      fact.complexity ?? -1,
    );
    const about = fact.doc === undefined || fact.isLocal ? "" : splitIdentifier(fact.doc).join(" ");
    const signature = fact.signature?.slice(0, MAX_SIGNATURE) ?? "";
    this.#symbolTexts.push(fullName, fact.kind, signature, this.#wordsOf(fullName), about);
  }

  #addReference({ name, line, column, kind, from, receiver, receiverType }: ReferenceFact): void {
    this.#references.push(
      this.#name(name),
      from,
      REFERENCE_KIND[kind],
      line,
      column,
      receiver === undefined ? -1 : this.#name(receiver),
      receiverType === undefined ? -1 : this.#name(receiverType),
    );
  }

  /** Returns how many bindings found their import. */
  #addImports(imports: readonly ParsedImport[], bindings: IndexFacts["bindings"]): number {
    const places = new Map<string, number>();
    for (const [place, { source, line, isInternal }] of imports.entries()) {
      this.#imports.push({ source, line, isInternal });
      places.set(`${line}\n${source}`, place);
      if (!places.has(source)) places.set(source, place);
    }
    let count = 0;
    for (const { local, imported, source, line } of bindings) {
      const place = places.get(`${line}\n${source}`) ?? places.get(source);
      if (place === undefined) continue;
      this.#bindings.push(this.#name(local), this.#name(imported), place);
      count += 1;
    }
    return count;
  }

  #name(name: string): number {
    let place = this.#names.get(name);
    if (place === undefined) {
      place = this.#names.size;
      this.#names.set(name, place);
    }
    return place;
  }

  #wordsOf(text: string): string {
    let words = this.#memo.get(text);
    if (words === undefined) {
      words = splitIdentifier(text).join(" ");
      this.#memo.set(text, words);
    }
    return words;
  }
}

/** What a file imports, and what it exports from elsewhere: that is imported too. */
function importsOf({ imports, exports }: FileFacts): readonly ParsedImport[] {
  const sources = new Set(imports.map(({ source }) => source));
  const all: ParsedImport[] = [...imports];
  for (const { from, line } of exports) {
    if (from === undefined || sources.has(from)) continue;
    sources.add(from);
    all.push({ source: from, line, isInternal: from.startsWith(".") });
  }
  return all;
}

const empty = {
  stamp: { size: 0, mtimeMs: 0, ctimeMs: 0 },
  hash: "",
  language: null,
  lineCount: 0,
  note: null,
  templateNote: null,
  pathWords: "",
  words: "",
  symbolCount: 0,
  referenceCount: 0,
  importCount: 0,
  bindingCount: 0,
  exportCount: 0,
} satisfies Partial<ParsedFile>;
