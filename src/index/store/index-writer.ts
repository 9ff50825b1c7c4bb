import type { StatementSync } from "node:sqlite";
import type { FileStamp, ParsedBatch, ParsedFile } from "./parsed-batch.ts";
import { BulkInsert } from "./bulk-insert.ts";
import type { Connection } from "./connection.ts";
import { readMeta, writeMeta } from "./meta.ts";
import { NameTable } from "./name-table.ts";
import { type ImportResolution, RowWriter } from "./row-writer.ts";
import { type Target, TargetWriter } from "./target-writer.ts";
import { FILE_STATE, type FileRole, META, type MetaKey } from "./schema.ts";

/** A file that a walk found and the index does not have yet. */
export interface FoundFile extends FileStamp {
  readonly path: string;
  readonly role: FileRole;
}

/** What the index has of a file, as a comparison with the disk needs it. */
export interface KnownFile extends FileStamp {
  readonly id: number;
  readonly path: string;
  readonly role: FileRole;
  readonly state: number;
  readonly hash: string | null;
}

/** Files that are in the index, but not whole. */
export interface NotedFiles {
  readonly count: number;
  /** The first of them. */
  readonly path: string;
  /** What is missing there, or why. */
  readonly note: string;
}

/**
 * All writing to an index; the caller holds the writer's lock. Readers see the changes of a transaction whole or
 * not at all: batches are written in one that stays open until `commit`, everything else in one of its own.
 */
export class IndexWriter {
  readonly #connection: Connection;
  readonly #names: NameTable;
  readonly #rows: RowWriter;
  readonly targets: TargetWriter;
  readonly #files: BulkInsert;
  readonly #removeFile: StatementSync;
  readonly #stamp: StatementSync;
  readonly #finish: StatementSync;
  #generation = 0;
  #isOpen = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#names = new NameTable(connection);
    this.#rows = new RowWriter(connection, this.#names);
    this.targets = new TargetWriter(connection);
    this.#files = new BulkInsert(connection, "files", ["id", "path", "size", "mtime_ms", "ctime_ms", "role"]);
    this.#removeFile = connection.prepare("DELETE FROM files WHERE id = ?");
    this.#stamp = connection.prepare("UPDATE files SET size = ?, mtime_ms = ?, ctime_ms = ? WHERE id = ?");
    this.#finish = connection.prepare(
      "UPDATE files SET language = ?, size = ?, mtime_ms = ?, ctime_ms = ?, hash = ?, line_count = ?, state = ?, note = ?, template_note = ?, generation = ? WHERE id = ?",
    );
  }

  /** Takes up what other processes may have written; true: they did, so that what the caller remembers is old. */
  start(): boolean {
    const generation = Number(readMeta(this.#connection, META.generation) ?? 0);
    const isForeign = generation !== this.#generation;
    this.#generation = generation;
    if (!isForeign) return false;
    this.#names.forget();
    this.#names.start();
    this.#rows.start();
    return true;
  }

  files(): KnownFile[] {
    const rows = this.#connection
      .prepare("SELECT id, path, role, state, hash, size, mtime_ms, ctime_ms FROM files")
      .all();
    return rows.map((row) => ({
      id: Number(row["id"]),
      path: String(row["path"]),
      role: Number(row["role"]) as FileRole,
      state: Number(row["state"]),
      hash: row["hash"] === null ? null : String(row["hash"]),
      size: Number(row["size"]),
      mtimeMs: Number(row["mtime_ms"]),
      ctimeMs: Number(row["ctime_ms"]),
    }));
  }

  /** Returns the ids of `added`, in its order. */
  changeFiles(change: {
    readonly added: readonly FoundFile[];
    readonly removed: readonly number[];
    readonly meta: Meta;
  }): number[] {
    this.commit();
    return this.#within(change.meta, () => {
      for (const id of change.removed) {
        this.#rows.remove(id);
        this.#removeFile.run(id);
      }
      const firstId = this.#highestFile() + 1;
      for (const [place, { path, size, mtimeMs, ctimeMs, role }] of change.added.entries()) {
        this.#files.add(firstId + place, path, size, mtimeMs, ctimeMs, role);
      }
      this.#files.flush();
      return change.added.map((_, place) => firstId + place);
    });
  }

  /** Takes in what was read of some files; `hadRows` says which of them have rows from before. Needs a `commit`. */
  writeBatch(batch: ParsedBatch, options: WriteBatchOptions): void {
    this.#write(() => {
      for (const file of batch.files) this.#writeFile(file, options.hadRows(file.id));
      this.#rows.insert(batch, options.resolution);
      this.#rows.flush();
    });
  }

  /** Notes which files imports stand for. Needs a `commit`. */
  setTargets(imports: readonly Target[], bindings: readonly Target[]): void {
    this.#write(() => {
      this.targets.setImports(imports);
      this.targets.setBindings(bindings);
    });
  }

  /** Files that were read but for parts in other languages. */
  filesWithGaps(): NotedFiles | undefined {
    return this.#notedFiles("state = 1");
  }

  /** Files in a language with a grammar whose symbols and uses are not known. */
  filesNotParsed(): NotedFiles | undefined {
    return this.#notedFiles("state = 2 AND language IS NOT NULL");
  }

  #notedFiles(condition: string): NotedFiles | undefined {
    const gaps = `FROM files WHERE ${condition} AND note IS NOT NULL`;
    const first = this.#connection.prepare(`SELECT path, note ${gaps} ORDER BY path LIMIT 1`).get();
    if (first === undefined) return undefined;
    const count = this.#connection.prepare(`SELECT count(*) AS count ${gaps}`).get()?.["count"];
    return { count: Number(count), path: String(first["path"]), note: String(first["note"]) };
  }

  /** Whether something that was begun and not finished is noted under the key. */
  isNoted(key: MetaKey): boolean {
    return readMeta(this.#connection, key) === "1";
  }

  /** Makes everything written so far visible, together with `meta`. */
  commit(meta: Meta = new Map()): void {
    if (!this.#isOpen && meta.size === 0) return;
    this.#within(meta, () => {});
  }

  /** Notes what is no change of what was read of files: what readers remember of those stays right. */
  note(meta: Meta): void {
    this.commit();
    this.#write(() => {
      for (const [key, value] of meta) writeMeta(this.#connection, key, value);
      this.#connection.exec("COMMIT");
      this.#isOpen = false;
    });
  }

  /** Takes back what was not committed. Safe to call at any time. */
  rollback(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#files.clear();
    this.#rows.forget();
    // A failed statement can have rolled everything back already.
    if (this.#connection.isTransaction) this.#connection.exec("ROLLBACK");
    this.#generation = -1;
  }

  /** Before very many names are asked for. */
  loadNames(): void {
    this.#names.loadAll();
  }

  /** After very much was written: joins the parts in which the text tables keep it, for a lookup asks each of them. */
  mergeWords(): void {
    this.commit();
    for (const table of ["symbols_text", "locals_text", "files_text"]) {
      this.#connection.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
    }
  }

  /** Moves what was committed into the file itself, as far as readers allow it. */
  checkpoint(): void {
    this.#connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** Frees what only speeds up the next batch. */
  rest(): void {
    this.#names.forget();
    this.checkpoint();
    this.#connection.exec("PRAGMA shrink_memory");
  }

  /** Of all that ever were: the number of a file that went is not given to another. */
  #highestFile(): number {
    const row = this.#connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'files'").get();
    return Number(row?.["seq"] ?? 0);
  }

  #writeFile(file: ParsedFile, hadRows: boolean): void {
    const { id, outcome, stamp } = file;
    switch (outcome) {
      case "unchanged":
        this.#stamp.run(stamp.size, stamp.mtimeMs, stamp.ctimeMs, id);
        return;
      case "gone":
        if (hadRows) this.#rows.remove(id);
        this.#removeFile.run(id);
        return;
      case "indexed":
      case "words": {
        if (hadRows) this.#rows.remove(id);
        const state = outcome === "indexed" ? FILE_STATE.indexed : FILE_STATE.wordsOnly;
        const { language, hash, lineCount, note, templateNote } = file;
        this.#finish.run(
          language,
          stamp.size,
          stamp.mtimeMs,
          stamp.ctimeMs,
          hash,
          lineCount,
          state,
          note,
          templateNote,
          this.#generation + 1,
          id,
        );
      }
    }
  }

  #within<T>(meta: Meta, work: () => T): T {
    return this.#write(() => {
      const result = work();
      this.#generation += 1;
      writeMeta(this.#connection, META.generation, String(this.#generation));
      for (const [key, value] of meta) writeMeta(this.#connection, key, value);
      this.#connection.exec("COMMIT");
      this.#isOpen = false;
      return result;
    });
  }

  #write<T>(work: () => T): T {
    try {
      if (!this.#isOpen) this.#connection.exec("BEGIN IMMEDIATE");
      this.#isOpen = true;
      return work();
    } catch (error) {
      this.rollback();
      throw error;
    }
  }
}

export interface WriteBatchOptions {
  readonly hadRows: (file: number) => boolean;
  readonly resolution: ImportResolution;
}

/** Values to note with a transaction; undefined takes a key away. */
export type Meta = ReadonlyMap<MetaKey, string | undefined>;
