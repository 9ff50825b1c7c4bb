import type { Connection } from "./connection.ts";

/** An import as stored, with what its file is found by. */
export interface StoredImport {
  readonly id: number;
  readonly path: string;
  readonly language: string | null;
  readonly source: string;
  readonly target: number | null;
}
export interface StoredBinding extends StoredImport {
  readonly imported: string;
}
export interface Target {
  readonly id: number;
  readonly target: number | null;
}

const IMPORTS = `SELECT i.id, f.path, f.language, i.source, i.target FROM imports i JOIN files f ON f.id = i.file`;
const BINDINGS = `SELECT b.rowid AS id, f.path, f.language, i.source, b.target, n.name AS imported
  FROM bindings b JOIN imports i ON i.id = b.import JOIN files f ON f.id = b.file JOIN names n ON n.id = b.imported`;

/** Reads and changes which files imports stand for. */
export class TargetWriter {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** `files`: ids; undefined: of all. */
  imports(files?: readonly number[]): StoredImport[] {
    return this.#rows(IMPORTS, files) as StoredImport[];
  }

  /** Of files in these languages. */
  bindings(languages: readonly string[], files?: readonly number[]): StoredBinding[] {
    const found = this.#rows(`${BINDINGS} WHERE f.language IN (SELECT value FROM json_each(?))`, files, languages);
    return found as StoredBinding[];
  }

  #rows(sql: string, files: readonly number[] | undefined, ...lists: readonly (readonly string[])[]): unknown[] {
    const values = [...lists, ...(files === undefined ? [] : [files])].map((list) => JSON.stringify(list));
    const own = `f.id IN (SELECT value FROM json_each(?))`;
    const where = files === undefined ? "" : `${lists.length === 0 ? " WHERE" : " AND"} ${own}`;
    return this.#connection.prepare(sql + where).all(...values);
  }

  setImports(targets: readonly Target[]): void {
    const update = this.#connection.prepare("UPDATE imports SET target = ? WHERE id = ?");
    for (const { id, target } of targets) update.run(target, id);
  }

  setBindings(targets: readonly Target[]): void {
    const update = this.#connection.prepare("UPDATE bindings SET target = ? WHERE rowid = ?");
    for (const { id, target } of targets) update.run(target, id);
  }
}
