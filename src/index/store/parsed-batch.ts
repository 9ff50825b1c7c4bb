/**
 * What a parser makes of a batch of files, flat: it crosses a thread's or a process's boundary, where thousands of
 * small objects would cost more than the parse. Names stand as places in `names`.
 */
export interface ParsedBatch {
  readonly files: readonly ParsedFile[];
  readonly names: readonly string[];
  /** `SYMBOL_NUMBERS` numbers each, file by file. */
  readonly symbols: ArrayLike<number>;
  /** `SYMBOL_TEXTS` texts each, in the order of `symbols`. */
  readonly symbolTexts: readonly string[];
  /** `REFERENCE_NUMBERS` numbers each. */
  readonly references: ArrayLike<number>;
  readonly imports: readonly ParsedImport[];
  /** `BINDING_NUMBERS` numbers each. */
  readonly bindings: ArrayLike<number>;
  /** `EXPORT_NUMBERS` numbers each, in the order of `exportSources`. */
  readonly exports: ArrayLike<number>;
  /** "" for what the module has itself. */
  readonly exportSources: readonly string[];
}

/** parent, name, startLine, endLine, nameLine, flags, complexity (-1: none). */
export const SYMBOL_NUMBERS = 7;
/** fullName, kind, signature ("": none), words of the name, words about it. */
export const SYMBOL_TEXTS = 5;
export const SYMBOL_FLAG = { exported: 1, local: 2 } as const;
/** name, symbol, kind, line, column, receiver, receiverType (-1: none). */
export const REFERENCE_NUMBERS = 7;
/** local, imported, place of its import among the file's. */
export const BINDING_NUMBERS = 3;
/** name, local (-1: none). */
export const EXPORT_NUMBERS = 2;

export interface ParsedImport {
  readonly source: string;
  readonly line: number;
  readonly isInternal: boolean;
}

/** One file to read. */
export interface FileToParse {
  readonly id: number;
  /** Relative to the root. */
  readonly path: string;
  readonly language: string | null;
  readonly isParsed: boolean;
  /** Of the rows that are in the index; equal content needs no parse. */
  readonly hash: string | null;
}

export interface ParsedFile {
  readonly id: number;
  /** "unchanged": the content is that of the rows, only size and times need to be noted. */
  readonly outcome: "gone" | "unchanged" | "indexed" | "words";
  readonly stamp: FileStamp;
  readonly hash: string;
  readonly language: string | null;
  readonly lineCount: number;
  /** Why there are words only, or not even those. */
  readonly note: string | null;
  /** Why not all uses in its template are there. */
  readonly templateNote: string | null;
  readonly pathWords: string;
  readonly words: string;
  /** How many of the batch's belong to it. */
  readonly symbolCount: number;
  readonly referenceCount: number;
  readonly importCount: number;
  readonly bindingCount: number;
  readonly exportCount: number;
}

/** What tells cheaply that a file is as it was. */
export interface FileStamp {
  readonly size: number;
  /** -1: written so shortly before it was read that a later write could leave the same time. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}
