export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "latin-1";
export type EndOfLine = "\n" | "\r\n" | "mixed" | "none";

/** A file as read from disk, decoded. */
export interface SourceDocument {
  /** Canonical absolute path. */
  readonly path: string;
  /** Without the byte order mark; line ends as on disk. */
  readonly text: string;
  /** Hex SHA-1 of the bytes on disk. */
  readonly hash: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  readonly hasBom: boolean;
  readonly eol: EndOfLine;
}

const encodingNotes: Readonly<Record<Encoding, string | undefined>> = {
  "utf-8": undefined,
  "utf-16le": "decoded as UTF-16LE",
  "utf-16be": "decoded as UTF-16BE",
  "latin-1": "not UTF-8; read as Latin-1",
};

/** What a reader must know about how the text was decoded; undefined for UTF-8. */
export function encodingNote(document: Pick<SourceDocument, "encoding">): string | undefined {
  return encodingNotes[document.encoding];
}
