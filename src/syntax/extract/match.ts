import type { Language, Node } from "web-tree-sitter";
import { byLevel } from "./levels.ts";
import { GrammarTypes, NodeView } from "./node-view.ts";
import type { ChildPattern, NodePattern, Pattern } from "./pattern.ts";

export interface Capture {
  readonly name: string;
  readonly node: Node;
}

export interface PatternMatch {
  readonly pattern: Pattern;
  readonly captures: readonly Capture[];
}

export interface FindOptions {
  readonly isOver: () => boolean;
  /** The outermost declarations come first; default: no bound. */
  readonly maxDeclarations?: number;
}

export interface Found {
  readonly matches: PatternMatch[];
  /** Places where a declaration may start that were not looked at. */
  readonly omittedCount: number;
}

const SYMBOL = "symbol.";
const STARTS_BETWEEN_CHECKS = 500;

/**
 * Runs patterns over a tree. They are compared here and not by tree-sitter's own queries, because
 * those analyse every pattern against the whole grammar when they are made: a second for ours and
 * TypeScript's grammar, before the first file is read.
 */
export class PatternMatcher {
  readonly #types: GrammarTypes;
  readonly #byStart = new Map<string, Pattern[]>();
  readonly #startTypes: string[];
  /** Those of the start types at which a declaration can stand. */
  readonly #declaringTypes: ReadonlySet<string>;

  constructor(language: Language, patterns: readonly Pattern[]) {
    this.#types = new GrammarTypes(language);
    for (const pattern of patterns) {
      const start = startKey(pattern.root.type, !pattern.root.isToken);
      const known = this.#byStart.get(start);
      if (known === undefined) this.#byStart.set(start, [pattern]);
      else known.push(pattern);
    }
    this.#startTypes = [...new Set(patterns.map(({ root }) => root.type))];
    this.#declaringTypes = new Set(patterns.filter(({ root }) => declares(root)).map(({ root }) => root.type));
  }

  /** In the order of the nodes that patterns start at. Undefined: `isOver` said to stop. */
  find(root: Node, text: string, { isOver, maxDeclarations }: FindOptions): Found | undefined {
    if (maxDeclarations !== undefined) return this.#findOutermost(root, text, { isOver, maxDeclarations });
    const matches: PatternMatch[] = [];
    const isDone = this.#findAll(this.#starts(root, this.#startTypes), { text, isOver }, matches);
    return isDone ? { matches, omittedCount: 0 } : undefined;
  }

  #findOutermost(root: Node, text: string, { isOver, maxDeclarations }: Required<FindOptions>): Found | undefined {
    const matches: PatternMatch[] = [];
    const otherTypes = this.#startTypes.filter((type) => !this.#declaringTypes.has(type));
    if (!this.#findAll(this.#starts(root, otherTypes), { text, isOver }, matches)) return undefined;
    const starts = byLevel(this.#starts(root, [...this.#declaringTypes]));
    const names = new Set<number>();
    let at = 0;
    let cut = 0;
    for (; at < starts.length && names.size < maxDeclarations; at += 1) {
      let next = matches.length;
      if (!this.#findAll([starts[at] as Node], { text, isOver }, matches)) return undefined;
      // One node can hold many declarations: the items of a list.
      while (next < matches.length && names.size < maxDeclarations) names.add(nameId(matches[next++] as PatternMatch));
      cut += matches.length - next;
      matches.length = next;
    }
    return { matches, omittedCount: starts.length - at + cut };
  }

  #starts(root: Node, types: string[]): Node[] {
    return types.length === 0 ? [] : root.descendantsOfType(types).filter((node) => node !== null);
  }

  /** False: `isOver` said to stop. */
  #findAll(
    starts: readonly Node[],
    { text, isOver }: { readonly text: string; readonly isOver: () => boolean },
    found: PatternMatch[],
  ): boolean {
    for (const [index, node] of starts.entries()) {
      if (index % STARTS_BETWEEN_CHECKS === 0 && isOver()) return false;
      const view = new NodeView(node, this.#types);
      for (const pattern of this.#byStart.get(startKey(view.type, view.isNamed)) ?? []) {
        findAt(pattern, view, text, found);
      }
    }
    return true;
  }
}

/**
 * Places where the parser invented a token to go on; they have no type to be found by, and a query for
 * them takes time in proportion to the square of the depth. Undefined: `isOver` said to stop.
 */
export function findMissing(root: Node, isOver: () => boolean): number[] | undefined {
  const found: number[] = [];
  const open = root.hasError ? [root] : [];
  for (let node = open.pop(), steps = 1; node !== undefined; node = open.pop(), steps += 1) {
    if (steps % STARTS_BETWEEN_CHECKS === 0 && isOver()) return undefined;
    for (const child of node.children) {
      if (child?.isMissing === true) found.push(child.startIndex);
      else if (child?.hasError === true) open.push(child);
    }
  }
  return found;
}

function declares({ captures, children }: NodePattern): boolean {
  return (
    captures.some((name) => name.startsWith(SYMBOL)) ||
    children.some(({ alternatives }) => alternatives.some((alternative) => declares(alternative)))
  );
}

/** What tells the declarations of several matches apart. */
function nameId({ captures }: PatternMatch): number {
  const named = captures.find(({ name }) => name === "name") ?? captures.find(({ name }) => name.startsWith(SYMBOL));
  return named?.node.id ?? 0;
}

/** Tokens and nodes can have the same name: "import". */
function startKey(type: string, isNamed: boolean): string {
  return isNamed ? type : `"${type}`;
}

function findAt(pattern: Pattern, view: NodeView, text: string, found: PatternMatch[]): void {
  const { root, prefixes } = pattern;
  const { node } = view;
  if (prefixes.length > 0 && !prefixes.some((prefix) => text.startsWith(prefix, node.startIndex))) return;
  const captures: Capture[] = [];
  matchInside(root, view, captures, () => {
    if (holds(pattern, captures, text)) found.push({ pattern, captures: [...captures] });
  });
}

/** Calls `then` once for each way the inside of the node matches, with its captures pushed. */
function matchInside(wanted: NodePattern, view: NodeView, captures: Capture[], then: () => void): void {
  for (const field of wanted.absentFields) if (view.inField(field).length > 0) return;
  const before = captures.length;
  for (const name of wanted.captures) captures.push({ name, node: view.node });
  matchChildren(wanted.children, { view, at: 0, after: -1 }, captures, then);
  captures.length = before;
}

interface Place {
  readonly view: NodeView;
  /** The child pattern to match next. */
  readonly at: number;
  /** The last child that an ordered pattern took. */
  readonly after: number;
}

function matchChildren(wanted: readonly ChildPattern[], place: Place, captures: Capture[], then: () => void): void {
  const { view, at, after } = place;
  const child = wanted[at];
  if (child === undefined) {
    then();
    return;
  }
  // Fields and tokens are found wherever they stand; the others in the order of the pattern.
  const isToken = child.alternatives.some((alternative) => alternative.isToken);
  const isOrdered = child.field === undefined && !isToken;
  const candidates = isToken ? view.children : isOrdered ? view.namedChildren : inField(view, child);
  const first = isOrdered ? after + 1 : 0;
  const end = isOrdered && child.isAnchored ? Math.min(first + 1, candidates.length) : candidates.length;
  for (
    let index = isOrdered && child.isLast ? Math.max(first, candidates.length - 1) : first;
    index < end;
    index += 1
  ) {
    const candidate = candidates[index] as NodeView;
    const next = { view, at: at + 1, after: isOrdered ? index : after };
    for (const alternative of child.alternatives) {
      if (!isOfType(alternative, candidate)) continue;
      matchInside(alternative, candidate, captures, () => matchChildren(wanted, next, captures, then));
    }
  }
}

function inField(view: NodeView, { field, isRepeated }: ChildPattern): readonly NodeView[] {
  const direct = view.inField(field as string);
  if (!isRepeated) return direct;
  const found = [...direct];
  // Grows while it is walked.
  for (const node of found) {
    const inner = node.inField(field as string);
    if (inner.length > 0) found.push(...inner);
    else if (node.namedChildren.length === 1) found.push(...node.namedChildren);
  }
  return found;
}

function isOfType({ type, isToken }: NodePattern, view: NodeView): boolean {
  return type === "_" && !isToken ? view.isNamed : view.type === type && view.isNamed !== isToken;
}

function holds({ predicates }: Pattern, captures: readonly Capture[], text: string): boolean {
  return predicates.every(({ operator, capture, values, expression }) => {
    const captured = textOf(capture, captures, text);
    if (captured === undefined) return operator === "not-eq?";
    if (expression !== undefined) return expression.test(captured);
    const isOne = values.some(
      (value) => captured === (value.startsWith("@") ? textOf(value.slice(1), captures, text) : value),
    );
    return isOne === (operator !== "not-eq?");
  });
}

function textOf(capture: string, captures: readonly Capture[], text: string): string | undefined {
  const node = captures.find(({ name }) => name === capture)?.node;
  return node === undefined ? undefined : text.slice(node.startIndex, node.endIndex);
}
