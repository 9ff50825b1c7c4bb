import type { JsonObject } from "../../../base/json.ts";

const MAX_LINES = 24;
const MAX_COLUMNS = 140;
const FOOTER = /\n\nusage tokens=\d+ elapsed-ms=\d+ bytes=\d+ truncated=(?:true|false)$/;

/** Indented text for a terminal: its first lines, long ones cut, and how much is left out. The usage footer is not shown. */
export function excerpt(text: string, maxLines = MAX_LINES): string {
  const lines = text.replace(FOOTER, "").trimEnd().split("\n");
  // One more line costs no more than the line that says it was left out.
  const shown = lines.length <= maxLines + 1 ? lines : lines.slice(0, maxLines);
  const rest = lines.length - shown.length;
  const indented = shown.map((line) => `    ${cutLine(line)}`.trimEnd());
  return [...indented, ...(rest === 0 ? [] : [`    … ${rest} more lines`])].join("\n");
}

function cutLine(line: string): string {
  const characters = Array.from(line);
  if (characters.length <= MAX_COLUMNS) return line;
  return `${characters.slice(0, MAX_COLUMNS).join("")}… (${characters.length - MAX_COLUMNS} more characters)`;
}

/** The command line that makes the same call. */
export function commandFor(tool: string, args: JsonObject): string {
  const words = Object.entries(args).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) =>
      quote(`${key}=${typeof item === "string" ? item : JSON.stringify(item)}`),
    ),
  );
  return ["reticle call", tool, ...words].join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
