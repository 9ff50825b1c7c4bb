import { type Language, type Node, Query } from "web-tree-sitter";
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

const STARTS_BETWEEN_CHECKS = 500;

/**
 * Runs patterns over a tree. They are compared here and not by tree-sitter's own queries, because
 * those analyse every pattern against the whole grammar when they are made: a second for ours and
 * TypeScript's grammar, before the first file is read.
 */
export class PatternMatcher {
  readonly #types: GrammarTypes;
  readonly #language: Language;
  /** By the number of the type that a pattern starts at. */
  readonly #byStart = new Map<number, Pattern[]>();
  readonly #startTypes: string[];
  #missing: Query | undefined;

  constructor(language: Language, patterns: readonly Pattern[], repeatedFields: readonly string[] = []) {
    this.#language = language;
    this.#types = new GrammarTypes(language, repeatedFields);
    for (const pattern of patterns) {
      for (const id of this.#types.idsOf(pattern.root.type, !pattern.root.isToken)) {
        const known = this.#byStart.get(id);
        if (known === undefined) this.#byStart.set(id, [pattern]);
        else known.push(pattern);
      }
    }
    this.#startTypes = [...new Set(patterns.map(({ root }) => root.type))];
  }

  /** In the order of the nodes that patterns start at. Undefined: `isOver` said to stop. */
  find(root: Node, text: string, isOver: () => boolean): PatternMatch[] | undefined {
    const starts = root.descendantsOfType(this.#startTypes);
    const search = new Search(text);
    for (let index = 0; index < starts.length; index += 1) {
      if (index % STARTS_BETWEEN_CHECKS === 0 && isOver()) return undefined;
      const view = new NodeView(starts[index] as Node, this.#types);
      const patterns = this.#byStart.get(view.typeId);
      if (patterns !== undefined) search.startAt(view, patterns);
    }
    return search.found;
  }

  /** Places where the parser invented a token to go on; they have no type to be found by. */
  findMissing(root: Node): number[] {
    this.#missing ??= new Query(this.#language, "(MISSING) @missing");
    return this.#missing.captures(root).map(({ node }) => node.startIndex);
  }

  delete(): void {
    this.#missing?.delete();
  }
}

interface Place {
  /** The child pattern to match next. */
  readonly at: number;
  /** The last child that an ordered pattern took. */
  readonly after: number;
}

const START: Place = { at: 0, after: -1 };

/** One run over one tree. What most nodes need, which is to match nothing, makes no objects. */
class Search {
  readonly found: PatternMatch[] = [];
  readonly #text: string;
  readonly #captures: Capture[] = [];
  #pattern: Pattern | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  startAt(view: NodeView, patterns: readonly Pattern[]): void {
    for (const pattern of patterns) {
      if (!this.#startsRight(pattern, view)) continue;
      this.#pattern = pattern;
      this.#matchInside(pattern.root, view, this.#take);
    }
  }

  #startsRight({ prefixes }: Pattern, { node }: NodeView): boolean {
    return prefixes.length === 0 || prefixes.some((prefix) => this.#text.startsWith(prefix, node.startIndex));
  }

  readonly #take = (): void => {
    const pattern = this.#pattern as Pattern;
    if (this.#holds(pattern)) this.found.push({ pattern, captures: [...this.#captures] });
  };

  /** Calls `then` once for each way the inside of the node matches, with its captures pushed. */
  #matchInside(wanted: NodePattern, view: NodeView, then: () => void): void {
    for (const field of wanted.absentFields) if (view.inField(field).length > 0) return;
    const before = this.#captures.length;
    for (const name of wanted.captures) this.#captures.push({ name, node: view.node });
    if (wanted.children.length === 0) then();
    else this.#matchChildren(wanted.children, view, START, then);
    this.#captures.length = before;
  }

  #matchChildren(wanted: readonly ChildPattern[], view: NodeView, { at, after }: Place, then: () => void): void {
    const child = wanted[at] as ChildPattern;
    // Fields and tokens are found wherever they stand; the others in the order of the pattern.
    const isOrdered = child.field === undefined && !child.isToken;
    const candidates = candidatesOf(child, view);
    const first = isOrdered ? after + 1 : 0;
    const end = isOrdered && child.isAnchored ? Math.min(first + 1, candidates.length) : candidates.length;
    const isFinal = at === wanted.length - 1;
    for (
      let index = isOrdered && child.isLast ? Math.max(first, candidates.length - 1) : first;
      index < end;
      index += 1
    ) {
      const candidate = candidates[index] as NodeView;
      for (const alternative of child.alternatives) {
        if (!isOfType(alternative, candidate)) continue;
        const next = (): void =>
          this.#matchChildren(wanted, view, { at: at + 1, after: isOrdered ? index : after }, then);
        this.#matchInside(alternative, candidate, isFinal ? then : next);
      }
    }
  }

  #holds({ predicates }: Pattern): boolean {
    return predicates.every(({ operator, capture, values }) => {
      const captured = this.#textOf(capture);
      if (captured === undefined) return operator === "not-eq?";
      const isOne = values.some((value) => captured === (value.startsWith("@") ? this.#textOf(value.slice(1)) : value));
      return isOne === (operator !== "not-eq?");
    });
  }

  #textOf(capture: string): string | undefined {
    const node = this.#captures.find(({ name }) => name === capture)?.node;
    return node === undefined ? undefined : this.#text.slice(node.startIndex, node.endIndex);
  }
}

function candidatesOf(child: ChildPattern, view: NodeView): readonly NodeView[] {
  if (child.isToken) return view.children;
  return child.field === undefined ? view.namedChildren : view.inField(child.field);
}

function isOfType({ type, isToken }: NodePattern, view: NodeView): boolean {
  return type === "_" && !isToken ? view.isNamed : view.type === type && view.isNamed !== isToken;
}
