import { isAscii } from "../../base/code-points.ts";
import { FUNCTION, HOISTED, IMPORT, LEAF, MEMBER, NAME, PLACE, SCOPE, TYPE, TYPE_NAME } from "./compile-rules.ts";
import type { ReferenceKind } from "./index-facts.ts";
import { NamePlaces, type PlaceSource } from "./name-places.ts";
import type { ReferenceRules } from "./reference-rules.ts";
import {
  bindField,
  bindLocal,
  createScope,
  findLocal,
  functionAround,
  isFunctionScope,
  type NamedBy,
  type Scope,
  typeAround,
} from "./scopes.ts";

const NODES_BETWEEN_CHECKS = 16_384;
/** Of what joins a name to its owner, and of what stands between a name and its arguments. */
const MAX_JOINT_LENGTH = 40;
const MAX_CALL_LENGTH = 40;
const MAX_NODES_BETWEEN = 10;
/** Of "super()". */
export const MAX_SELF_LENGTH = 7;

/** A use before it is known what its name stands for. */
export interface FoundUse {
  readonly node: number;
  readonly name: string;
  readonly kind: ReferenceKind;
  readonly scope: Scope;
  /** The node that the name is a member of; -1: it stands alone. */
  readonly owner: number;
}

export interface UseSource extends PlaceSource {
  readonly text: string;
  /** Those of them that are known outside the function they stand in. */
  readonly exposed: ReadonlySet<number>;
  /** Nodes that import statements bind. */
  readonly imported: ReadonlySet<number>;
}

const KIND_OF: ReadonlyMap<number, ReferenceKind> = new Map(
  (["read", "call", "new", "type", "extends", "write"] as const).map((kind) => [PLACE[kind], kind]),
);

export interface FoundUses {
  readonly uses: readonly FoundUse[];
  /** The constructs with members, in source order. */
  readonly typeScopes: readonly Scope[];
}

/** One walk over a tree. Undefined: `isOver` said to stop. */
export function findUses(source: UseSource, isOver: () => boolean): FoundUses | undefined {
  const { count, types, nexts } = source.tree;
  const { kinds } = source.rules;
  const walk = new UseWalk(source);
  for (let node = 0; node < count; node += 1) {
    if (node % NODES_BETWEEN_CHECKS === 0 && isOver()) return undefined;
    const kind = kinds[types[node] as number] as number;
    if (kind === 0) continue;
    if ((kind & IMPORT) !== 0) node = (nexts[node] as number) - 1;
    else if ((kind & SCOPE) !== 0) walk.open(node, kind & SCOPE);
    else if ((kind & LEAF) !== 0) walk.take(node, kind & LEAF);
  }
  return { uses: walk.uses(), typeScopes: walk.typeScopes };
}

class UseWalk {
  readonly #source: UseSource;
  readonly #places: NamePlaces;
  readonly #uses: FoundUse[] = [];
  readonly typeScopes: Scope[] = [];
  #scope: Scope;

  constructor(source: UseSource) {
    this.#source = source;
    this.#places = new NamePlaces(source);
    this.#scope = createScope(0, source.tree.count, 0, undefined);
  }

  open(node: number, kind: number): void {
    const scope = this.#scopeAt(node);
    const { tree, rules } = this.#source;
    const { nexts, parents, types } = tree;
    const hasBodies = rules.bodies.size > 0 && kind === FUNCTION;
    // A head in a head.
    if (hasBodies && scope.kind === FUNCTION && scope.node === parents[node]) return;
    let end = nexts[node] as number;
    if (hasBodies && end < tree.count && rules.bodies.has(types[end] as number)) end = nexts[end] as number;
    this.#scope = createScope(node, end, kind, scope);
    if (kind === TYPE) this.typeScopes.push(this.#scope);
  }

  take(node: number, leaf: number): void {
    const { tree, rules, imported, declared } = this.#source;
    if (imported.has(node)) return;
    const scope = this.#scopeAt(node);
    const { parents, types } = tree;
    const around = parents[node] as number;
    if (around >= 0 && ((rules.kinds[types[around] as number] as number) & MEMBER) !== 0) {
      if (this.#places.isInDeclaredName(around)) return;
      const owner = this.#places.ownerOf(node, around);
      if (owner !== undefined) {
        if (!declared.has(node)) this.#takeMember({ node, leaf, around, owner }, scope);
        return;
      }
    }
    const { place, holder } = this.#places.placeOf(node);
    const isType = leaf === TYPE_NAME && (place === PLACE.variable || parents[node] !== holder);
    const isUsed = place >= PLACE.parameter && (isType || this.#places.isLater(node, holder));
    if (isUsed) this.#takeName(node, { place: 0, leaf, scope });
    else if (place >= PLACE.parameter) this.#declare(node, { place, holder, scope, leaf });
    else if (place === PLACE.embedded) this.#takeEmbedded(node, scope);
    else if (place !== PLACE.skip && !declared.has(node)) this.#takeName(node, { place, leaf, scope });
  }

  #takeName(node: number, { place, leaf, scope }: { place: number; leaf: number; scope: Scope }): void {
    const { ignored, source } = this.#source.rules;
    if (place === 0 && source.skipsOthers === true && leaf !== TYPE_NAME) return;
    const written = this.#textOf(node);
    const name = written.slice(written.lastIndexOf(".") + 1);
    if ((place === PLACE.element && !/^[^a-z]/.test(name)) || ignored.has(name) || isVariable(name, source)) return;
    const isText = place === PLACE.token || (place === 0 && source.readsText === true && leaf === NAME);
    if (isText) this.#takeToken(node, name, scope);
    else this.#add(node, { name, kind: this.#kindOf(place, leaf, name), scope, owner: -1 });
  }

  #takeEmbedded(node: number, scope: Scope): void {
    const kind = this.#source.declared.has(node) ? "extends" : "type";
    const name = this.#textOf(node);
    if (!this.#source.rules.ignored.has(name)) this.#add(node, { name, kind, scope, owner: -1 });
  }

  /** `b` in `a.b(c)`, where the tree does not say so. */
  #takeToken(node: number, name: string, scope: Scope): void {
    const { tree, text, rules } = this.#source;
    const start = tree.starts[node] as number;
    const [before = ""] = /(?:[?!]?\.|::)\s*$/.exec(text.slice(Math.max(0, start - MAX_JOINT_LENGTH), start)) ?? [];
    const isRange = before.startsWith(".") && text[start - before.length - 1] === ".";
    const isCalled = /^!?\s?(?:<[\w, ]*>)?\(/.test(
      text.slice(tree.ends[node], (tree.ends[node] as number) + MAX_CALL_LENGTH),
    );
    const isMade = isCalled && rules.source.constructsByCall === true && isCapitalised(name);
    const owner = before === "" || isRange ? -1 : this.#leafBefore(node, start - before.length);
    const kind = isMade ? "new" : isCalled ? "call" : "read";
    this.#add(node, { name, kind, scope, owner });
  }

  /** The leaf that ends at an offset, else the node before. */
  #leafBefore(node: number, offset: number): number {
    const { ends, starts, nexts } = this.#source.tree;
    for (let before = node - 1; before > Math.max(0, node - MAX_NODES_BETWEEN); before -= 1) {
      if (ends[before] === offset && nexts[before] === before + 1 && (starts[before] as number) < offset) return before;
    }
    return node - 1;
  }

  /** Those whose names are not local. */
  uses(): readonly FoundUse[] {
    const isLocal = new Uint8Array(this.#uses.length);
    for (const [at, { name, kind, scope, owner }] of this.#uses.entries()) {
      const local = owner < 0 ? findLocal(scope, name) : undefined;
      if (local === undefined) continue;
      isLocal[at] = 1;
      const by = local.names?.get(name);
      // What it holds later is not known.
      if (kind === "write" && by?.isValue === true) local.names?.set(name, { ...by, node: -1 });
    }
    return this.#uses.filter((_, at) => isLocal[at] === 0);
  }

  #scopeAt(node: number): Scope {
    let scope = this.#scope;
    while (node >= scope.end && scope.parent !== undefined) scope = scope.parent;
    this.#scope = scope;
    return scope;
  }

  #takeMember(
    { node, leaf, around, owner }: { node: number; leaf: number; around: number; owner: number },
    scope: Scope,
  ): void {
    const { place, holder } = this.#places.placeOfMember(node, around);
    if (place === PLACE.skip) return;
    const name = fieldName(this.#textOf(node), this.#source.rules.source);
    // A member that is assigned to in a place where names are declared.
    const kind = place >= PLACE.parameter ? "write" : this.#kindOf(place, leaf, name);
    if (kind === "write" && this.#isSelf(owner)) {
      const type = typeAround(scope, this.#source.rules.source.rebindsThis === true);
      if (type !== undefined) bindField(type, name, this.#namedBy(around, holder, scope));
    }
    this.#add(node, { name, kind, scope, owner });
  }

  #add(node: number, use: Omit<FoundUse, "node">): void {
    this.#uses.push({ node, ...use });
  }

  #kindOf(place: number, leaf: number, name: string): ReferenceKind {
    const { source } = this.#source.rules;
    if (place === PLACE.element) return "call";
    if (place === PLACE.call && source.constructsByCall === true && isCapitalised(name)) return "new";
    if (place === 0 && source.callsBareNames === true && !isCapitalised(name)) return "call";
    return KIND_OF.get(place) ?? (leaf === TYPE_NAME ? "type" : "read");
  }

  #declare(
    node: number,
    { place, holder, scope, leaf }: { place: number; holder: number; scope: Scope; leaf: number },
  ): void {
    const { rules, tree, declared } = this.#source;
    const name = this.#textOf(node);
    if (rules.source.bindsLowerCaseOnly === true && place === PLACE.variable && isCapitalised(name)) {
      if (!declared.has(node)) this.#add(node, { name, kind: "read", scope, owner: -1 });
      return;
    }
    const by = this.#namedBy(node, holder, scope);
    if (this.#isExposed(node)) {
      const isOutside = place === PLACE.outer || place === PLACE.member;
      const around = isOutside && scope.node === holder ? scope.parent : scope;
      const owner = around === undefined ? undefined : this.#memberScope(around);
      if (owner !== undefined) bindField(owner, fieldName(name, rules.source), by);
      // A parameter can declare a member, and is a parameter all the same.
      if (place === PLACE.parameter && isFunctionScope(scope)) bindLocal(scope, name, by);
      return;
    }
    switch (place) {
      case PLACE.outer:
        if (scope.node === holder && scope.parent !== undefined) this.#bind(scope.parent, name, by);
        else this.#bind(scope, name, by);
        return;
      case PLACE.member: {
        const around = scope.node === holder ? scope.parent : scope;
        if (around?.kind === TYPE) bindField(around, fieldName(name, rules.source), by);
        return;
      }
      case PLACE.global: {
        const around = functionAround(scope);
        around.globals ??= new Set();
        around.globals.add(name);
        return;
      }
      case PLACE.assigned: {
        if (rules.source.fieldSigil !== undefined && name.startsWith(rules.source.fieldSigil)) {
          const type = typeAround(scope, false);
          if (type !== undefined) bindField(type, name, by);
          return;
        }
        const around = functionAround(scope);
        if (around.globals?.has(name) !== true && isFunctionScope(around)) bindLocal(around, name, by);
        else if (!declared.has(node)) this.#add(node, { name, kind: "write", scope, owner: -1 });
        else bindField(around, name, by);
        return;
      }
      case PLACE.parameter:
        // Of a method without a body; types have parameters of their own.
        if (scope.kind !== TYPE || leaf === TYPE_NAME) bindLocal(scope, name, by);
        return;
      default: {
        const above = tree.types[tree.parents[holder] as number] ?? 0;
        const isHoisted = ((rules.kinds[above] as number) & HOISTED) !== 0;
        this.#bind(isHoisted ? functionAround(scope) : scope, name, by);
      }
    }
  }

  /** `$store` can be declared by what is in it. */
  #isExposed(node: number): boolean {
    const { tree, exposed } = this.#source;
    const end = tree.nexts[node] as number;
    for (let inner = node; inner < end; inner += 1) if (exposed.has(inner)) return true;
    return false;
  }

  /** What is declared in a type or in the file is no local name. */
  #bind(scope: Scope, name: string, by: NamedBy): void {
    if (scope.kind === TYPE || scope.kind === 0) bindField(scope, name, by);
    else bindLocal(scope, name, by);
  }

  #memberScope(from: Scope): Scope | undefined {
    let scope: Scope | undefined = from;
    while (scope !== undefined && scope.kind !== TYPE && scope.kind !== 0) scope = scope.parent;
    return scope;
  }

  #namedBy(node: number, holder: number, scope: Scope): NamedBy {
    const { tree, rules } = this.#source;
    if (this.#places.isPart(node, holder)) return { node: -1, isValue: true, scope };
    const above = tree.parents[holder] as number;
    const type = this.#places.childOf(holder, rules.typeChild) ?? this.#places.childOf(above, rules.typeChild);
    if (type !== undefined && !rules.inferredTypes.has(this.#textOf(type)))
      return { node: type, isValue: false, scope };
    const value =
      this.#places.childOf(tree.parents[node] as number, rules.valueChild) ??
      this.#places.childOf(holder, rules.valueChild) ??
      this.#places.childOf(above, rules.valueChild);
    return { node: value ?? -1, isValue: true, scope };
  }

  #isSelf(node: number): boolean {
    const { tree, rules } = this.#source;
    return (
      (tree.ends[node] as number) - (tree.starts[node] as number) <= MAX_SELF_LENGTH &&
      rules.selves.has(this.#textOf(node))
    );
  }

  #textOf(node: number): string {
    const { tree, text } = this.#source;
    return text.slice(tree.starts[node], tree.ends[node]);
  }
}

/** Of a function, or of the object. */
function isVariable(name: string, { variableSigil, fieldSigil }: ReferenceRules): boolean {
  return (
    (variableSigil !== undefined && name.startsWith(variableSigil)) ||
    (fieldSigil !== undefined && name.startsWith(fieldSigil))
  );
}

/** A member can be declared with it and used without. */
function fieldName(name: string, { variableSigil }: ReferenceRules): string {
  return variableSigil !== undefined && name.startsWith(variableSigil) ? name.slice(variableSigil.length) : name;
}

const CAPITALISED = String.raw`^_*\p{Lu}`;

export function isCapitalised(name: string): boolean {
  return /^_*[A-Z]/.test(name) || (!isAscii(name) && new RegExp(CAPITALISED, "u").test(name));
}
