/** Columns of indentation and block markers that are kept: far more than anybody writes. */
const MAX_COLUMNS = 200;
const DEEP = /^(?:[ \t]|>|[-*+?:](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))+(?:\d{1,9}[.)]?)?$/;

/**
 * Blanks the lines that open hundreds of blocks. Scanners of languages that nest by indentation keep
 * the open blocks in a buffer of 1024 bytes, and some of them write over its end.
 */
export function capNesting(text: string): string {
  let capped = "";
  let kept = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    if (end - start > MAX_COLUMNS && DEEP.test(text.slice(start, start + MAX_COLUMNS + 1))) {
      const lineEnd = text[end - 1] === "\r" ? end - 1 : end;
      capped += text.slice(kept, start) + " ".repeat(lineEnd - start);
      kept = lineEnd;
    }
    start = end + 1;
  }
  return capped + text.slice(kept);
}
