import { FILE_ROLE, type FileRole } from "../store/schema.ts";
import type { DatabaseReader } from "../store/database-reader.ts";
import { visibilityOf, type Visibility } from "./visibility.ts";

export interface GraphFile {
  readonly id: number;
  readonly path: string;
  /** The folder's path, "" for the root. */
  readonly folder: string;
  readonly language: string;
  readonly lineCount: number;
  readonly role: FileRole;
  readonly visibility: Visibility;
}

/** A declaration. `name` is the id of what a use says. */
export interface GraphSymbol {
  readonly id: number;
  readonly file: number;
  readonly ordinal: number;
  readonly parent: number;
  readonly name: number;
  readonly fullName: string;
  readonly kind: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly nameLine: number;
  readonly isExported: 0 | 1;
  /** Declared inside a function. */
  readonly isLocal: 0 | 1;
  readonly complexity: number | null;
}

/** One use of a name; `symbol` is the ordinal of the declaration it stands in, -1 at file level. */
export interface GraphReference {
  readonly file: number;
  /** Its place in the file. */
  readonly seq: number;
  readonly name: number;
  readonly symbol: number;
  readonly kind: number;
  readonly line: number;
  readonly receiver: number | null;
  readonly receiverType: number | null;
}

/** What an import statement binds. */
export interface GraphBinding {
  readonly local: number;
  readonly imported: number;
  readonly import: number;
  /** The file of the root, null: outside or unknown. */
  readonly target: number | null;
  /** By its look it is a file of the root. */
  readonly isInternal: 0 | 1;
}

export interface GraphExport {
  readonly name: number;
  /** The name it has in its module, when that is another one. */
  readonly local: number | null;
  /** Set: taken from another module, whose file is `target`. */
  readonly source: string | null;
  readonly target: number | null;
}

export const REFERENCE_COLUMNS = "file, seq, name, symbol, kind, line, receiver, receiver_type AS receiverType";
const SYMBOL_COLUMNS = `id, file, ordinal, parent, name, full_name AS fullName, kind, start_line AS startLine,
  end_line AS endLine, name_line AS nameLine, exported AS isExported, is_local AS isLocal, complexity`;
/** Declarations of one name that are looked at; a name with more says nothing about which is meant. */
const MAX_NAMESAKES = 64;

/**
 * The rows a question about the graph reads, each read once: a reader lives as long as one question. Its methods are
 * synchronous and each takes a few rows by an index.
 */
export class GraphReader {
  readonly database: DatabaseReader;
  readonly #files = new Map<number, GraphFile | undefined>();
  readonly #symbols = new Map<number, readonly (GraphSymbol | undefined)[]>();
  readonly #declared = new Map<number, readonly GraphSymbol[]>();
  readonly #bindings = new Map<number, readonly GraphBinding[]>();
  readonly #packages = new Map<string, readonly number[]>();
  readonly #exports = new Map<number, ReadonlyMap<number, readonly GraphExport[]>>();
  readonly #parents = new Map<number, readonly number[]>();
  readonly #namesakes = new Map<number, readonly GraphSymbol[]>();
  readonly #names = new Map<number, string>();
  readonly #ids = new Map<string, number>();

  constructor(database: DatabaseReader) {
    this.database = database;
  }

  file(id: number): GraphFile | undefined {
    return remember(this.#files, id, () => {
      const row = this.database.get<{ path: string; language: string | null; lineCount: number; role: FileRole }>(
        "SELECT path, language, line_count AS lineCount, role FROM files WHERE id = ?",
        id,
      );
      if (row === undefined) return undefined;
      const language = row.language ?? "";
      const folder = row.path.slice(0, Math.max(0, row.path.lastIndexOf("/")));
      return { id, ...row, language, folder, visibility: visibilityOf(language) };
    });
  }

  fileAt(path: string): GraphFile | undefined {
    const row = this.database.get<{ id: number }>("SELECT id FROM files WHERE path = ? AND state = 1", path);
    return row === undefined ? undefined : this.file(row.id);
  }

  isTest(fileId: number): boolean {
    return this.file(fileId)?.role === FILE_ROLE.test;
  }

  /** Files of the same folder and language family. */
  package({ folder, visibility }: GraphFile): readonly number[] {
    return remember(this.#packages, `${visibility.family} ${folder}`, () => {
      const prefix = folder === "" ? "" : `${folder}/`;
      const rows = this.database.all<{ id: number }>(
        "SELECT id FROM files WHERE path >= ? AND path < ? AND state = 1 AND instr(substr(path, ?), '/') = 0 LIMIT 2000",
        prefix,
        prefix === "" ? "\u{10ffff}" : `${folder}0`,
        prefix.length + 1,
      );
      return rows.map(({ id }) => id).filter((id) => this.file(id)?.visibility.family === visibility.family);
    });
  }

  /** All declarations of a file, by ordinal. */
  symbolsOf(file: number): readonly (GraphSymbol | undefined)[] {
    return remember(this.#symbols, file, () => {
      const byOrdinal: GraphSymbol[] = [];
      for (const symbol of this.#querySymbols("file = ?", file)) byOrdinal[symbol.ordinal] = symbol;
      return byOrdinal;
    });
  }

  /** The declarations of a name in a file, in source order. */
  declared(file: number, name: number): readonly GraphSymbol[] {
    return remember(this.#declared, pairKey(file, name), () =>
      this.#querySymbols("name = ? AND file = ? ORDER BY ordinal", name, file),
    );
  }

  /** Declarations of a name in all files, those inside functions left out; at most 64. */
  namesakes(name: number): readonly GraphSymbol[] {
    return remember(this.#namesakes, name, () =>
      this.#querySymbols(`name = ? AND is_local = 0 LIMIT ${MAX_NAMESAKES}`, name),
    );
  }

  #querySymbols(where: string, ...values: number[]): GraphSymbol[] {
    return this.database.all<GraphSymbol>(`SELECT ${SYMBOL_COLUMNS} FROM symbols WHERE ${where}`, ...values);
  }

  /** What import statements of a file make of a name; "*" for what they take over without naming it. */
  bindings(file: number, local: number): readonly GraphBinding[] {
    return remember(this.#bindings, pairKey(file, local), () =>
      this.database.all<GraphBinding>(
        `SELECT b.local, b.imported, b.import, i.target, i.is_internal AS isInternal
         FROM bindings b JOIN imports i ON i.id = b.import WHERE b.file = ? AND b.local = ?`,
        file,
        local,
      ),
    );
  }

  exportsOf(file: number): ReadonlyMap<number, readonly GraphExport[]> {
    return remember(this.#exports, file, () => {
      const byName = new Map<number, GraphExport[]>();
      const rows = this.database.all<GraphExport>(
        `SELECT e.name, e.local, e.source,
           (SELECT i.target FROM imports i WHERE i.file = e.file AND i.source = e.source AND i.target IS NOT NULL LIMIT 1) AS target
         FROM exports e WHERE e.file = ?`,
        file,
      );
      for (const row of rows) append(byName, row.name, row);
      return byName;
    });
  }

  /** Names of what a class extends or implements. */
  parentNames({ id, file, ordinal }: GraphSymbol): readonly number[] {
    return remember(this.#parents, id, () =>
      this.database
        .all<{ name: number }>("SELECT name FROM refs WHERE file = ? AND symbol = ? AND kind = 3", file, ordinal)
        .map(({ name }) => name),
    );
  }

  nameOf(id: number): string {
    return remember(
      this.#names,
      id,
      () => this.database.get<{ name: string }>("SELECT name FROM names WHERE id = ?", id)?.name ?? "",
    );
  }

  /** -1: nothing has the name. */
  idOf(name: string): number {
    return remember(
      this.#ids,
      name,
      () => this.database.get<{ id: number }>("SELECT id FROM names WHERE name = ?", name)?.id ?? -1,
    );
  }
}

/** Ids are below 2^26 each. */
function pairKey(a: number, b: number): number {
  return a * 67_108_864 + b;
}

export function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as V;
  const made = make();
  known.set(key, made);
  return made;
}

export function append<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
