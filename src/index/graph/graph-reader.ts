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
  /** Set: taken from another module; `exportTarget` tells its file. */
  readonly source: string | null;
}

export const REFERENCE_COLUMNS = "file, seq, name, symbol, kind, line, receiver, receiver_type AS receiverType";
const SYMBOL_COLUMNS = `id, file, ordinal, parent, name, full_name AS fullName, kind, start_line AS startLine,
  end_line AS endLine, name_line AS nameLine, exported AS isExported, is_local AS isLocal, complexity`;
/** SQLite would go through all uses in the file. */
const PARENTS = "SELECT name FROM refs INDEXED BY refs_to_parents WHERE file = ? AND symbol = ? AND kind = 3";
/** Declarations of one name that are looked at; a name with more says nothing about which is meant. */
const MAX_NAMESAKES = 64;

/** Uses of a name that are read at once, for all who ask about it. */
const MAX_NAMED = 400;
/** Declarations of a name that are read at once. */
const MAX_DECLARED = 100;

/** The first uses of a name. */
interface NamedReferences {
  readonly rows: readonly GraphReference[];
  readonly isAll: boolean;
}

/**
 * The rows that questions about the graph read, each read once: a reader is of one generation of the index. Its methods
 * are synchronous and each takes a few rows by an index.
 */
export class GraphReader {
  readonly database: DatabaseReader;
  readonly #files = new Map<number, GraphFile | undefined>();
  readonly #symbols = new Map<number, readonly (GraphSymbol | undefined)[]>();
  readonly #declared = new Map<number, readonly GraphSymbol[]>();
  readonly #everywhere = new Map<number, ReadonlyMap<number, readonly GraphSymbol[]>>();
  readonly #oftenDeclared = new Set<number>();
  readonly #bindings = new Map<number, readonly GraphBinding[]>();
  readonly #fullNames = new Map<number, string | undefined>();
  readonly #named = new Map<number, NamedReferences>();
  readonly #targets = new Map<string, number | null>();
  readonly #packages = new Map<string, readonly number[]>();
  readonly #exports = new Map<number, ReadonlyMap<number, readonly GraphExport[]>>();
  readonly #parents = new Map<number, readonly number[]>();
  readonly #namesakes = new Map<number, readonly GraphSymbol[]>();
  readonly #names = new Map<number, string>();
  readonly #ids = new Map<string, number>();

  #rowsRead = 0;

  constructor(database: DatabaseReader) {
    this.database = database;
  }

  /** How many rows it holds, about. */
  get rowsRead(): number {
    return this.#rowsRead;
  }

  file(id: number): GraphFile | undefined {
    return this.#files.get(id) ?? remember(this.#files, id, () => this.#queryFile(id));
  }

  #queryFile(id: number): GraphFile | undefined {
    const row = this.database.get<{ path: string; language: string | null; lineCount: number; role: FileRole }>(
      "SELECT path, language, line_count AS lineCount, role FROM files WHERE id = ?",
      id,
    );
    if (row === undefined) return undefined;
    const language = row.language ?? "";
    const folder = row.path.slice(0, Math.max(0, row.path.lastIndexOf("/")));
    return { id, ...row, language, folder, visibility: visibilityOf(language) };
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
      const rows = this.#read<{ id: number }>(
        "SELECT id FROM files WHERE path >= ? AND path < ? AND state = 1 AND instr(substr(path, ?), '/') = 0 LIMIT 2000",
        prefix,
        prefix === "" ? "\u{10ffff}" : `${folder}0`,
        prefix.length + 1,
      );
      return rows.map(({ id }) => id).filter((id) => this.file(id)?.visibility.family === visibility.family);
    });
  }

  #read<T>(sql: string, ...values: (number | string)[]): T[] {
    const rows = this.database.all<T>(sql, ...values);
    this.#rowsRead += rows.length;
    return rows;
  }

  /** All declarations of a file, by ordinal. */
  symbolsOf(file: number): readonly (GraphSymbol | undefined)[] {
    return remember(this.#symbols, file, () => {
      const byOrdinal: GraphSymbol[] = [];
      for (const symbol of this.#querySymbols("file = ?", file)) byOrdinal[symbol.ordinal] = symbol;
      return byOrdinal;
    });
  }

  /** The component that a file is. */
  component(file: number): GraphSymbol | undefined {
    if (this.file(file)?.visibility.isComponent !== true) return undefined;
    return this.symbolsOf(file).find((symbol) => symbol?.kind === "component" && symbol.parent < 0);
  }

  /** The declarations of a name in a file, in source order. */
  declared(file: number, name: number): readonly GraphSymbol[] {
    const everywhere = this.#everywhere.get(name);
    if (everywhere !== undefined) return everywhere.get(file) ?? [];
    return remember(this.#declared, pairKey(file, name), () =>
      // Sorted here: asked to, SQLite goes through all declarations of the file in their order.
      this.#querySymbols("name = ? AND file = ?", name, file).sort((a, b) => a.ordinal - b.ordinal),
    );
  }

  /** Reads the declarations of a name in all files, where they are few: `declared` will be asked for many of them. */
  readDeclared(name: number): void {
    if (this.#everywhere.has(name) || this.#oftenDeclared.has(name)) return;
    const all = this.#querySymbols(`name = ? LIMIT ${MAX_DECLARED + 1}`, name);
    if (all.length > MAX_DECLARED) {
      this.#oftenDeclared.add(name);
      return;
    }
    const byFile = new Map<number, GraphSymbol[]>();
    for (const symbol of all.sort((a, b) => a.file - b.file || a.ordinal - b.ordinal)) {
      append(byFile, symbol.file, symbol);
    }
    this.#everywhere.set(name, byFile);
  }

  /** Declarations of a name in all files, those inside functions left out; at most 64. */
  namesakes(name: number): readonly GraphSymbol[] {
    return remember(this.#namesakes, name, () =>
      this.#querySymbols(`name = ? AND is_local = 0 LIMIT ${MAX_NAMESAKES}`, name),
    );
  }

  #querySymbols(where: string, ...values: number[]): GraphSymbol[] {
    return this.#read<GraphSymbol>(`SELECT ${SYMBOL_COLUMNS} FROM symbols WHERE ${where}`, ...values);
  }

  /** What import statements of a file make of a name; "*" for what they take over without naming it. */
  bindings(file: number, local: number): readonly GraphBinding[] {
    return remember(this.#bindings, pairKey(file, local), () =>
      this.#read<GraphBinding>(
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
      const rows = this.#read<GraphExport>("SELECT name, local, source FROM exports WHERE file = ?", file);
      for (const row of rows) append(byName, row.name, row);
      return byName;
    });
  }

  /** The file of the root that an export of `file` is taken from; null: outside or unknown. */
  exportTarget(file: number, source: string): number | null {
    return remember(this.#targets, `${file} ${source}`, () => {
      const row = this.database.get<{ target: number }>(
        "SELECT target FROM imports WHERE file = ? AND source = ? AND target IS NOT NULL LIMIT 1",
        file,
        source,
      );
      return row?.target ?? null;
    });
  }

  /** "Owner.member" of the declaration with an ordinal; undefined: there is none. */
  fullNameAt(file: number, ordinal: number): string | undefined {
    const known = this.#symbols.get(file);
    if (known !== undefined || ordinal < 0) return known?.[ordinal]?.fullName;
    return remember(this.#fullNames, pairKey(file, ordinal), () => {
      const sql = "SELECT full_name AS fullName FROM symbols WHERE file = ? AND ordinal = ?";
      return this.database.get<{ fullName: string }>(sql, file, ordinal)?.fullName;
    });
  }

  /** The first of the uses that have a name, in the order of their files. */
  named(name: number, limit: number): readonly GraphReference[] {
    let known = this.#named.get(name);
    if (known === undefined || (!known.isAll && known.rows.length < limit)) {
      known = this.#queryNamed(name, Math.max(limit, MAX_NAMED));
      this.#named.set(name, known);
    }
    return known.rows.slice(0, limit);
  }

  /** All uses that have a name, where `named` has been asked for them and they are few. */
  knownNamed(name: number): readonly GraphReference[] | undefined {
    const known = this.#named.get(name);
    return known?.isAll === true ? known.rows : undefined;
  }

  #queryNamed(name: number, limit: number): NamedReferences {
    const sql = `SELECT ${REFERENCE_COLUMNS} FROM refs WHERE name = ? LIMIT ?`;
    const rows = this.#read<GraphReference>(sql, name, limit + 1);
    return { rows, isAll: rows.length <= limit };
  }

  /** Names of what a class extends or implements. */
  parentNames({ id, file, ordinal }: GraphSymbol): readonly number[] {
    return remember(this.#parents, id, () =>
      this.#read<{ name: number }>(PARENTS, file, ordinal).map(({ name }) => name),
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
export function pairKey(a: number, b: number): number {
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
