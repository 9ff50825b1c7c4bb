import type { Coverage } from "../../src/base/coverage.ts";
import { complete } from "../../src/base/coverage.ts";
import { AnswerMemory } from "../../src/index/answer-memory.ts";
import { openConnection, type Connection } from "../../src/index/store/connection.ts";
import { createDatabaseReader } from "../../src/index/store/database-reader.ts";
import { FILE_ROLE, FILE_STATE, REFERENCE_KIND, SCHEMA } from "../../src/index/store/schema.ts";
import { splitIdentifier } from "../../src/index/words/split-identifier.ts";
import type { FileFreshness, IndexView } from "../../src/index/symbol-index.ts";

/** A file as rows of an index, written by hand. */
export interface RowsOfFile {
  readonly language?: string;
  readonly role?: keyof typeof FILE_ROLE;
  readonly lines?: number;
  readonly symbols?: readonly SymbolRow[];
  readonly uses?: readonly UseRow[];
  readonly imports?: readonly ImportRow[];
  readonly exports?: readonly { readonly name: string; readonly local?: string; readonly source?: string }[];
  /** What else its text says. */
  readonly words?: string;
  /** Why not all uses in its template are there. */
  readonly templateNote?: string;
}
export interface SymbolRow {
  /** "Owner.member" for a member of a symbol before it. */
  readonly name: string;
  readonly kind?: string;
  readonly line?: number;
  readonly endLine?: number;
  readonly exported?: boolean;
  readonly local?: boolean;
  readonly complexity?: number;
  /** The line that documents it. */
  readonly about?: string;
  /** The whole name stands at the top of the file: "res.format", "Server.Start". */
  readonly isFlat?: boolean;
}
export interface UseRow {
  readonly name: string;
  readonly line: number;
  readonly kind?: keyof typeof REFERENCE_KIND;
  /** Full name of the symbol it stands in. */
  readonly in?: string;
  readonly receiver?: string;
  readonly type?: string;
}
export interface ImportRow {
  readonly source: string;
  /** Path of the file it stands for. */
  readonly target?: string;
  /** Local name → name in the module. */
  readonly names?: Readonly<Record<string, string>>;
  readonly isInternal?: boolean;
}

export interface IndexOfRows {
  readonly connection: Connection;
  readonly view: IndexView;
}

export interface IndexOptions {
  /** How files compare with the disk; default: as indexed. */
  readonly freshness?: Readonly<Record<string, FileFreshness>>;
  readonly coverage?: Coverage;
}

/** An index in memory with just these rows. Close the connection. */
export function indexOfRows(
  files: Readonly<Record<string, RowsOfFile>>,
  { freshness = {}, coverage = complete }: IndexOptions = {},
): IndexOfRows {
  const connection = openConnection(":memory:");
  connection.exec(SCHEMA);
  const writer = new RowWriter(connection);
  const paths = Object.keys(files);
  for (const [at, [path, rows]] of Object.entries(files).entries()) writer.writeFile(at + 1, path, rows, paths);
  const view: IndexView = {
    root: "/root",
    database: createDatabaseReader(connection),
    coverage,
    notes: [],
    files: paths.length,
    filesTotal: paths.length,
    sweptAt: 0,
    builtAt: 0,
    memory: new AnswerMemory().at(""),
    verify: (asked) => Promise.resolve(new Map(asked.map((path) => [path, freshness[path] ?? "current"]))),
  };
  return { connection, view };
}

class RowWriter {
  readonly #connection: Connection;
  readonly #names = new Map<string, number>();
  #imports = 0;
  #symbols = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  writeFile(id: number, path: string, rows: RowsOfFile, paths: readonly string[]): void {
    const { language = "typescript", role = "source", lines = 100 } = rows;
    this.#insert("files (id, path, language, size, mtime_ms, ctime_ms, line_count, role, state, template_note)", [
      id,
      path,
      language,
      0,
      0,
      0,
      lines,
      FILE_ROLE[role],
      FILE_STATE.indexed,
      rows.templateNote ?? null,
    ]);
    this.#insert("files_text (rowid, path, words)", [id, textOf(path), textOf(rows.words ?? "")]);
    const ordinals = this.#writeSymbols(id, rows.symbols ?? []);
    for (const [seq, use] of (rows.uses ?? []).entries()) {
      this.#insert("refs (file, seq, name, symbol, kind, line, column, receiver, receiver_type)", [
        id,
        seq,
        this.#name(use.name),
        use.in === undefined ? -1 : (ordinals.get(use.in) ?? fail(`no symbol ${use.in}`)),
        REFERENCE_KIND[use.kind ?? "call"],
        use.line,
        1,
        use.receiver === undefined ? null : this.#name(use.receiver),
        use.type === undefined ? null : this.#name(use.type),
      ]);
    }
    for (const { source, target, names = {}, isInternal = target !== undefined } of rows.imports ?? []) {
      this.#imports += 1;
      const targetId = target === undefined ? null : paths.indexOf(target) + 1;
      if (targetId === 0) fail(`no file ${target}`);
      this.#insert("imports (id, file, source, line, is_internal, target)", [
        this.#imports,
        id,
        source,
        1,
        Number(isInternal),
        targetId,
      ]);
      for (const [local, imported] of Object.entries(names)) {
        this.#insert("bindings (file, local, imported, import)", [
          id,
          this.#name(local),
          this.#name(imported),
          this.#imports,
        ]);
      }
    }
    for (const { name, local, source } of rows.exports ?? []) {
      this.#insert("exports (file, name, local, source)", [
        id,
        this.#name(name),
        local === undefined ? null : this.#name(local),
        source ?? null,
      ]);
    }
  }

  #writeSymbols(file: number, symbols: readonly SymbolRow[]): ReadonlyMap<string, number> {
    const ordinals = new Map<string, number>();
    for (const [ordinal, symbol] of symbols.entries()) {
      const { name, kind = "function", line = ordinal + 1, complexity = null } = symbol;
      const dot = name.lastIndexOf(".");
      const parent =
        dot < 0 || symbol.isFlat === true ? -1 : (ordinals.get(name.slice(0, dot)) ?? fail(`no owner of ${name}`));
      ordinals.set(name, ordinal);
      const id = ++this.#symbols;
      this.#insert(
        "symbols (id, file, ordinal, parent, name, full_name, kind, start_line, end_line, name_line, exported, is_local, complexity)",
        [
          id,
          file,
          ordinal,
          parent,
          this.#name(name.slice(dot + 1)),
          name,
          kind,
          line,
          symbol.endLine ?? line,
          line,
          Number(symbol.exported ?? true),
          Number(symbol.local ?? false),
          complexity,
        ],
      );
      if (symbol.local === true) this.#insert("locals_text (rowid, name)", [id, textOf(name)]);
      else this.#insert("symbols_text (rowid, name, about)", [id, textOf(name), textOf(symbol.about ?? "")]);
    }
    return ordinals;
  }

  #name(name: string): number {
    let id = this.#names.get(name);
    if (id === undefined) {
      id = this.#names.size + 1;
      this.#names.set(name, id);
      this.#insert("names (id, name)", [id, name]);
    }
    return id;
  }

  #insert(into: string, values: readonly (string | number | null)[]): void {
    this.#connection.prepare(`INSERT INTO ${into} VALUES (${values.map(() => "?").join(", ")})`).run(...values);
  }
}

function textOf(text: string): string {
  return splitIdentifier(text).join(" ");
}

function fail(message: string): never {
  throw new Error(message);
}
