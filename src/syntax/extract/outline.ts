import type { Collected, Declaration, Scope, Section } from "./collected.ts";
import { firstAtOrAfter, type Span } from "./span.ts";

/** Deeper nesting is shown flat: whoever walks an outline may recurse. */
export const MAX_DEPTH = 32;

export interface OutlineNode {
  readonly declaration: Declaration;
  readonly parent: OutlineNode | undefined;
  readonly depth: number;
  readonly isLocal: boolean;
  childCount: number;
}

export interface Outline {
  /** In source order; a parent stands before its children. */
  readonly nodes: readonly OutlineNode[];
  readonly isFlattened: boolean;
}

/** Nests declarations, and gives each its modifiers, decorators, docstring and complexity. */
export function buildOutline(collected: Collected, text: string): Outline {
  const declarations = selectDeclarations(collected);
  for (const declaration of declarations) applyWrappers(declaration, collected);
  extendLevels(declarations, text.length);
  for (const declaration of declarations) trimEnd(declaration, collected, text);
  declarations.sort((a, b) => a.start - b.start || b.end - a.end || a.pattern - b.pattern || a.nameStart - b.nameStart);
  return new Sweep(collected, text).run(declarations);
}

/**
 * One declaration for each name, and the names of one pattern for each node; none that is an import,
 * the value of another, or a member of nothing.
 */
function selectDeclarations(collected: Collected): Declaration[] {
  const first = new Map<number, number>();
  for (const { id, nameId, pattern } of collected.declarations) {
    for (const key of [id, nameId]) first.set(key, Math.min(first.get(key) ?? pattern, pattern));
  }
  const byName = new Map<number, Declaration>();
  for (const declaration of collected.declarations) {
    const { id, nameId, pattern } = declaration;
    if (first.get(id) === pattern && first.get(nameId) === pattern) byName.set(nameId, declaration);
  }
  const bodies = new Set<number>();
  // What is around another comes first, so what is in one that is left out is left out too.
  const inOrder = [...byName.values()].sort((a, b) => a.start - b.start);
  const kept = inOrder.filter(({ id, withinId, bodyId }) => {
    const isKept = !collected.importIds.has(id) && (withinId === undefined || bodies.has(withinId));
    if (isKept && bodyId !== undefined) bodies.add(bodyId);
    return isKept;
  });
  const values = new Set(kept.map(({ valueId }) => valueId));
  return kept.filter(({ id }) => !values.has(id));
}

/** Extends a declaration over what is around it, as far as that is not shared with others. */
function applyWrappers(declaration: Declaration, collected: Collected): void {
  let wrapper = collected.wrapperOf.get(declaration.id);
  let inner = declaration.id;
  let isFirst = true;
  let isOnly = true;
  let isHead = true;
  while (wrapper !== undefined) {
    declaration.modifiers.push(...wrapper.modifiers);
    declaration.isDefaultExport ||= wrapper.isDefault;
    isFirst &&= wrapper.wrappedIds[0] === inner;
    isOnly &&= wrapper.wrappedIds.length === 1;
    isHead &&= wrapper.isHead;
    if (isFirst) declaration.start = wrapper.start;
    if (isFirst && isHead) declaration.headStart = wrapper.start;
    if (isOnly) declaration.end = wrapper.end;
    inner = wrapper.id;
    wrapper = collected.wrapperOf.get(inner);
  }
}

/** Ends a heading where the next one of its level or a lower one starts, or with the text. */
function extendLevels(declarations: readonly Declaration[], end: number): void {
  const open: Declaration[] = [];
  const close = (level: number, start: number): void => {
    while (open.length > 0 && ((open.at(-1) as Declaration).level ?? 0) >= level)
      (open.pop() as Declaration).end = start;
  };
  const headings = declarations.filter(({ level }) => level !== undefined);
  for (const heading of headings.toSorted((a, b) => a.start - b.start)) {
    close(heading.level ?? 0, heading.start);
    open.push(heading);
  }
  close(0, end);
}

/** White space and comments on lines of their own at the end of a declaration belong to what follows. */
function trimEnd(declaration: Declaration, { comments }: Collected, text: string): void {
  const least = Math.max(declaration.nameEnd, declaration.start + 1);
  let { end } = declaration;
  for (let at = firstAtOrAfter(comments, end) - 1; ; at -= 1) {
    while (end > least && (text[end - 1] as string) <= " ") end -= 1;
    const comment = comments[at];
    if (comment === undefined || comment.start < least || comment.end < end) break;
    const lineStart = text.lastIndexOf("\n", comment.start) + 1;
    if (text.slice(lineStart, comment.start).trim() !== "") break;
    end = comment.start;
  }
  declaration.end = end;
}

type Mark =
  | { readonly order: 0; readonly start: number; readonly scope: Scope }
  | { readonly order: 1; readonly start: number; readonly declaration: Declaration }
  | { readonly order: 2; readonly start: number; readonly apply: () => void };

/** One walk over everything in source order, with the open scopes and declarations on stacks. */
class Sweep {
  readonly #collected: Collected;
  readonly #text: string;
  readonly #scopes: Scope[] = [];
  readonly #open: OutlineNode[] = [];
  readonly #nodes: OutlineNode[] = [];
  #pending: Span[] = [];
  #nextDocstring: Span | undefined;
  /** By parent, the declaration that another clause may follow. */
  readonly #last = new Map<OutlineNode | undefined, OutlineNode>();
  #isFlattened = false;

  constructor(collected: Collected, text: string) {
    this.#collected = collected;
    this.#text = text;
  }

  run(declarations: readonly Declaration[]): Outline {
    const marks = this.#marks(declarations);
    for (const mark of marks) {
      while (this.#scopes.length > 0 && (this.#scopes.at(-1) as Scope).end <= mark.start) this.#scopes.pop();
      if (mark.order === 0) {
        this.#scopes.push(mark.scope);
        continue;
      }
      while (this.#open.length > 0 && (this.#open.at(-1) as OutlineNode).declaration.end <= mark.start) {
        this.#open.pop();
      }
      if (mark.order === 1) this.#declare(mark.declaration);
      else mark.apply();
    }
    return { nodes: this.#nodes, isFlattened: this.#isFlattened };
  }

  #marks(declarations: readonly Declaration[]): Mark[] {
    const { scopes, branches, modifiers, laterModifiers, decorators, docstrings, nextDocstrings } = this.#collected;
    const marks: Mark[] = [];
    const later = (start: number, apply: () => void): void => void marks.push({ order: 2, start, apply });
    for (const scope of scopes.values()) marks.push({ order: 0, start: scope.start, scope });
    for (const declaration of declarations) marks.push({ order: 1, start: declaration.start, declaration });
    const branch = (): void => this.#branch();
    for (const start of branches) later(start, branch);
    for (const { start, text } of modifiers) later(start, () => this.#modify(start, text));
    for (const modified of laterModifiers) later(modified.start, () => this.#modifyNamed(modified));
    for (const span of nextDocstrings) later(span.start, () => void (this.#nextDocstring = span));
    for (const span of decorators) later(span.start, () => this.#decorate(span));
    for (const span of docstrings) later(span.start, () => this.#document(span));
    // The sort is stable: declarations that start together stay outermost first.
    return marks.sort((a, b) => a.start - b.start || a.order - b.order);
  }

  #branch(): void {
    const scope = this.#scopes.at(-1);
    if (scope !== undefined) scope.branches += 1;
  }

  /** The innermost declaration whose head `offset` stands in, before the name; several share one node. */
  #heads(offset: number): Declaration[] {
    const innermost = this.#open.at(-1)?.declaration;
    if (innermost === undefined || offset >= innermost.nameStart) return [];
    const heads = [innermost];
    for (let at = this.#open.length - 2; at >= 0; at -= 1) {
      const { declaration } = this.#open[at] as OutlineNode;
      if (declaration.id !== innermost.id) break;
      heads.push(declaration);
    }
    return heads;
  }

  #modify(start: number, text: string): void {
    for (const declaration of this.#heads(start)) declaration.modifiers.push(text);
  }

  /** It goes before the others: it was said last and by name. */
  #modifyNamed({ start, name, modifier }: { start: number; name: string; modifier: string }): void {
    const around = this.#open.findLast(({ declaration }) => declaration.containsFrom <= start);
    const named = this.#nodes.findLast(({ parent, declaration }) => parent === around && declaration.name === name);
    named?.declaration.modifiers.unshift(modifier);
  }

  #decorate(span: Span): void {
    const heads = this.#heads(span.start);
    if (heads.length === 0) this.#pending.push(span);
    for (const declaration of heads) declaration.decorators.push(span);
  }

  #document(span: Span): void {
    const innermost = this.#open.at(-1)?.declaration;
    if (innermost !== undefined) innermost.docstring ??= span;
  }

  #declare(declaration: Declaration): void {
    this.#takePending(declaration);
    declaration.docstring ??= this.#nextDocstring;
    this.#nextDocstring = undefined;
    let at = this.#open.length - 1;
    while (at >= 0 && !contains((this.#open[at] as OutlineNode).declaration, declaration)) at -= 1;
    let parent = this.#open[at];
    if (parent !== undefined && parent.depth >= MAX_DEPTH) {
      this.#isFlattened = true;
      parent = parent.parent;
    }
    if (this.#joinClause(declaration, parent)) return;
    if (parent !== undefined) parent.childCount += 1;
    this.#applySections(declaration, parent);
    const node = {
      declaration,
      parent,
      depth: parent === undefined ? 1 : parent.depth + 1,
      isLocal: this.#scopes.length > 0,
      childCount: 0,
    };
    this.#open.push(node);
    this.#nodes.push(node);
    this.#last.set(parent, node);
  }

  /** True: it continues the declaration before it, and is none of its own. */
  #joinClause(clause: Declaration, parent: OutlineNode | undefined): boolean {
    const first = this.#last.get(parent);
    if (first === undefined || clause.clausesOf === undefined) return false;
    const { declaration } = first;
    if (declaration.clausesOf !== clause.clausesOf || declaration.kind !== clause.kind) return false;
    declaration.end = Math.max(declaration.end, clause.end);
    declaration.clauseBodyIds.push(clause.bodyId);
    this.#open.push(first);
    return true;
  }

  /** The last section of each parent that the declaration stands in, with no other declaration between. */
  #applySections(declaration: Declaration, parent: OutlineNode | undefined): void {
    const { sections } = this.#collected;
    const from = parent?.declaration.containsFrom ?? 0;
    const last = new Map<number, Section>();
    for (let at = firstAtOrAfter(sections, from); at < sections.length; at += 1) {
      const section = sections[at] as Section;
      if (section.start > declaration.start) break;
      if (section.end > declaration.start) last.set(section.parentId, section);
    }
    for (const { modifier } of last.values()) declaration.modifiers.push(modifier);
  }

  /** Decorators that stand right before a declaration, as siblings of it. */
  #takePending(declaration: Declaration): void {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    let next = declaration.start;
    for (let at = pending.length - 1; at >= 0; at -= 1) {
      const span = pending[at] as Span;
      if (span.end > next || !this.#isBlank(span.end, next)) break;
      declaration.decorators.unshift(span);
      next = span.start;
    }
    declaration.start = next;
  }

  /** Nothing but white space and comments in between. */
  #isBlank(start: number, end: number): boolean {
    const comments = this.#collected.comments;
    let at = start;
    let index = firstAtOrAfter(comments, start);
    while (at < end) {
      const comment = comments[index];
      const until = comment === undefined ? end : Math.min(comment.start, end);
      if (this.#text.slice(at, until).trim() !== "") return false;
      at = comment === undefined ? end : Math.max(comment.end, until);
      index += 1;
    }
    return true;
  }
}

function contains(outer: Declaration, inner: Declaration): boolean {
  return outer.containsFrom <= inner.start && inner.end <= outer.end;
}
