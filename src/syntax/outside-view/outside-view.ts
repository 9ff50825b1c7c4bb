import type { FileFacts, SymbolFact } from "../facts.ts";

/**
 * Languages in which the head of a function can say all that others learn of it, and in which we know how. Not those
 * whose checkers look through calls into bodies (vet's printf), and not those whose methods declare what an object has.
 */
const languages: ReadonlySet<string> = new Set(["tsx", "typescript"]);

/** Whether there can be a view of files in a language. */
export function hasOutsideView(languageId: string): boolean {
  return languages.has(languageId);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const FUNCTION = /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*[\w$]*\s*/;
const ARROW = /^(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*=\s*(?:async\s*)?/;
const METHOD =
  /^(?:(?:public|private|protected|static|override|async|get)\s+)*\*?\s*#?(?!constructor\b)[\w$]+\s*\??\s*/;
const VARIABLE = /^(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*:/;
/** They bring other modules into the program, wherever they stand. */
const LOADS = /\b(?:import|require)\b/;
const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/**
 * The text without what no other file can notice: two versions with equal views say the same to all that import the
 * file. Undefined where that is not known: in other languages, and in a file that was not understood whole.
 */
export function outsideView(text: string, facts: FileFacts): string | undefined {
  if (!hasOutsideView(facts.language) || facts.syntaxErrorCount > 0 || facts.omittedCount !== undefined) {
    return undefined;
  }
  const bodies = facts.symbols.flatMap((symbol) => hiddenBodies(symbol, text));
  const view = without(text, bodies);
  const values = facts.symbols.flatMap((symbol) => hiddenValue(symbol, { text, facts, view }));
  return without(text, [...bodies, ...values]);
}

function without(text: string, spans: readonly Span[]): string {
  let view = "";
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    view += `${text.slice(at, start)}\0`;
    at = end;
  }
  return view + text.slice(at);
}

/** Bodies of functions whose results have a written type. */
function hiddenBodies({ kind, start, bodyStart, bodyEnd, members }: SymbolFact, text: string): readonly Span[] {
  const isFunction = (kind === "function" || kind === "method") && bodyStart !== undefined && bodyEnd !== undefined;
  const isHidden =
    isFunction && saysWhatItGives(text.slice(start, bodyStart)) && !LOADS.test(text.slice(bodyStart, bodyEnd));
  if (isHidden) return [{ start: bodyStart, end: bodyEnd }];
  return members.flatMap((member) => hiddenBodies(member, text));
}

/** Whether the head of a function ends with the type of its result. */
function saysWhatItGives(head: string): boolean {
  const isArrow = head.trimEnd().endsWith("=>");
  const forms = isArrow ? [ARROW] : [FUNCTION, METHOD];
  return forms.some((form) => {
    const from = form.exec(head)?.[0].length;
    if (from === undefined) return false;
    const parameters = afterTypeParameters(head, from);
    if (parameters === undefined || head[parameters] !== "(") return false;
    const end = afterPair(head, parameters);
    return end !== undefined && /^\s*:/.test(head.slice(end));
  });
}

interface Looked {
  readonly text: string;
  readonly facts: FileFacts;
  readonly view: string;
}

/** The value of a variable whose type is written, unless something that is seen uses it: there the value narrows the type. */
function hiddenValue(symbol: SymbolFact, { text, facts, view }: Looked): readonly Span[] {
  const { name, start, end } = symbol;
  const own = text.slice(start, end);
  const typeFrom = VARIABLE.exec(own)?.[0].length;
  const value = typeFrom === undefined ? undefined : afterEquals(own, typeFrom);
  if (value === undefined || LOADS.test(own.slice(value))) return [];
  const isAlone = facts.symbols.every((other) => other === symbol || other.end <= start || other.start >= end);
  const uses = view.split(/[^\w$]+/).filter((word) => word === name).length;
  return isAlone && uses === 1 ? [{ start: start + value, end }] : [];
}

/** Behind `<…>`, if it stands there; undefined: it cannot be told. */
function afterTypeParameters(text: string, from: number): number | undefined {
  if (text[from] !== "<") return from;
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const end = afterAtom(text, at);
    if (end === undefined) return undefined;
    if (text[at] === "<") depth += 1;
    if (text[at] === ">") depth -= 1;
    if (depth === 0) return at + 1 + (/^\s*/.exec(text.slice(at + 1))?.[0].length ?? 0);
    at = end - 1;
  }
  return undefined;
}

/** The offset behind the bracket that closes the one at `from`; undefined: it cannot be told. */
function afterPair(text: string, from: number): number | undefined {
  const closing: string[] = [];
  for (let at = from; at < text.length; at += 1) {
    const end = afterAtom(text, at);
    if (end === undefined) return undefined;
    const pair = PAIRS[text[at] ?? ""];
    if (pair !== undefined) closing.push(pair);
    else if (Object.values(PAIRS).includes(text[at] ?? "") && closing.pop() !== text[at]) return undefined;
    if (closing.length === 0) return at + 1;
    at = end - 1;
  }
  return undefined;
}

/** The offset behind the `=` that ends a type. */
function afterEquals(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "=" && text[at + 1] !== ">") return at + 1;
    const end = PAIRS[text[at] ?? ""] === undefined ? afterAtom(text, at) : afterPair(text, at);
    if (end === undefined) return undefined;
    at = end - 1;
  }
  return undefined;
}

/** Behind one character, one string or one arrow; undefined where a comment, a regex or a template makes it a guess. */
function afterAtom(text: string, at: number): number | undefined {
  const character = text[at] ?? "";
  if (character === "/" || character === "`" || character === "\\") return undefined;
  if (character === "=" && text[at + 1] === ">") return at + 2;
  if (character !== '"' && character !== "'") return at + 1;
  const end = text.indexOf(character, at + 1);
  // With an escape in it, it is left alone.
  return end < 0 || text.slice(at, end).includes("\\") ? undefined : end + 1;
}
