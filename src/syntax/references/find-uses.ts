import type { SyntaxTree } from "../tree/syntax-tree.ts";
import {
  AROUND,
  type ChildChoice,
  type CompiledRules,
  HOISTED,
  IMPORT,
  LEAF,
  MEMBER,
  OUTERMOST,
  PLACE,
  SCOPE,
  TYPE,
  TYPE_NAME,
} from "./compile-rules.ts";
import type { ReferenceKind } from "./index-facts.ts";
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

export interface UseSource {
  readonly tree: SyntaxTree;
  readonly text: string;
  readonly rules: CompiledRules;
  /** Nodes that name declarations. */
  readonly declared: ReadonlySet<number>;
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
  readonly #uses: FoundUse[] = [];
  readonly typeScopes: Scope[] = [];
  #scope: Scope;

  constructor(source: UseSource) {
    this.#source = source;
    this.#scope = createScope(0, source.tree.count, 0, undefined);
  }

  open(node: number, kind: number): void {
    const scope = this.#scopeAt(node);
    this.#scope = createScope(node, this.#source.tree.nexts[node] as number, kind, scope);
    if (kind === TYPE) this.typeScopes.push(this.#scope);
  }

  take(node: number, leaf: number): void {
    const { tree, rules, imported, declared } = this.#source;
    if (imported.has(node)) return;
    const scope = this.#scopeAt(node);
    const { parents, types } = tree;
    const around = parents[node] as number;
    if (around >= 0 && ((rules.kinds[types[around] as number] as number) & MEMBER) !== 0) {
      if (this.#isInDeclaredName(around)) return;
      const owner = this.#ownerOf(node, around);
      if (owner !== undefined) {
        if (!declared.has(node)) this.#takeMember({ node, leaf, around, owner }, scope);
        return;
      }
    }
    const { place, holder } = this.#placeOf(node);
    const isUsed =
      (place === PLACE.variable && leaf === TYPE_NAME) || (place >= PLACE.parameter && this.#isLater(node, holder));
    if (isUsed) this.#takeName(node, { place: 0, leaf, scope });
    else if (place >= PLACE.parameter) this.#declare(node, { place, holder, scope });
    else if (place === PLACE.embedded) this.#takeEmbedded(node, scope);
    else if (place !== PLACE.skip && !declared.has(node)) this.#takeName(node, { place, leaf, scope });
  }

  /** After the name that its holder declares. */
  #isLater(node: number, holder: number): boolean {
    const { tree, rules } = this.#source;
    if (!rules.firstOnly.has(tree.types[holder] as number)) return false;
    for (let child = holder + 1; child < node; child = tree.nexts[child] as number) {
      if (((rules.kinds[tree.types[child] as number] as number) & LEAF) !== 0) return true;
    }
    return false;
  }

  #takeName(node: number, { place, leaf, scope }: { place: number; leaf: number; scope: Scope }): void {
    const name = this.#textOf(node);
    const { ignored, source } = this.#source.rules;
    if ((place === PLACE.element && !/^[^a-z]/.test(name)) || ignored.has(name) || isVariable(name, source)) return;
    if (place === PLACE.token) this.#takeToken(node, name, scope);
    else this.#add(node, { name, kind: this.#kindOf(place, leaf, name), scope, owner: -1 });
  }

  #takeEmbedded(node: number, scope: Scope): void {
    const kind = this.#source.declared.has(node) ? "extends" : "type";
    const name = this.#textOf(node);
    if (!this.#source.rules.ignored.has(name)) this.#add(node, { name, kind, scope, owner: -1 });
  }

  /** `b` in `a.b(c)` of a macro, which is no tree. */
  #takeToken(node: number, name: string, scope: Scope): void {
    const { tree, text } = this.#source;
    const before = text.slice(Math.max(0, (tree.starts[node] as number) - 3), tree.starts[node]).trimEnd();
    const isCalled = /^!?\s?\(/.test(text.slice(tree.ends[node], (tree.ends[node] as number) + 3));
    const isMember = /(?:[^.]\.|::)$/.test(before);
    this.#add(node, { name, kind: isCalled ? "call" : "read", scope, owner: isMember ? node - 2 : -1 });
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
    const { place, holder } = this.#placeOfMember(node, around);
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

  /** A construct can join a name to its owner and call it at the same time. */
  #placeOfMember(node: number, around: number): { place: number; holder: number } {
    const { tree, rules } = this.#source;
    const { types, fields, parents } = tree;
    const at = (holder: number, child: number): number =>
      rules.places[(types[holder] as number) * rules.fields + (fields[child] as number)] as number;
    const own = at(around, node);
    if (own !== 0) return { place: own, holder: around };
    if (rules.members.get(types[around] as number)?.object !== AROUND) return this.#placeOf(around);
    const outer = parents[around] as number;
    const place = at(outer, around);
    return place === 0 ? this.#placeOf(outer) : { place, holder: outer };
  }

  /** `res.send` and all in it, where that is what a declaration is called. */
  #isInDeclaredName(member: number): boolean {
    const { tree, rules, declared } = this.#source;
    const { parents, types } = tree;
    let node = member;
    while (node >= 0 && ((rules.kinds[types[node] as number] as number) & MEMBER) !== 0) {
      if (declared.has(node)) return true;
      node = parents[node] as number;
    }
    return false;
  }

  /** The place of a name, and the construct that has it. */
  #placeOf(node: number): { place: number; holder: number } {
    const { tree, rules } = this.#source;
    const { parents, types, fields } = tree;
    let at = node;
    for (;;) {
      const holder = parents[at] as number;
      if (holder < 0) return { place: 0, holder: at };
      const place = rules.places[(types[holder] as number) * rules.fields + (fields[at] as number)] as number;
      if (place !== PLACE.same) return { place, holder };
      at = holder;
    }
  }

  /** The node a name is a member of; undefined: it is itself the owner. */
  #ownerOf(name: number, around: number): number | undefined {
    const { types, fields, nexts, parents } = this.#source.tree;
    const member = this.#source.rules.members.get(types[around] as number);
    if (member === undefined) return undefined;
    const isName =
      member.name === OUTERMOST ? nexts[name] === nexts[around] && name !== around + 1 : fields[name] === member.name;
    if (!isName) return undefined;
    if (member.object === AROUND) {
      const first = (parents[around] as number) + 1;
      return first > 0 && first !== around ? first : undefined;
    }
    const end = nexts[around] as number;
    for (let child = around + 1; child < end; child = nexts[child] as number) {
      if (child !== name && (member.object === OUTERMOST || fields[child] === member.object)) return child;
    }
    return undefined;
  }

  #declare(node: number, { place, holder, scope }: { place: number; holder: number; scope: Scope }): void {
    const { rules, tree, declared, exposed } = this.#source;
    const name = this.#textOf(node);
    if (rules.source.bindsLowerCaseOnly === true && place === PLACE.variable && isCapitalised(name)) {
      if (!declared.has(node)) this.#add(node, { name, kind: "read", scope, owner: -1 });
      return;
    }
    const by = this.#namedBy(node, holder, scope);
    if (exposed.has(node)) {
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
        bindLocal(scope, name, by);
        return;
      default: {
        const above = tree.types[tree.parents[holder] as number] ?? 0;
        const isHoisted = ((rules.kinds[above] as number) & HOISTED) !== 0;
        this.#bind(isHoisted ? functionAround(scope) : scope, name, by);
      }
    }
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
    // A name in a pattern has not the type of the whole.
    if (
      tree.parents[node] !== holder &&
      (tree.nexts[tree.parents[node] as number] as number) - (tree.parents[node] as number) > 2
    ) {
      return { node: -1, isValue: true, scope };
    }
    const above = tree.parents[holder] as number;
    const type = this.#childOf(holder, rules.typeChild) ?? this.#childOf(above, rules.typeChild);
    if (type !== undefined && !rules.inferredTypes.has(this.#textOf(type)))
      return { node: type, isValue: false, scope };
    const value = this.#childOf(holder, rules.valueChild) ?? this.#childOf(above, rules.valueChild);
    return { node: value ?? -1, isValue: true, scope };
  }

  #childOf(node: number, choice: ChildChoice): number | undefined {
    const { tree } = this.#source;
    const wanted = node < 0 ? undefined : choice.get(tree.types[node] as number);
    if (wanted === undefined) return undefined;
    const end = tree.nexts[node] as number;
    for (let child = node + 1; child < end; child = tree.nexts[child] as number) {
      const isMeant = wanted.fields.has(tree.fields[child] as number) || wanted.types.has(tree.types[child] as number);
      if (isMeant) return child;
    }
    return undefined;
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

export function isCapitalised(name: string): boolean {
  return /^_*\p{Lu}/u.test(name);
}
