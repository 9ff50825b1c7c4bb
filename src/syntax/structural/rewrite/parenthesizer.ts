import { standIn } from "../ladder/metavariables.ts";
import type { PrintTree } from "../ladder/pattern-request.ts";
import { isNamed, judge, rungsOf } from "../ladder/rung.ts";
import { isSameSpan, parseTree, PointMap } from "../ladder/syntax-tree.ts";
import type { StructuralLanguage } from "../languages/language.ts";
import { isAtomic, isDelimited, outlineOf } from "./atoms.ts";
import type { Template, TemplateVariable } from "./template.ts";

/** Languages in which parentheses do not just hold an expression together. */
const WITHOUT_GROUPING: ReadonlySet<string> = new Set(["bash", "css", "html", "json", "markdown", "yaml"]);
/** Longer code is judged by what stands beside it. */
const MAX_CHARS = 2_000;
/** How far the code around a match is looked at. */
const CONTEXT_CHARS = 300;
const MAX_QUESTIONS = 200;

/** A place in a text. Half-open, in UTF-16 units. */
interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Decides where a piece of code needs parentheses to stay one piece where it is put; asks the grammar, once per shape. */
export class Parenthesizer {
  readonly #language: StructuralLanguage;
  readonly #template: Template;
  readonly #printTree: PrintTree;
  readonly #answers = new Map<string, Promise<boolean>>();
  /** Metavariables of the template that stand between brackets or commas, where nothing can bind to them. */
  readonly #delimited: ReadonlySet<number>;
  #isGroupable: Promise<boolean> | undefined;

  constructor(language: StructuralLanguage, template: Template, printTree: PrintTree) {
    this.#language = language;
    this.#template = template;
    this.#printTree = printTree;
    const { source, parts } = template;
    this.#delimited = new Set(
      parts.flatMap((part) => ("start" in part && isDelimited(source, part.start, part.end) ? [part.start] : [])),
    );
  }

  /** Whether a captured text needs them at its place in the template. */
  async forCapture(variable: TemplateVariable, captured: string): Promise<boolean> {
    const { source } = this.#template;
    const { start, end } = variable;
    if (this.#delimited.has(start) || variable.variable.startsWith("$$$") || this.#cannotNeed(captured)) return false;
    const [before, after] = [source.slice(0, start), source.slice(end)];
    const key = `${start}\n${outlineOf(captured)}`;
    return this.#remember(key, () => this.#isLoose({ before, code: captured, after }));
  }

  /** Whether the replacement of a match needs them where the match stands. */
  async forReplacement(place: Place, replacement: string): Promise<boolean> {
    const { text, start, end } = withoutComments(place);
    if (isDelimited(text, start, end) || this.#cannotNeed(replacement) || /[;}]\s*$/.test(replacement)) return false;
    this.#isGroupable ??= this.#readsGrouped();
    if (!(await this.#isGroupable)) return false;
    const code = text.slice(start, end);
    const [before, after] = [contextBefore(text, start), contextAfter(text, end)];
    const key = [before, replacement, after].map(outlineOf).join("\n");
    if (!this.#answers.has(key) && this.#answers.size >= MAX_QUESTIONS) return isBound(before, after);
    return this.#remember(key, async () => {
      const isKnownContext = (await this.#stands({ before, code, after })) === true;
      return isKnownContext ? await this.#isLoose({ before, code: replacement, after }) : isBound(before, after);
    });
  }

  /** Whether the template is code in parentheses: a statement is none. */
  async #readsGrouped(): Promise<boolean> {
    for (const rung of rungsOf(this.#language, `(${this.#template.source.trim()})`)) {
      if (judge(rung, await this.#printTree(rung.text)).accepted) return true;
    }
    return false;
  }

  #cannotNeed(code: string): boolean {
    return WITHOUT_GROUPING.has(this.#language.id) || code.trim() === "" || isAtomic(code);
  }

  async #remember(key: string, decide: () => Promise<boolean>): Promise<boolean> {
    const known = this.#answers.get(key);
    if (known !== undefined) return await known;
    if (this.#answers.size >= MAX_QUESTIONS) return true;
    const answer = decide();
    this.#answers.set(key, answer);
    return await answer;
  }

  /** It is not one node by itself, and it is one in parentheses. */
  async #isLoose({ before, code, after }: Piece): Promise<boolean> {
    if (before.length + code.length + after.length > MAX_CHARS) return isBound(before, after);
    if ((await this.#stands({ before, code, after })) === true) return false;
    return (await this.#stands({ before, code: `(${code})`, after })) === true;
  }

  /** Whether the code is one node in the first context that reads the whole; undefined: none does. */
  async #stands({ before, code, after }: Piece): Promise<boolean | undefined> {
    const head = before.trimStart();
    const whole = (head + code + after).trimEnd();
    for (const rung of rungsOf(this.#language, whole)) {
      const nodes = parseTree(await this.#printTree(rung.text));
      if (nodes.length === 0 || nodes.some((node) => node.isMissing || node.kind === "ERROR")) continue;
      const points = new PointMap(rung.text);
      const start = rung.fragment.start + Buffer.byteLength(standIn(head).text);
      const end = rung.fragment.start + Buffer.byteLength(standIn(head + code.trimEnd()).text);
      return nodes.some((node) => isSameSpan(points.span(node), { start, end }) && isNamed(node, points));
    }
    return undefined;
  }
}

interface Piece {
  readonly before: string;
  readonly code: string;
  readonly after: string;
}

/** Whether an operator stands directly beside a place; three dots and the begin of a comment are none. */
function isBound(before: string, after: string): boolean {
  const isBehind = /([-+*/%!&|^~<>?]|(?<!\.\.)\.)\s*$/.test(before);
  return isBehind || /^\s*(?!\/[/*]|--[ \t])([-+*/%&|^<>?]|\.\w|[[(]|\?\.)/.test(after);
}

/** A line of comment, attribute or directive that the next one does not go on with. */
const LINE_OF_NO_CODE = /^[ \t]*(\/\/|#|--[ \t]).*(?<!\\)$/;

/** The place as it would be without the comments that stand directly before it. */
function withoutComments(place: Place): Place {
  const { text, start, end } = place;
  const from = endOfCode(text, start);
  const gap = text.slice(from, start);
  if (gap.trim() === "") return place;
  const before = text.slice(Math.max(0, from - CONTEXT_CHARS), from) + (gap.includes("\n") ? "\n" : " ");
  const shift = before.length - start;
  return { text: before + text.slice(start, end + CONTEXT_CHARS), start: start + shift, end: end + shift };
}

function endOfCode(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (/\s/.test(text[at - 1] ?? "")) at -= 1;
    const line = text.lastIndexOf("\n", at - 1) + 1;
    const isOfLineAbove = text.slice(at, start).includes("\n");
    if (text.startsWith("*/", at - 2)) at = Math.max(0, text.lastIndexOf("/*", at - 2));
    else if (isOfLineAbove && LINE_OF_NO_CODE.test(text.slice(line, at))) at = line;
    else return at;
  }
}

const PAIRS: Readonly<Record<string, number>> = { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 };

/** The code before a place that may belong to the same expression: up to a bracket, a comma or a line that ends one. */
function contextBefore(text: string, start: number): string {
  let depth = 0;
  let at = start;
  const least = Math.max(0, start - CONTEXT_CHARS);
  for (; at > least; at -= 1) {
    const one = text[at - 1] ?? "";
    depth -= PAIRS[one] ?? 0;
    if (depth < 0) break;
    if (depth === 0 && (one === "," || one === ";" || (one === "\n" && isBreak(text, at - 1)))) break;
  }
  return text.slice(at, start);
}

function contextAfter(text: string, end: number): string {
  let depth = 0;
  let at = end;
  const most = Math.min(text.length, end + CONTEXT_CHARS);
  for (; at < most; at += 1) {
    const one = text[at] ?? "";
    depth += PAIRS[one] ?? 0;
    if (depth < 0) break;
    if (depth === 0 && (one === "," || one === ";" || (one === "\n" && isBreak(text, at)))) break;
  }
  return text.slice(end, at);
}

/** A line break that no operator stands beside. */
function isBreak(text: string, at: number): boolean {
  return (
    /[\w)\]}"'`;,]\s*$/.test(text.slice(Math.max(0, at - 20), at)) && /^\s*([\w"'`@#}]|$)/.test(text.slice(at, at + 40))
  );
}
