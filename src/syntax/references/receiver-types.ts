import type { SyntaxTree } from "../tree/syntax-tree.ts";
import {
  AROUND,
  type CompiledRules,
  LEAF,
  MEMBER,
  OUTERMOST,
  PLACE,
  TYPE,
  TYPE_UNION,
  TYPE_WRAPPER,
} from "./compile-rules.ts";
import { isCapitalised, MAX_SELF_LENGTH } from "./find-uses.ts";
import { findLocal, findName, type NamedBy, type Scope, typeAround } from "./scopes.ts";

/** Values of values of values … */
const MAX_STEPS = 6;

const NOTHING = /^(?:null|undefined|None|nil|void)$/;

export interface TypeSource {
  readonly tree: SyntaxTree;
  readonly text: string;
  readonly rules: CompiledRules;
  readonly typeScopes: readonly Scope[];
}

/** Which class an expression has, as far as one file tells without doubt; "http.Server" where it is written like that. */
export class ReceiverTypes {
  readonly #source: TypeSource;
  readonly #fields = new Map<string, ReadonlyMap<string, NamedBy>>();

  constructor(source: TypeSource) {
    this.#source = source;
    for (const scope of source.typeScopes) {
      const name = this.nameOfType(scope);
      // Parts of one type, or two types of one name: the first that says something counts.
      if (name === undefined || scope.fields === undefined) continue;
      const known = this.#fields.get(name);
      this.#fields.set(name, known === undefined ? scope.fields : new Map([...scope.fields, ...known]));
    }
  }

  /** The class of an expression. */
  typeOf(node: number, scope: Scope, steps = 0): string | undefined {
    const { tree, rules } = this.#source;
    if (steps > MAX_STEPS) return undefined;
    const kind = rules.kinds[tree.types[node] as number] as number;
    const word = this.selfAt(node);
    if (word !== undefined) return word === "super" ? undefined : this.typeOfThis(scope);
    if ((kind & LEAF) !== 0) return this.#typeOfName(findName(scope, this.#textOf(node)), steps);
    if ((kind & MEMBER) !== 0) return this.#typeOfMember(node, scope, steps);
    return this.#typeMadeBy(node, scope, steps);
  }

  /** "this" or another word for the object itself; "super" for any that stands for it as one of the class above. */
  selfAt(node: number): string | undefined {
    const { tree, rules } = this.#source;
    if ((tree.ends[node] as number) - (tree.starts[node] as number) > MAX_SELF_LENGTH) return undefined;
    const text = this.#textOf(node);
    if (rules.supers.has(text)) return "super";
    return rules.selves.has(text) ? text : undefined;
  }

  typeOfThis(scope: Scope): string | undefined {
    const type = typeAround(scope, this.#source.rules.source.rebindsThis === true);
    return type === undefined ? undefined : this.nameOfType(type);
  }

  /** The class around that has a member of the name. */
  typeWithMember(from: Scope, name: string): string | undefined {
    for (let scope: Scope | undefined = from; scope !== undefined; scope = scope.parent) {
      if (scope.kind === TYPE && scope.fields?.has(name) === true) return this.nameOfType(scope);
    }
    return undefined;
  }

  nameOfType({ node }: Scope): string | undefined {
    const { tree } = this.#source;
    const { grammar } = tree;
    for (const field of ["name", "type"]) {
      const id = grammar.fieldId(field);
      const child = id === undefined ? undefined : this.#childIn(node, id);
      if (child !== undefined) return this.#nameIn(child);
    }
    const isNamedAround = this.#source.rules.source.namesTypesAround === true;
    const first = this.#firstNameIn(isNamedAround ? (tree.parents[node] as number) : node);
    return first === undefined ? undefined : this.#textOf(first);
  }

  /** The last part of the name of an owner: "b" in `a::b`. */
  lastNameOf(node: number): string | undefined {
    return this.#nameIn(node);
  }

  #typeOfName(by: NamedBy | undefined, steps: number): string | undefined {
    if (by === undefined || by.node < 0) return undefined;
    if (by.isValue) return this.typeOf(by.node, by.scope, steps + 1);
    const name = this.#typeIn(by.node);
    // A name before the dot is no variable: those have no types in them.
    return name === undefined || findLocal(by.scope, name) !== undefined ? undefined : name;
  }

  #typeOfMember(node: number, scope: Scope, steps: number): string | undefined {
    const { tree, rules } = this.#source;
    const member = rules.members.get(tree.types[node] as number);
    if (member === undefined) return undefined;
    const object = member.object === AROUND ? (tree.parents[node] as number) + 1 : this.#childIn(node, member.object);
    const name = this.#lastChildIn(node, member.name);
    if (object === undefined || name === undefined || object === name) return undefined;
    if (rules.constructors.has(this.#textOf(name))) {
      const made = this.#nameIn(object);
      if (made !== undefined && isCapitalised(made)) return this.#typeIn(object);
    }
    const owner = this.typeOf(object, scope, steps + 1);
    if (owner === undefined) return undefined;
    return this.#typeOfName(this.#fieldsOf(owner)?.get(this.#textOf(name)), steps + 1);
  }

  /** Of a type of this file, which may be named by the one around it. */
  #fieldsOf(type: string): ReadonlyMap<string, NamedBy> | undefined {
    const dot = type.lastIndexOf(".");
    if (dot < 0) return this.#fields.get(type);
    return this.#fields.has(type.slice(0, dot)) ? this.#fields.get(type.slice(dot + 1)) : undefined;
  }

  /** `new X()`, and what stands around it. */
  #typeMadeBy(node: number, scope: Scope, steps: number): string | undefined {
    const { tree, rules } = this.#source;
    const end = tree.nexts[node] as number;
    const type = tree.types[node] as number;
    for (let child = node + 1; child < end; child = tree.nexts[child] as number) {
      if (tree.grammar.isNamed[tree.types[child] as number] !== 1) continue;
      const place = rules.places[type * rules.fields + (tree.fields[child] as number)] as number;
      if (place === PLACE.new) return this.#typeIn(child);
      if (place === PLACE.call) return this.#typeOfCall(child);
      if (place === PLACE.same) return this.typeOf(child, scope, steps + 1);
      const member = child === node + 1 ? undefined : rules.members.get(tree.types[child] as number);
      if (member?.object === AROUND) return this.#typeOfMember(child, scope, steps);
    }
    return undefined;
  }

  #typeOfCall(callee: number): string | undefined {
    const { tree, rules } = this.#source;
    const name = this.#nameIn(callee);
    if (name === undefined) return undefined;
    if (rules.source.constructsByCall === true && isCapitalised(name)) return this.#typeIn(callee);
    const member = rules.members.get(tree.types[callee] as number);
    if (member === undefined || !rules.constructors.has(name)) return undefined;
    const object = this.#childIn(callee, member.object);
    const owner = object === undefined ? undefined : this.#nameIn(object);
    return object !== undefined && owner !== undefined && isCapitalised(owner) ? this.#typeIn(object) : undefined;
  }

  /** The name a type or a callee is written with, without its owners and arguments. */
  #nameIn(from: number): string | undefined {
    const found = this.#leafIn(from);
    return found === undefined ? undefined : this.#textOf(found.leaf);
  }

  /** The same behind the one word that it is a part of: "http.Server". */
  #typeIn(from: number): string | undefined {
    const found = this.#leafIn(from);
    if (found === undefined) return undefined;
    const { leaf, owner } = found;
    const { tree, rules } = this.#source;
    const isWord = owner !== undefined && ((rules.kinds[tree.types[owner] as number] as number) & LEAF) !== 0;
    return isWord ? `${this.#textOf(owner)}.${this.#textOf(leaf)}` : this.#textOf(leaf);
  }

  #leafIn(from: number): { readonly leaf: number; readonly owner: number | undefined } | undefined {
    const { tree, rules } = this.#source;
    let node: number | undefined = from;
    let owner: number | undefined;
    while (node !== undefined) {
      const kind = rules.kinds[tree.types[node] as number] as number;
      if ((kind & LEAF) !== 0) return { leaf: node, owner };
      if ((kind & MEMBER) !== 0) {
        const member = rules.members.get(tree.types[node] as number);
        owner = member === undefined || member.object === AROUND ? undefined : this.#childIn(node, member.object);
        node = this.#lastChildIn(node, member?.name ?? 0);
        if (owner === node) owner = undefined;
      } else if ((kind & TYPE_WRAPPER) !== 0) node = this.#wrappedIn(node);
      else node = (kind & TYPE_UNION) === 0 ? undefined : this.#onlyIn(node);
    }
    return undefined;
  }

  #wrappedIn(node: number): number | undefined {
    const { tree, rules } = this.#source;
    const { grammar } = tree;
    const fields = ["type", "name"].map((field) => grammar.fieldId(field));
    const inner =
      fields
        .map((field) => (field === undefined ? undefined : this.#childIn(node, field)))
        .find((found) => found !== undefined) ?? this.#firstNamed(node);
    if (inner === undefined || !rules.typeContainers.has(this.#textOf(inner))) return inner;
    const next = tree.nexts[inner] as number;
    // Its arguments.
    return next < (tree.nexts[node] as number) ? this.#firstNamed(next) : inner;
  }

  /** The one that can hold anything. */
  #onlyIn(node: number): number | undefined {
    const { tree } = this.#source;
    const end = tree.nexts[node] as number;
    let only: number | undefined;
    for (let child = node + 1; child < end; child = tree.nexts[child] as number) {
      if (tree.grammar.isNamed[tree.types[child] as number] !== 1 || NOTHING.test(this.#textOf(child))) continue;
      if (only !== undefined) return undefined;
      only = child;
    }
    return only;
  }

  #firstNameIn(node: number): number | undefined {
    const { tree, rules } = this.#source;
    const end = tree.nexts[node] as number;
    for (let child = node + 1; child < end; child = tree.nexts[child] as number) {
      if (((rules.kinds[tree.types[child] as number] as number) & LEAF) !== 0) return child;
    }
    return undefined;
  }

  #firstNamed(node: number): number | undefined {
    const { tree } = this.#source;
    const end = tree.nexts[node] as number;
    for (let child = node + 1; child < end; child = tree.nexts[child] as number) {
      if (tree.grammar.isNamed[tree.types[child] as number] === 1) return child;
    }
    return undefined;
  }

  #childIn(node: number, field: number): number | undefined {
    const { tree } = this.#source;
    if (field === OUTERMOST) return this.#firstNamed(node);
    const end = tree.nexts[node] as number;
    for (let child = node + 1; child < end; child = tree.nexts[child] as number) {
      if (tree.fields[child] === field) return child;
    }
    return undefined;
  }

  #lastChildIn(node: number, field: number): number | undefined {
    const { tree } = this.#source;
    const end = tree.nexts[node] as number;
    let last: number | undefined;
    for (let child = node + 1; child < end; child = tree.nexts[child] as number) {
      if (
        field === OUTERMOST ? tree.grammar.isNamed[tree.types[child] as number] === 1 : tree.fields[child] === field
      ) {
        last = child;
      }
    }
    return last;
  }

  #textOf(node: number): string {
    const { tree, text } = this.#source;
    return text.slice(tree.starts[node], tree.ends[node]);
  }
}
