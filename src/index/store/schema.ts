/**
 * The tables of an index. One file holds one root; paths are relative to it, with `/`. Whoever changes a table
 * raises `SCHEMA_VERSION`: a file of another version is built anew, for an index can always be made again.
 */
export const SCHEMA_VERSION = 6;

/** What a file is for; searches rank by it. */
export const FILE_ROLE = {
  source: 0,
  test: 1,
  /** Fixtures, vendored code, generated code and build output. */
  secondary: 2,
  /** Documents and data. */
  document: 3,
} as const;
export type FileRole = (typeof FILE_ROLE)[keyof typeof FILE_ROLE];

export const FILE_STATE = {
  /** Found on disk; nothing of its content is known yet. */
  seen: 0,
  /** Symbols, references, imports and words are in the tables; `note`: those of parts in other languages are not, and why. */
  indexed: 1,
  /**
   * Only its words (of its path alone where `note` says why): data, documents, what no grammar reads. One with a
   * language should have symbols too; `note` says why it has none.
   */
  wordsOnly: 2,
} as const;
export type FileState = (typeof FILE_STATE)[keyof typeof FILE_STATE];

/** `refs.kind`. */
export const REFERENCE_KIND = { call: 0, new: 1, type: 2, extends: 3, read: 4, write: 5 } as const;

/** Keys of `meta`. */
export const META = {
  schemaVersion: "schema_version",
  root: "root",
  /** Random, made with the file: another one means that the index was built anew. */
  instance: "instance",
  /** Grows with every change that readers can see. */
  generation: "generation",
  /** Epoch ms of the end of the last complete build; absent before it. */
  builtAt: "built_at",
  /** Epoch ms of the last time all files were compared with the disk; absent before the first. */
  sweptAt: "swept_at",
  /** Files the last walk found. */
  filesTotal: "files_total",
  /** Files of which state is not 0, kept up with every commit. */
  filesDone: "files_done",
  /** "1": every file that the last walk found is in state 1 or 2. */
  isComplete: "is_complete",
  /** "1": files or configuration changed since all imports were last resolved. */
  resolveDue: "resolve_due",
  /** What the walk could not look at, one sentence; absent: nothing. */
  walkGap: "walk_gap",
  /** Which files, or parts of files, could not be read, one sentence; absent: none. */
  unreadable: "unreadable",
} as const;
export type MetaKey = (typeof META)[keyof typeof META];

/**
 * - `files.generation` is the one that brought the rows of the file as they are.
 * - `files.template_note` says why `refs` has not all uses in the file's template.
 * - `symbols.ordinal` is the place in the file's flattened symbols, `parent` an ordinal or -1;
 *   `symbols.name` is what a use says ("format" for `res.format`), `full_name` the whole "Owner.member".
 * - `refs.seq` is the place in the file; `symbol` the ordinal of the symbol that uses, -1 at file level.
 * - `imports.target` is the file of the root that the source stands for, NULL for what lies outside or is unknown.
 * - `bindings.target` is the file that the imported name is, where it is itself a module (`from package import module`).
 * - The text tables are contentless: `rowid` is `symbols.id` (`symbols_text`: not local, `locals_text`: local
 *   symbols) or `files.id`. They hold words as `words/split-identifier.ts` makes them, separated by spaces.
 *   `symbols_text.name`: of the full name; `about`: of the doc line. `files_text.path`: of the path; `words`: of the text, each once.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE,
  language TEXT,
  size INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  ctime_ms REAL NOT NULL,
  hash TEXT,
  line_count INTEGER NOT NULL DEFAULT 0,
  role INTEGER NOT NULL,
  state INTEGER NOT NULL DEFAULT 0,
  generation INTEGER NOT NULL DEFAULT 0,
  note TEXT,
  template_note TEXT
);
CREATE INDEX files_by_hash ON files (hash) WHERE hash IS NOT NULL;
CREATE INDEX files_to_read ON files (role) WHERE state = 0;
CREATE INDEX files_with_gaps ON files (path) WHERE state = 1 AND note IS NOT NULL;
CREATE INDEX files_with_unread_templates ON files (path) WHERE template_note IS NOT NULL;
CREATE INDEX files_not_parsed ON files (path) WHERE state = 2 AND language IS NOT NULL AND note IS NOT NULL;

CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

CREATE TABLE symbols (
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  parent INTEGER NOT NULL,
  name INTEGER NOT NULL,
  full_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  name_line INTEGER NOT NULL,
  exported INTEGER NOT NULL,
  is_local INTEGER NOT NULL,
  complexity INTEGER,
  signature TEXT
);
CREATE UNIQUE INDEX symbols_by_file ON symbols (file, ordinal);
CREATE INDEX symbols_by_name ON symbols (name, file);

CREATE TABLE refs (
  file INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  name INTEGER NOT NULL,
  symbol INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  line INTEGER NOT NULL,
  column INTEGER NOT NULL,
  receiver INTEGER,
  receiver_type INTEGER,
  PRIMARY KEY (file, seq)
) WITHOUT ROWID;
CREATE INDEX refs_by_name ON refs (name, file);
CREATE INDEX refs_to_parents ON refs (file, symbol) WHERE kind = 3;

CREATE TABLE imports (
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  source TEXT NOT NULL,
  line INTEGER NOT NULL,
  is_internal INTEGER NOT NULL,
  target INTEGER
);
CREATE INDEX imports_by_file ON imports (file);
CREATE INDEX imports_by_target ON imports (target) WHERE target IS NOT NULL;

CREATE TABLE bindings (
  file INTEGER NOT NULL,
  local INTEGER NOT NULL,
  imported INTEGER NOT NULL,
  import INTEGER NOT NULL,
  target INTEGER
);
CREATE INDEX bindings_by_file ON bindings (file, local);
CREATE INDEX bindings_by_import ON bindings (import);

CREATE TABLE exports (
  file INTEGER NOT NULL,
  name INTEGER NOT NULL,
  local INTEGER,
  source TEXT
);
CREATE INDEX exports_by_file ON exports (file, name);

CREATE VIRTUAL TABLE symbols_text USING fts5 (
  name, about, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 tokenchars '_'"
);
CREATE VIRTUAL TABLE locals_text USING fts5 (
  name, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 tokenchars '_'"
);
CREATE VIRTUAL TABLE files_text USING fts5 (
  path, words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 tokenchars '_'"
);
`;
