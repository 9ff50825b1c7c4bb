import type { DatabaseReader } from "../store/database-reader.ts";
import type { WordForms } from "./word-forms.ts";

export interface SymbolRow {
  readonly id: number;
  readonly file: number;
  readonly path: string;
  readonly language: string | null;
  readonly role: number;
  readonly name: string;
  readonly full_name: string;
  readonly kind: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly name_line: number;
  readonly exported: number;
  readonly is_local: number;
  readonly signature: string | null;
  /** Imports of its file by others, up to 150. */
  readonly importers: number;
}
export interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly language: string | null;
  readonly role: number;
}

/** Whether the filters of a search let a file through. */
export type IsWanted = (row: FilteredRow) => boolean;
export interface FilteredRow {
  readonly path: string;
  readonly language: string | null;
  /** Absent: the row is a file. */
  readonly full_name?: string;
}

interface FilteredSymbol extends FilteredRow {
  readonly id: number;
}

/** Where words are looked for. */
export type Text = "name" | "about" | "local";

/** Symbols that have a word: at most this many, and none where more have it. */
export const MAX_WITH_WORD = 5_000;
const MAX_FILES = 200;
const MAX_FILES_FILTERED = 1_000;
/** More importers than these say nothing more. */
const MAX_IMPORTERS = 150;
const MIN_COMPOUND_CHARS = 6;
const MIN_PART_CHARS = 3;
const MIN_PREFIX_CHARS = 4;

const idsSql = (table: string): string =>
  `SELECT count(*) AS count, group_concat(id) AS ids FROM (SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? LIMIT ${MAX_WITH_WORD + 1})`;
const symbolIdsSql = idsSql("symbols_text");
const localIdsSql = idsSql("locals_text");
const byRole = "CASE f.role WHEN 0 THEN 0 WHEN 3 THEN 1 ELSE 2 END";
const rowsSql = `
  SELECT best.*, (SELECT count(*) FROM (SELECT 1 FROM imports WHERE target = best.file LIMIT ${MAX_IMPORTERS})) AS importers
  FROM (
    SELECT s.id, s.file, f.path, f.language, f.role, n.name, s.full_name, s.kind, s.start_line, s.end_line, s.name_line,
      s.exported, s.is_local, s.signature
    FROM json_each(?) j JOIN symbols s ON s.id = j.value JOIN files f ON f.id = s.file JOIN names n ON n.id = s.name
    ORDER BY ${byRole}, length(s.full_name), s.id
    LIMIT ?
  ) best`;
/** The columns that filters look at, in the same order. */
const filterSql = `
  SELECT s.id, f.path, f.language, s.full_name
  FROM json_each(?) j JOIN symbols s ON s.id = j.value JOIN files f ON f.id = s.file
  ORDER BY ${byRole}, length(s.full_name), s.id`;
const filesSql = `
  SELECT f.id, f.path, f.language, f.role
  FROM (SELECT rowid, rank FROM files_text WHERE files_text MATCH ? AND rank MATCH 'bm25(4.0, 1.0)' ORDER BY rank LIMIT ?) t
  JOIN files f ON f.id = t.rowid
  ORDER BY ${byRole}, t.rank`;
/**
 * Reads of the text tables. FTS5's own ranking looks up the length of every row it finds, which is most of the time
 * of a search; ids of a word come without it, in one text, and are weighed here.
 */
export class Candidates {
  readonly #database: DatabaseReader;
  readonly #isWanted: IsWanted | undefined;

  constructor(database: DatabaseReader, isWanted: IsWanted | undefined) {
    this.#database = database;
    this.#isWanted = isWanted;
  }

  /** Ids of the symbols that have any of these forms; undefined: more than MAX_WITH_WORD have. */
  withWord(forms: WordForms, where: Text): readonly number[] | undefined {
    return this.#ids(where, wordExpression(forms));
  }

  /** Ids of symbols whose name goes on where the word ends, or has it as two words; undefined as above. */
  withPart(text: string, where: Text): readonly number[] | undefined {
    const expressions = [...prefixes(text), ...compounds(text)];
    return expressions.length === 0 ? [] : this.#ids(where, expressions.join(" OR "));
  }

  /** Ids of symbols that have all of these words, at most MAX_WITH_WORD + 1. */
  withAll(words: readonly WordForms[], where: Text): readonly number[] {
    return this.#list(where, words.map((forms) => `(${wordExpression(forms)})`).join(" AND ")).ids;
  }

  /** Ids of symbols that have any of these words, at most MAX_WITH_WORD + 1. */
  withAny(words: readonly WordForms[], where: Text): readonly number[] {
    return this.#list(where, words.map(wordExpression).join(" OR ")).ids;
  }

  /** Up to `limit` of these symbols, those in sources and with short names first. */
  rows(ids: readonly number[], limit: number): SymbolRow[] {
    const wanted = this.isFiltered ? this.#wanted(ids, limit) : undefined;
    const taken = wanted === undefined ? ids : wanted.map(({ id }) => id);
    return this.#database.all<SymbolRow>(rowsSql, JSON.stringify(taken), limit);
  }

  /** Files whose path and text have all of these words; cut: filters may hide others behind those that were looked at. */
  files(words: readonly WordForms[], limit: number): { readonly rows: readonly FileRow[]; readonly isCut: boolean } {
    const expression = words.map((forms) => `(${wordExpression(forms)})`).join(" AND ");
    const found = this.#database.all<FileRow>(filesSql, expression, this.isFiltered ? MAX_FILES_FILTERED : MAX_FILES);
    const rows = found.filter((row) => this.#isWanted?.(row) !== false).slice(0, limit);
    return { rows, isCut: this.isFiltered && rows.length < limit && found.length === MAX_FILES_FILTERED };
  }

  /** Whether rows are left out for their files. */
  get isFiltered(): boolean {
    return this.#isWanted !== undefined;
  }

  #ids(where: Text, expression: string): readonly number[] | undefined {
    const { ids, count } = this.#list(where, expression);
    return count > MAX_WITH_WORD ? undefined : ids;
  }

  #list(where: Text, expression: string): { readonly ids: readonly number[]; readonly count: number } {
    const [sql, match] = where === "local" ? [localIdsSql, expression] : [symbolIdsSql, `${where} : (${expression})`];
    const found = this.#database.get<{ count: number; ids: string | null }>(sql, match);
    return { count: found?.count ?? 0, ids: found?.ids?.split(",").map(Number) ?? [] };
  }

  #wanted(ids: readonly number[], limit: number): FilteredSymbol[] {
    const kept: FilteredSymbol[] = [];
    for (const row of this.#database.iterate<FilteredSymbol>(filterSql, JSON.stringify(ids))) {
      if (this.#isWanted?.(row) === false) continue;
      kept.push(row);
      if (kept.length === limit) break;
    }
    return kept;
  }
}

/** Forms are letters and digits only, so quoting them is enough. */
function wordExpression(forms: WordForms): string {
  return [...forms.keys()].map((form) => `"${form}"`).join(" OR ");
}

function prefixes(text: string): string[] {
  return text.length < MIN_PREFIX_CHARS ? [] : [`"${text}" *`];
}

/** "websocket" as the neighbours "web socket", which is how it stands in `createWebSocketServer`. */
function compounds(text: string): string[] {
  if (text.length < MIN_COMPOUND_CHARS) return [];
  const phrases: string[] = [];
  for (let at = MIN_PART_CHARS; at <= text.length - MIN_PART_CHARS; at++) {
    phrases.push(`"${text.slice(0, at)} ${text.slice(at)}"`);
  }
  return phrases;
}
