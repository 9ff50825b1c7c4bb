import { linesInsideStrings } from "./string-lines.ts";

/**
 * Moves the lines behind the first from one indentation to another. Blank lines, lines that are indented less and
 * lines that begin inside a string literal stay as they are.
 */
export function reindent(text: string, from: string, to: string, language: string): string {
  if (from === to || !text.includes("\n")) return text;
  const literal = linesInsideStrings(text, language);
  return text
    .split("\n")
    .map((line, index) => {
      if (index === 0 || literal.has(index) || line.trim() === "" || !line.startsWith(from)) return line;
      return to + line.slice(from.length);
    })
    .join("\n");
}

/** The text of a template with its further lines indented and the line ends of the file. */
export function placeTemplateText(text: string, indent: string, eol: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      if (index === 0) return line;
      // The last piece may be followed by a capture on the same line.
      const isBlank = line.trim() === "" && index < lines.length - 1;
      return isBlank ? line : indent + line;
    })
    .join(eol);
}
