const TAB = "  ";
/** From here on a character is counted as two columns wide: never fewer than a terminal takes for it. */
const WIDE_FROM = 0x1100;

/**
 * Text as terminal lines of at most `width` columns, broken anywhere, without control characters.
 * Some lines end earlier than they could; none is ever too long, which pi would not survive.
 */
export function toColumns(text: string, width: number): readonly string[] {
  const limit = Math.max(1, width);
  return text.split("\n").flatMap((line) => breakLine(printable(line), limit));
}

function breakLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  let columns = 0;
  let at = 0;
  for (const character of line) {
    const taken = columnsOf(character);
    if (columns + taken > width && at > start) {
      lines.push(line.slice(start, at));
      start = at;
      columns = 0;
    }
    columns += taken;
    at += character.length;
  }
  return [...lines, line.slice(start)];
}

function columnsOf(character: string): number {
  return (character.codePointAt(0) ?? 0) < WIDE_FROM ? 1 : 2;
}

function printable(line: string): string {
  // oxlint-disable-next-line no-control-regex -- because control characters are what is taken out
  return line.replaceAll("\t", TAB).replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, "");
}
