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
