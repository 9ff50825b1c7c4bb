import type { SyntaxTree } from "../tree/syntax-tree.ts";
import { AROUND, type ChildChoice, type CompiledRules, LEAF, MEMBER, OUTERMOST, PLACE } from "./compile-rules.ts";

export interface PlaceSource {
  readonly tree: SyntaxTree;
  readonly rules: CompiledRules;
  /** Nodes that name declarations. */
  readonly declared: ReadonlySet<number>;
}

/** Where names stand in a tree. */
export class NamePlaces {
  readonly #source: PlaceSource;

  constructor(source: PlaceSource) {
    this.#source = source;
  }

  /** After the name that its holder declares. */
  isLater(node: number, holder: number): boolean {
    const { tree, rules } = this.#source;
    if (!rules.firstOnly.has(tree.types[holder] as number)) return false;
    for (let child = holder + 1; child < node; child = tree.nexts[child] as number) {
      if (((rules.kinds[tree.types[child] as number] as number) & LEAF) !== 0) return true;
    }
    return false;
  }

  /** A construct can join a name to its owner and call it at the same time. */
  placeOfMember(node: number, around: number): { place: number; holder: number } {
    const { tree, rules } = this.#source;
    const { types, fields, parents } = tree;
    const at = (holder: number, child: number): number =>
      rules.places[(types[holder] as number) * rules.fields + (fields[child] as number)] as number;
    const own = at(around, node);
    if (own !== 0 && own !== PLACE.same) return { place: own, holder: around };
    if (rules.members.get(types[around] as number)?.object !== AROUND) return this.placeOf(around);
    const outer = parents[around] as number;
    const place = at(outer, around);
    return place === 0 ? this.placeOf(outer) : { place, holder: outer };
  }

  /** `res.send` and all in it, where that is what a declaration is called. */
  isInDeclaredName(member: number): boolean {
    const { tree, rules, declared } = this.#source;
    const { parents, types } = tree;
    // Without an owner it is a name like others.
    if (rules.members.get(types[member] as number)?.object === AROUND && member === (parents[member] as number) + 1)
      return false;
    let node = member;
    while (node >= 0 && ((rules.kinds[types[node] as number] as number) & MEMBER) !== 0) {
      if (declared.has(node) || this.#isDeclaredMember(node)) return true;
      node = parents[node] as number;
    }
    return false;
  }

  #isDeclaredMember(member: number): boolean {
    const { tree, rules, declared } = this.#source;
    const name = rules.members.get(tree.types[member] as number)?.name ?? OUTERMOST;
    const end = tree.nexts[member] as number;
    for (let child = member + 1; child < end; child = tree.nexts[child] as number) {
      if ((name === OUTERMOST || tree.fields[child] === name) && declared.has(child)) return true;
    }
    return false;
  }

  /** The place of a name, and the construct that has it. */
  placeOf(node: number): { place: number; holder: number } {
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
  ownerOf(name: number, around: number): number | undefined {
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

  /** A name in a pattern has not the type of the whole. */
  isPart(node: number, holder: number): boolean {
    const { tree, rules } = this.#source;
    const around = tree.parents[node] as number;
    if (around === holder || (rules.declarator !== undefined && tree.fields[node] === rules.declarator)) return false;
    const end = tree.nexts[around] as number;
    let count = 0;
    for (let child = around + 1; child < end; child = tree.nexts[child] as number) {
      count += tree.grammar.isNamed[tree.types[child] as number] as number;
    }
    return count > 1;
  }

  childOf(node: number, choice: ChildChoice): number | undefined {
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
}
