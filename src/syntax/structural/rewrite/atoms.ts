const OPENING = "([{";
const CLOSING = ")]}";
const QUOTES = "\"'`";
/** What holds the parts of a name or a call together. */
const JOINT = /^(\?\.|::|->|[.\w$@])/;

/**
 * Whether a piece of code holds together whatever stands beside it: a name, a string, a call, a member, something in
 * parentheses. What this does not know counts as loose.
 */
export function isAtomic(code: string): boolean {
  const text = code.trim();
  if (text === "" || /^[\d{.]/.test(text) || text.includes("..")) return false;
  for (let at = 0; at < text.length;) {
    const length = groupLength(text, at) ?? JOINT.exec(text.slice(at, at + 2))?.[0].length;
    if (length === undefined) return false;
    at += length;
  }
  return true;
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

/** Whether nothing outside can bind to what stands between these two pieces of code. */
export function isDelimited(before: string, after: string): boolean {
  return isDelimitedBefore(before) && isDelimitedAfter(after);
}

function isDelimitedBefore(before: string): boolean {
  const text = before.trimEnd();
  if (text === "" || /[([{,;]$/.test(text)) return true;
  if (/(^|[^=!<>+\-*/%&|^?:~.])=$/.test(text)) return true;
  return before.slice(text.length).includes("\n") && /[\w)\]}"'`]$/.test(text);
}

function isDelimitedAfter(after: string): boolean {
  const text = after.trimStart();
  if (text === "" || /^[)\]},;]/.test(text)) return true;
  return after.slice(0, after.length - text.length).includes("\n") && /^[\w"'`@#}]/.test(text);
}
