import type { Position, Range } from "vscode-languageserver-protocol";

/** How a server counts `character`. Ours is UTF-16, as JavaScript's strings. */
export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

/** What we offer, best first. */
export const offeredEncodings: readonly PositionEncoding[] = ["utf-16", "utf-8", "utf-32"];

/** A UTF-16 offset in a line → what the server calls it. Past the end counts as the end. */
export function toCharacter(line: string, offset: number, encoding: PositionEncoding): number {
  const before = line.slice(0, Math.max(0, offset));
  switch (encoding) {
    case "utf-16":
      return before.length;
    case "utf-8":
      return Buffer.byteLength(before, "utf8");
    case "utf-32":
      return Array.from(before).length;
  }
}

/** What the server calls a place in a line → its UTF-16 offset, at most the line's length. */
export function fromCharacter(line: string, character: number, encoding: PositionEncoding): number {
  if (encoding === "utf-16") return Math.min(character, line.length);
  let units = 0;
  let counted = 0;
  for (const char of line) {
    const width = encoding === "utf-8" ? Buffer.byteLength(char, "utf8") : 1;
    if (counted + width > character) break;
    counted += width;
    units += char.length;
  }
  return units;
}

/** A server's position in a text given as lines → 0-based line and UTF-16 offset, within the text. */
export function fromServerPosition(lines: readonly string[], position: Position, encoding: PositionEncoding): Position {
  const line = lines[position.line];
  if (line === undefined) {
    const last = Math.max(0, lines.length - 1);
    return { line: last, character: lines[last]?.length ?? 0 };
  }
  return { line: position.line, character: fromCharacter(line, position.character, encoding) };
}

export function fromServerRange(lines: readonly string[], range: Range, encoding: PositionEncoding): Range {
  return {
    start: fromServerPosition(lines, range.start, encoding),
    end: fromServerPosition(lines, range.end, encoding),
  };
}

/** 0-based line and UTF-16 offset → the server's position. */
export function toServerPosition(lines: readonly string[], position: Position, encoding: PositionEncoding): Position {
  return { line: position.line, character: toCharacter(lines[position.line] ?? "", position.character, encoding) };
}

/** The lines of a text as the protocol counts them: `\n`, `\r\n` and `\r` end one. */
export function protocolLines(text: string): string[] {
  // The expression takes five times as long, and most texts have no carriage return.
  return text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
}
