import type { StatementSync } from "node:sqlite";
import {
  BINDING_NUMBERS,
  EXPORT_NUMBERS,
  type ParsedBatch,
  type ParsedFile,
  REFERENCE_NUMBERS,
  SYMBOL_FLAG,
  SYMBOL_NUMBERS,
  SYMBOL_TEXTS,
} from "./parsed-batch.ts";
import { BulkInsert } from "./bulk-insert.ts";
import type { Connection } from "./connection.ts";
import type { NameTable } from "./name-table.ts";

/** Finds the files that imports stand for: their ids, or null. */
export interface ImportResolution {
  ofImport(file: ParsedFile, source: string): number | null;
  /** Of a name that is itself a module. */
  ofBinding(file: ParsedFile, binding: { readonly source: string; readonly imported: string }): number | null;
}

/** Where the next file's part of a batch begins, one place per array. */
interface Cursor {
  symbols: number;
  references: number;
  imports: number;
  bindings: number;
  exports: number;
}

/** Writes and removes what one parse of a file gave: symbols, references, imports, words. */
export class RowWriter {
  readonly #connection: Connection;
  readonly #names: NameTable;
  readonly #symbols: BulkInsert;
  readonly #symbolsText: BulkInsert;
  readonly #localsText: BulkInsert;
  readonly #references: BulkInsert;
  readonly #imports: BulkInsert;
  readonly #bindings: BulkInsert;
  readonly #exports: BulkInsert;
  readonly #filesText: BulkInsert;
  readonly #removals: readonly StatementSync[];
  #nextSymbol = 1;
  #nextImport = 1;

  constructor(connection: Connection, names: NameTable) {
    this.#connection = connection;
    this.#names = names;
    this.#symbols = new BulkInsert(connection, "symbols", [
      "id",
      "file",
      "ordinal",
      "parent",
      "name",
      "full_name",
      "kind",
      "start_line",
      "end_line",
      "name_line",
      "exported",
      "is_local",
      "complexity",
      "signature",
    ]);
    this.#symbolsText = new BulkInsert(connection, "symbols_text", ["rowid", "name", "about"]);
    this.#localsText = new BulkInsert(connection, "locals_text", ["rowid", "name"]);
    this.#references = new BulkInsert(connection, "refs", [
      "file",
      "seq",
      "name",
      "symbol",
      "kind",
      "line",
      "column",
      "receiver",
      "receiver_type",
    ]);
    this.#imports = new BulkInsert(connection, "imports", ["id", "file", "source", "line", "is_internal", "target"]);
    this.#bindings = new BulkInsert(connection, "bindings", ["file", "local", "imported", "import", "target"]);
    this.#exports = new BulkInsert(connection, "exports", ["file", "name", "local", "source"]);
    this.#filesText = new BulkInsert(connection, "files_text", ["rowid", "path", "words"]);
    this.#removals = REMOVALS.map((sql) => connection.prepare(sql));
  }

  /** Call it within the first transaction after another process may have written. */
  start(): void {
    const highest = (table: string): number =>
      Number(this.#connection.prepare(`SELECT max(id) AS id FROM ${table}`).get()?.["id"] ?? 0);
    this.#nextSymbol = highest("symbols") + 1;
    this.#nextImport = highest("imports") + 1;
  }

  remove(file: number): void {
    for (const removal of this.#removals) removal.run(file);
  }

  /** The rows of every file of the batch that is "indexed" or has "words"; theirs must not be there any more. */
  insert(batch: ParsedBatch, resolution: ImportResolution): void {
    const ids = batch.names.map((name) => this.#names.idOf(name));
    const at: Cursor = { symbols: 0, references: 0, imports: 0, bindings: 0, exports: 0 };
    for (const file of batch.files) {
      if (file.outcome === "gone" || file.outcome === "unchanged") continue;
      this.#filesText.add(file.id, file.pathWords, file.words);
      this.#insertSymbols(file, { batch, ids, at });
      this.#insertReferences(file, { batch, ids, at });
      this.#insertImports(file, { batch, ids, at }, resolution);
      this.#insertExports(file, { batch, ids, at });
    }
  }

  flush(): void {
    for (const insert of this.#inserts()) insert.flush();
  }

  /** After a rollback. */
  forget(): void {
    for (const insert of this.#inserts()) insert.clear();
    this.#names.forget();
  }

  #inserts(): readonly BulkInsert[] {
    return [
      this.#symbols,
      this.#symbolsText,
      this.#localsText,
      this.#references,
      this.#imports,
      this.#bindings,
      this.#exports,
      this.#filesText,
    ];
  }

  #insertSymbols(file: ParsedFile, { batch, ids, at }: Part): void {
    const { symbols: numbers, symbolTexts: texts } = batch;
    for (let ordinal = 0; ordinal < file.symbolCount; ordinal += 1) {
      const id = this.#nextSymbol++;
      const n = at.symbols * SYMBOL_NUMBERS;
      const t = at.symbols * SYMBOL_TEXTS;
      at.symbols += 1;
      const flags = numberAt(numbers, n + 5);
      const isLocal = (flags & SYMBOL_FLAG.local) === 0 ? 0 : 1;
      this.#symbols.add(
        id,
        file.id,
        ordinal,
        numberAt(numbers, n),
        nameAt(ids, numberAt(numbers, n + 1)),
        textAt(texts, t),
        textAt(texts, t + 1),
        numberAt(numbers, n + 2),
        numberAt(numbers, n + 3),
        numberAt(numbers, n + 4),
        flags & SYMBOL_FLAG.exported,
        isLocal,
        orNull(numberAt(numbers, n + 6)),
        textAt(texts, t + 2) || null,
      );
      if (isLocal === 1) this.#localsText.add(id, textAt(texts, t + 3));
      else this.#symbolsText.add(id, textAt(texts, t + 3), textAt(texts, t + 4));
    }
  }

  #insertReferences(file: ParsedFile, { batch: { references: numbers }, ids, at }: Part): void {
    for (let seq = 0; seq < file.referenceCount; seq += 1) {
      const n = at.references * REFERENCE_NUMBERS;
      at.references += 1;
      this.#references.add(
        file.id,
        seq,
        nameAt(ids, numberAt(numbers, n)),
        numberAt(numbers, n + 1),
        numberAt(numbers, n + 2),
        numberAt(numbers, n + 3),
        numberAt(numbers, n + 4),
        nameOrNull(ids, numberAt(numbers, n + 5)),
        nameOrNull(ids, numberAt(numbers, n + 6)),
      );
    }
  }

  #insertImports(file: ParsedFile, { batch, ids, at }: Part, resolution: ImportResolution): void {
    const firstImport = this.#nextImport;
    const firstFact = at.imports;
    for (let count = 0; count < file.importCount; count += 1) {
      const fact = batch.imports[at.imports];
      at.imports += 1;
      if (fact === undefined) throw new RangeError("a batch has fewer imports than its files say");
      const { source, line, isInternal } = fact;
      this.#imports.add(
        this.#nextImport++,
        file.id,
        source,
        line,
        isInternal ? 1 : 0,
        resolution.ofImport(file, source),
      );
    }
    for (let count = 0; count < file.bindingCount; count += 1) {
      const n = at.bindings * BINDING_NUMBERS;
      at.bindings += 1;
      const { bindings: numbers } = batch;
      const imported = numberAt(numbers, n + 1);
      const place = numberAt(numbers, n + 2);
      const { source = "" } = batch.imports[firstFact + place] ?? {};
      this.#bindings.add(
        file.id,
        nameAt(ids, numberAt(numbers, n)),
        nameAt(ids, imported),
        firstImport + place,
        resolution.ofBinding(file, { source, imported: textAt(batch.names, imported) }),
      );
    }
  }

  #insertExports(file: ParsedFile, { batch: { exports: numbers, exportSources }, ids, at }: Part): void {
    for (let count = 0; count < file.exportCount; count += 1) {
      const n = at.exports * EXPORT_NUMBERS;
      const source = textAt(exportSources, at.exports) || null;
      at.exports += 1;
      this.#exports.add(file.id, nameAt(ids, numberAt(numbers, n)), nameOrNull(ids, numberAt(numbers, n + 1)), source);
    }
  }
}

interface Part {
  readonly batch: ParsedBatch;
  readonly ids: readonly number[];
  readonly at: Cursor;
}

/** The text tables first: they are told by the rows of the others. */
const REMOVALS: readonly string[] = [
  "DELETE FROM symbols_text WHERE rowid IN (SELECT id FROM symbols WHERE file = ? AND is_local = 0)",
  "DELETE FROM locals_text WHERE rowid IN (SELECT id FROM symbols WHERE file = ? AND is_local = 1)",
  "DELETE FROM files_text WHERE rowid = ?",
  "DELETE FROM symbols WHERE file = ?",
  "DELETE FROM refs WHERE file = ?",
  "DELETE FROM imports WHERE file = ?",
  "DELETE FROM bindings WHERE file = ?",
  "DELETE FROM exports WHERE file = ?",
];

function numberAt(numbers: ArrayLike<number>, at: number): number {
  const value = numbers[at];
  if (value === undefined) throw new RangeError("a batch has fewer numbers than its files say");
  return value;
}

function textAt(texts: readonly string[], at: number): string {
  const value = texts[at];
  if (value === undefined) throw new RangeError("a batch has fewer texts than its files say");
  return value;
}

function nameAt(ids: readonly number[], place: number): number {
  return numberAt(ids, place);
}

function nameOrNull(ids: readonly number[], place: number): number | null {
  return place < 0 ? null : nameAt(ids, place);
}

function orNull(value: number): number | null {
  return value < 0 ? null : value;
}
