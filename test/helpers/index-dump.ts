import { openConnection } from "../../src/index/store/connection.ts";

/**
 * What an index says, without the numbers it uses inside: two indexes of equal folders have equal dumps, however
 * they came about.
 */
export function dumpIndex(database: string): Record<string, unknown[]> {
  const connection = openConnection(database, { readOnly: true });
  try {
    const all = (sql: string): unknown[] =>
      connection
        .prepare(sql)
        .all()
        .map((row) => Object.values(row).join("|"));
    const words = (table: string, place: string): unknown[] => {
      connection.exec(`CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, ${table}, instance)`);
      try {
        return all(
          `SELECT ${place}, v.col, v.term, v.offset FROM temp.vocabulary v ${JOINS[table]} ORDER BY 1, 2, 4, 3`,
        );
      } finally {
        connection.exec("DROP TABLE temp.vocabulary");
      }
    };
    return {
      files: all("SELECT path, language, size, hash, line_count, role, state, note FROM files ORDER BY path"),
      templates: all("SELECT path, template_note FROM files WHERE template_note IS NOT NULL ORDER BY path"),
      symbols: all(
        `SELECT f.path, s.ordinal, s.parent, n.name, s.full_name, s.kind, s.start_line, s.end_line, s.name_line,
           s.exported, s.is_local, s.complexity, s.signature
         FROM symbols s LEFT JOIN files f ON f.id = s.file LEFT JOIN names n ON n.id = s.name ORDER BY f.path, s.ordinal`,
      ),
      refs: all(
        `SELECT f.path, r.seq, n.name, r.symbol, r.kind, r.line, r.column, a.name AS receiver, b.name AS receiver_type
         FROM refs r LEFT JOIN files f ON f.id = r.file LEFT JOIN names n ON n.id = r.name
           LEFT JOIN names a ON a.id = r.receiver LEFT JOIN names b ON b.id = r.receiver_type
         ORDER BY f.path, r.seq`,
      ),
      imports: all(
        `SELECT f.path, i.line, i.source, i.is_internal, t.path AS target FROM imports i LEFT JOIN files f ON f.id = i.file
           LEFT JOIN files t ON t.id = i.target ORDER BY 1, 2, 3, 4`,
      ),
      bindings: all(
        `SELECT f.path, l.name AS local, m.name AS imported, i.line, i.source, t.path AS target FROM bindings b LEFT JOIN files t ON t.id = b.target LEFT JOIN files f ON f.id = b.file
           LEFT JOIN names l ON l.id = b.local LEFT JOIN names m ON m.id = b.imported
           LEFT JOIN imports i ON i.id = b.import AND i.file = b.file ORDER BY 1, 2, 3, 4, 5`,
      ),
      exports: all(
        `SELECT f.path, n.name, l.name AS local, e.source FROM exports e LEFT JOIN files f ON f.id = e.file
           LEFT JOIN names n ON n.id = e.name LEFT JOIN names l ON l.id = e.local ORDER BY 1, 2, 3, 4`,
      ),
      symbolWords: words("symbols_text", "f.path || ' ' || s.ordinal"),
      localWords: words("locals_text", "f.path || ' ' || s.ordinal"),
      fileWords: words("files_text", "f.path"),
    };
  } finally {
    connection.close();
  }
}

const SYMBOL_JOIN = "LEFT JOIN symbols s ON s.id = v.doc LEFT JOIN files f ON f.id = s.file";
const JOINS: Readonly<Record<string, string>> = {
  symbols_text: SYMBOL_JOIN,
  locals_text: SYMBOL_JOIN,
  files_text: "LEFT JOIN files f ON f.id = v.doc",
};
