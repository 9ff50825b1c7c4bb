import { ERROR_TYPE, type GrammarTypes } from "../tree/grammar-types.ts";
import { nodeOf, type SyntaxNode, type SyntaxTree } from "../tree/syntax-tree.ts";
import { type CompiledChild, type CompiledNode, type CompiledPattern, PatternCompiler } from "./compile-pattern.ts";
import { byLevel } from "./levels.ts";
import type { NodePattern, Pattern } from "./pattern.ts";

export interface Capture {
  readonly name: string;
  readonly node: SyntaxNode;
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
  readonly matches: readonly PatternMatch[];
  /** Places where a declaration may start that were not looked at. */
  readonly omittedCount: number;
}

const SYMBOL = "symbol.";
const NODES_BETWEEN_CHECKS = 16_384;
const STARTS_BETWEEN_CHECKS = 500;
/** Before the first child that an ordered pattern takes. */
const NONE = -1;

/**
 * Runs patterns over a tree. They are compared here and not by tree-sitter's own queries, because
 * those analyse every pattern against the whole grammar when they are made: a second for ours and
 * TypeScript's grammar, before the first file is read.
 */
export class PatternMatcher {
  /** Some of them say which functions are one call. */
  readonly findsForwarding: boolean;
  /** By the number of a type: the place among `#starting` of the patterns that start at it; 0: none do. */
  readonly #startOf = new Uint16Array(ERROR_TYPE + 1);
  readonly #starting: CompiledPattern[][] = [[]];
  /** Numbers of the types at which a declaration can start. */
  readonly #declaring = new Set<number>();

  constructor(grammar: GrammarTypes, patterns: readonly Pattern[]) {
    const compiler = new PatternCompiler(grammar);
    this.findsForwarding = patterns.some(({ root }) => hasCapture(root, "forward.arguments"));
    for (const pattern of patterns) {
      const compiled = compiler.compile(pattern);
      for (const type of grammar.typesOf(pattern.root.type, pattern.root.isToken)) {
        this.#startOf[type] ||= this.#starting.push([]) - 1;
        this.#starting[this.#startOf[type] as number]?.push(compiled);
        if (declares(pattern.root)) this.#declaring.add(type);
      }
    }
  }

  /** In the order of the nodes that patterns start at. Undefined: `isOver` said to stop. */
  find(tree: SyntaxTree, text: string, { isOver, maxDeclarations }: FindOptions): Found | undefined {
    const search = new Search(tree, text);
    const postponed: number[] | undefined = maxDeclarations === undefined ? undefined : [];
    const { count, types } = tree;
    for (let node = 0; node < count; node += 1) {
      if (node % NODES_BETWEEN_CHECKS === 0 && isOver()) return undefined;
      const start = this.#startOf[types[node] as number] as number;
      if (start === 0) continue;
      if (postponed !== undefined && this.#declaring.has(types[node] as number)) postponed.push(node);
      else search.startAt(node, this.#starting[start] as CompiledPattern[]);
    }
    if (postponed === undefined || maxDeclarations === undefined) return { matches: search.found, omittedCount: 0 };
    const omittedCount = this.#findOutermost(byLevel(postponed, tree), search, { isOver, maxDeclarations });
    return omittedCount === undefined ? undefined : { matches: search.found, omittedCount };
  }

  /** How many of the starts, and of the declarations that start at them, are left out. */
  #findOutermost(starts: readonly number[], search: Search, options: Required<FindOptions>): number | undefined {
    const { isOver, maxDeclarations } = options;
    const { found } = search;
    const names = new Set<number | undefined>();
    let at = 0;
    let cut = 0;
    for (; at < starts.length && names.size < maxDeclarations; at += 1) {
      if (at % STARTS_BETWEEN_CHECKS === 0 && isOver()) return undefined;
      let next = found.length;
      const node = starts[at] as number;
      search.startAt(node, this.#starting[this.#startOf[search.typeOf(node)] as number] as CompiledPattern[]);
      // One node can hold many declarations: the items of a list.
      while (next < found.length && names.size < maxDeclarations) names.add(nameId(found[next++] as PatternMatch));
      cut += found.length - next;
      found.length = next;
    }
    return starts.length - at + cut;
  }
}

function declares({ captures, children }: NodePattern): boolean {
  return (
    captures.some((name) => name.startsWith(SYMBOL)) ||
    children.some(({ alternatives }) => alternatives.some((alternative) => declares(alternative)))
  );
}

function hasCapture({ captures, children }: NodePattern, wanted: string): boolean {
  return (
    captures.includes(wanted) ||
    children.some(({ alternatives }) => alternatives.some((alternative) => hasCapture(alternative, wanted)))
  );
}

/** What tells the declarations of several matches apart. */
function nameId({ captures }: PatternMatch): number | undefined {
  const named = captures.find(({ name }) => name === "name") ?? captures.find(({ name }) => name.startsWith(SYMBOL));
  return named?.node.id;
}

interface Place {
  /** The child pattern to match next. */
  readonly at: number;
  /** The last child that an ordered pattern took. */
  readonly after: number;
}

const START: Place = { at: 0, after: NONE };

/** One run over one tree. What most nodes need, which is to match nothing, makes no objects. */
class Search {
  readonly found: PatternMatch[] = [];
  readonly #tree: SyntaxTree;
  readonly #text: string;
  readonly #isNamed: Uint8Array;
  /** Captures so far: the first `#depth` are valid. Arrays that shrink and grow again would be copied. */
  readonly #names: string[] = [];
  readonly #nodes: number[] = [];
  #depth = 0;
  #pattern: CompiledPattern | undefined;

  constructor(tree: SyntaxTree, text: string) {
    this.#tree = tree;
    this.#text = text;
    this.#isNamed = tree.grammar.isNamed;
  }

  typeOf(node: number): number {
    return this.#tree.types[node] as number;
  }

  startAt(node: number, patterns: readonly CompiledPattern[]): void {
    for (const pattern of patterns) {
      if (!this.#startsRight(pattern.source, node)) continue;
      this.#pattern = pattern;
      this.#matchInside(pattern.root, node, this.#take);
    }
  }

  #startsRight({ prefixes }: Pattern, node: number): boolean {
    if (prefixes.length === 0) return true;
    const start = this.#tree.starts[node] as number;
    for (const prefix of prefixes) if (this.#text.startsWith(prefix, start)) return true;
    return false;
  }

  readonly #take = (): void => {
    const { source } = this.#pattern as CompiledPattern;
    if (!this.#holds(source)) return;
    const captures: Capture[] = [];
    for (let at = 0; at < this.#depth; at += 1) {
      captures.push({ name: this.#names[at] as string, node: nodeOf(this.#tree, this.#nodes[at] as number) });
    }
    this.found.push({ pattern: source, captures });
  };

  /** Calls `then` once for each way the inside of the node matches, with its captures pushed. */
  #matchInside(wanted: CompiledNode, node: number, then: () => void): void {
    for (const field of wanted.absentFields) if (this.#hasField(node, field)) return;
    const before = this.#depth;
    for (const name of wanted.captures) {
      this.#names[this.#depth] = name;
      this.#nodes[this.#depth] = node;
      this.#depth += 1;
    }
    if (wanted.children.length === 0) then();
    else this.#matchChildren(wanted.children, node, START, then);
    this.#depth = before;
  }

  #matchChildren(wanted: readonly CompiledChild[], node: number, place: Place, then: () => void): void {
    const { at, after } = place;
    const child = wanted[at] as CompiledChild;
    const { nexts, types, fields } = this.#tree;
    const end = nexts[node] as number;
    const isFinal = at === wanted.length - 1;
    if (child.isRepeated) {
      this.#matchRepeated(wanted, node, place, then);
      return;
    }
    const first = child.isOrdered && after !== NONE ? (nexts[after] as number) : node + 1;
    for (let candidate = first; candidate < end; candidate = nexts[candidate] as number) {
      const type = types[candidate] as number;
      if (child.field !== undefined && fields[candidate] !== child.field) continue;
      if (child.isOrdered && this.#isNamed[type] !== 1) continue;
      if (!child.isLast || this.#isLastNamed(candidate, end)) {
        for (const alternative of child.alternatives) {
          if (alternative.types[type] !== 1) continue;
          const next = (): void =>
            this.#matchChildren(wanted, node, { at: at + 1, after: child.isOrdered ? candidate : after }, then);
          this.#matchInside(alternative, candidate, isFinal ? then : next);
        }
      }
      if (child.isAnchored && child.isOrdered) return;
    }
  }

  /** The nodes in a field, in that field of those, and so on; an only named child is looked through. */
  #matchRepeated(wanted: readonly CompiledChild[], node: number, { at, after }: Place, then: () => void): void {
    const { field, alternatives } = wanted[at] as CompiledChild;
    const { types } = this.#tree;
    const isFinal = at === wanted.length - 1;
    const next = (): void => this.#matchChildren(wanted, node, { at: at + 1, after }, then);
    const candidates = this.#childrenOf(node, field);
    // Grows while it is walked.
    for (const candidate of candidates) {
      let inner = this.#childrenOf(candidate, field);
      if (inner.length === 0) {
        const named = this.#childrenOf(candidate, undefined);
        if (named.length === 1) inner = named;
      }
      for (const child of inner) candidates.push(child);
      for (const alternative of alternatives) {
        if (alternative.types[types[candidate] as number] === 1) {
          this.#matchInside(alternative, candidate, isFinal ? then : next);
        }
      }
    }
  }

  /** Those in a field, or the named ones. */
  #childrenOf(node: number, field: number | undefined): number[] {
    const { nexts, types, fields } = this.#tree;
    const end = nexts[node] as number;
    const found: number[] = [];
    for (let child = node + 1; child < end; child = nexts[child] as number) {
      const fits = field === undefined ? this.#isNamed[types[child] as number] === 1 : fields[child] === field;
      if (fits) found.push(child);
    }
    return found;
  }

  #isLastNamed(node: number, end: number): boolean {
    const { nexts, types } = this.#tree;
    for (let other = nexts[node] as number; other < end; other = nexts[other] as number) {
      if (this.#isNamed[types[other] as number] === 1) return false;
    }
    return true;
  }

  #hasField(node: number, field: number): boolean {
    const { nexts, fields } = this.#tree;
    const end = nexts[node] as number;
    for (let child = node + 1; child < end; child = nexts[child] as number) if (fields[child] === field) return true;
    return false;
  }

  #holds({ predicates }: Pattern): boolean {
    return predicates.every(({ operator, capture, values, expression }) => {
      const captured = this.#textOf(capture);
      if (captured === undefined) return operator === "not-eq?";
      if (expression !== undefined) return expression.test(captured);
      const isOne = values.some((value) => captured === (value.startsWith("@") ? this.#textOf(value.slice(1)) : value));
      return isOne === (operator !== "not-eq?");
    });
  }

  #textOf(capture: string): string | undefined {
    let at = 0;
    while (at < this.#depth && this.#names[at] !== capture) at += 1;
    if (at === this.#depth) return undefined;
    const node = this.#nodes[at] as number;
    return this.#text.slice(this.#tree.starts[node], this.#tree.ends[node]);
  }
}
