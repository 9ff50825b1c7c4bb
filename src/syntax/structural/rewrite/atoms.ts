const OPENING = "([{";
const CLOSING = ")]}";
const QUOTES = "\"'`";

/**
 * Whether a piece of code holds together whatever stands beside it: a name, a string, a call, a member, something in
 * parentheses. What this does not know counts as loose.
 */
export function isAtomic(code: string): boolean {
  const text = code.trim();
  if (text === "" || /^[\d{.]/.test(text)) return false;
  for (let at = 0; at < text.length;) {
    const length = jointLength(text, at) ?? groupLength(text, at);
    if (length === undefined) return false;
    at += length;
  }
  return true;
}

const [DOT, COLON, QUESTION, DASH, GREATER, DOLLAR, AT_SIGN] = Array.from(".:?->$@", (one) => one.charCodeAt(0));

/** What holds the parts of a name or a call together: letters, digits, and `.`, `::`, `?.`, `->`. */
function jointLength(text: string, at: number): number | undefined {
  const code = text.charCodeAt(at);
  if (isWordCode(code) || code === DOLLAR || code === AT_SIGN) return 1;
  const next = text.charCodeAt(at + 1);
  // Two dots make a range.
  if (code === DOT) return next === DOT ? undefined : 1;
  const isPair = (code === COLON && next === COLON) || (code === QUESTION && next === DOT);
  return isPair || (code === DASH && next === GREATER) ? 2 : undefined;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127
  );
}

/** Length of the brackets or the string that begin at `at`; undefined: neither does, or it does not end. */
function groupLength(text: string, at: number): number | undefined {
  const first = text[at] ?? "";
  if (QUOTES.includes(first)) {
    const end = endOfString(text, at);
    return end === undefined ? undefined : end - at;
  }
  if (!OPENING.includes(first)) return undefined;
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const one = text[index] ?? "";
    if (QUOTES.includes(one)) index = (endOfString(text, index) ?? index + 1) - 1;
    else if (OPENING.includes(one)) depth += 1;
    else if (CLOSING.includes(one)) depth -= 1;
    if (depth === 0) return index + 1 - at;
  }
  return undefined;
}

function endOfString(text: string, at: number): number | undefined {
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === text[at]) return index + 1;
  }
  return undefined;
}

const WORD = /[A-Za-z_$][\w$]*/g;
const OPERATOR_WORD =
  /^(and|as|async|await|break|case|class|const|continue|def|enum|goto|import|interface|let|raise|struct|type|val|var|catch|delete|div|do|else|fn|for|fun|func|function|if|in|instanceof|is|lambda|match|mod|move|mut|new|not|or|ref|return|satisfies|switch|then|throw|try|typeof|unless|until|void|when|where|while|xor|yield)$/;

/** The same for pieces of code that differ in names, literals and the insides of brackets only. */
export function outlineOf(code: string): string {
  let outline = "";
  for (let at = 0; at < code.length;) {
    const length = groupLength(code, at);
    if (length !== undefined) {
      outline += QUOTES.includes(code[at] ?? "") ? '""' : `${code[at] ?? ""}${code[at + length - 1] ?? ""}`;
      at += length;
    } else {
      outline += code[at] ?? "";
      at += 1;
    }
  }
  return outline
    .replace(WORD, (word) => (OPERATOR_WORD.test(word) ? word : "z"))
    .replace(/\d[\w.]*/g, "0")
    .replace(/\s+/g, " ");
}

/** Marks of a spread, a named argument, a label, a declaration or a statement: what is no expression by itself. */
const ODD =
  /^\s*(\.\.\.|\*|@|\w+\s*:(?!:))|;|(^|[^=!<>+\-*/%&|^?:])=(?![=>~])|:=|^\s*(break|case|class|const|continue|def|do|else|enum|for|goto|import|interface|let|raise|return|struct|throw|try|type|val|var|while)\b/;

/** Whether a captured text is an expression and nothing else (of a list: each of its items). */
export function isPlain(code: string, isList: boolean): boolean {
  if (isAtomic(code)) return true;
  const outline = outlineOf(code);
  const items = isList ? outline.split(",") : [outline];
  return items.every((item) => !item.includes(",") && !ODD.test(item));
}

/** Whether nothing outside can bind to what stands between two places of a text. */
export function isDelimited(text: string, start: number, end: number): boolean {
  return isDelimitedBefore(text, start) && isDelimitedAfter(text, end);
}

function isDelimitedBefore(text: string, start: number): boolean {
  let at = start - 1;
  let hasBreak = false;
  while (at >= 0 && isSpace(text[at])) {
    hasBreak ||= text[at] === "\n";
    at -= 1;
  }
  const last = text[at];
  if (last === undefined || "([{,;".includes(last)) return true;
  if (last === "=") return !/[=!<>+\-*/%&|^?:~.]/.test(text[at - 1] ?? "");
  return hasBreak && /[\w)\]}"'`]/.test(last);
}

function isDelimitedAfter(text: string, end: number): boolean {
  let at = end;
  let hasBreak = false;
  while (at < text.length && isSpace(text[at])) {
    hasBreak ||= text[at] === "\n";
    at += 1;
  }
  const next = text[at];
  if (next === undefined || ")]},;".includes(next)) return true;
  return hasBreak && /[\w"'`@#}$]/.test(next);
}

function isSpace(one: string | undefined): boolean {
  return one === " " || one === "\n" || one === "\t" || one === "\r";
}
