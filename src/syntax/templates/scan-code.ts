const WORD = /[\p{L}\p{N}_$]+/uy;
/** After these a slash begins a pattern. */
const WORDS_BEFORE_PATTERN: ReadonlySet<string> = new Set([
  "return",
  "typeof",
  "instanceof",
  "in",
  "of",
  "new",
  "delete",
  "void",
  "throw",
  "case",
  "do",
  "else",
  "await",
  "yield",
]);

/** A word or a character of code. */
export interface CodeToken {
  readonly text: string;
  readonly at: number;
  /** Brackets that are open around it; a closing bracket stands outside of its pair. */
  readonly depth: number;
}

/** The words and signs of JavaScript from an offset on, without those in strings, comments and patterns. */
export function* scanCode(text: string, from: number, to = text.length): Generator<CodeToken> {
  let depth = 0;
  let before = "";
  for (let at = from; at < to;) {
    const character = text[at] as string;
    const end = endOfOpaque(text, at, before);
    if (end > at) {
      if (!isComment(text, at)) before = character;
      at = end;
      continue;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0] ?? character;
    if (/^[)\]}]$/.test(word)) depth -= 1;
    if (word.trim() !== "") {
      yield { text: word, at, depth };
      before = word;
    }
    if (/^[([{]$/.test(word)) depth += 1;
    at += word.length;
  }
}

/** Offset of the brace that closes what is open at an offset; -1: none does. */
export function closingBrace(text: string, from: number): number {
  const first = text.indexOf("}", from);
  // Most code in braces is a name or a call.
  if (first < 0 || !/["'`{/]/.test(text.slice(from, first))) return first;
  for (const { text: token, at, depth } of scanCode(text, from)) if (token === "}" && depth < 0) return at;
  return -1;
}

function isComment(text: string, at: number): boolean {
  return text[at] === "/" && (text[at + 1] === "/" || text[at + 1] === "*");
}

/** The end of the string, comment or pattern that begins at an offset; the offset itself where none does. */
function endOfOpaque(text: string, at: number, before: string): number {
  switch (text.charAt(at)) {
    case '"':
    case "'":
      return endOfString(text, at);
    case "`":
      return endOfTemplate(text, at);
    case "/":
      if (text[at + 1] === "/") return orEnd(text, text.indexOf("\n", at), 1);
      if (text[at + 1] === "*") return orEnd(text, text.indexOf("*/", at + 2), 2);
      return before === "" || /^[^\p{L}\p{N}_$)\]}"'`]/u.test(before) || WORDS_BEFORE_PATTERN.has(before)
        ? endOfPattern(text, at)
        : at;
    default:
      return at;
  }
}

function orEnd(text: string, found: number, length: number): number {
  return found < 0 ? text.length : found + length;
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}

function endOfTemplate(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "`") return at + 1;
    else if (text[at] === "$" && text[at + 1] === "{") {
      const end = closingBrace(text, at + 2);
      if (end < 0) return text.length;
      at = end;
    }
  }
  return text.length;
}

/** A pattern does not go over the end of a line: then it is a division. */
function endOfPattern(text: string, start: number): number {
  let isInClass = false;
  for (let at = start + 1; at < text.length && text[at] !== "\n"; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "[") isInClass = true;
    else if (text[at] === "]") isInClass = false;
    else if (text[at] === "/" && !isInClass) return at + 1;
  }
  return start;
}
