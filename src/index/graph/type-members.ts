import { remember, type GraphReader, type GraphSymbol } from "./graph-reader.ts";
import type { ModuleScope } from "./module-scope.ts";

/** Ancestors of a class that are looked at. */
const MAX_ANCESTORS = 24;

/** Declarations that have members. */
const OWNERS: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "impl",
  "type",
  "namespace",
  "module",
  "record",
  "component",
  "annotation",
]);
const TYPES: ReadonlySet<string> = new Set([...OWNERS].filter((kind) => kind !== "namespace" && kind !== "module"));

/** Options of a component that hold its members. */
const MEMBER_OPTIONS: ReadonlySet<string> = new Set(["methods", "computed", "props"]);

export function isOwner({ kind }: GraphSymbol): boolean {
  return OWNERS.has(kind);
}

export function isType({ kind }: GraphSymbol): boolean {
  return TYPES.has(kind);
}

export interface MemberFound {
  readonly members: readonly GraphSymbol[];
  /** Every ancestor is known: what is not found is not there. */
  readonly isWhole: boolean;
}

interface Lineage {
  readonly types: readonly GraphSymbol[];
  /** Every ancestor is known. */
  readonly isWhole: boolean;
}

/** Members of types, inherited ones too. */
export class TypeMembers {
  readonly #reader: GraphReader;
  readonly #modules: ModuleScope;
  readonly #lineages = new Map<number, Lineage>();

  constructor(reader: GraphReader, modules: ModuleScope) {
    this.#reader = reader;
    this.#modules = modules;
  }

  /** The nearest declaration of a member: the type's own, else its ancestors'. */
  find(type: GraphSymbol, name: number): MemberFound {
    const { types, isWhole } = this.lineage(type);
    for (const one of types) {
      const members = this.own(one, name);
      if (members.length > 0) return { members, isWhole };
    }
    return { members: [], isWhole };
  }

  own(type: GraphSymbol, name: number): readonly GraphSymbol[] {
    if (type.kind === "component") return this.#membersOfComponent(type, name);
    const wanted = `${type.fullName}.${this.#reader.nameOf(name)}`;
    const inFile = this.#reader
      .declared(type.file, name)
      .filter(({ fullName, parent, isLocal }) => isLocal === 0 && (parent === type.ordinal || fullName === wanted));
    const file = this.#reader.file(type.file);
    if (inFile.length > 0 || file?.visibility.hasOpenTypes !== true) return inFile;
    return this.#reader.namesakes(name).filter((symbol) => {
      const other = this.#reader.file(symbol.file);
      if (symbol.fullName !== wanted || other?.visibility.family !== file.visibility.family) return false;
      return file.visibility.reach !== "folder" || other.folder === file.folder;
    });
  }

  /** What the object, or the class, that a component exports says that it has. */
  #membersOfComponent({ file, ordinal }: GraphSymbol, name: number): readonly GraphSymbol[] {
    const byOrdinal = this.#reader.symbolsOf(file);
    const whole = this.#reader.idOf("default");
    const local = this.#reader.exportsOf(file).get(whole)?.[0]?.local ?? whole;
    const definition = byOrdinal.find((symbol) => symbol?.parent === ordinal && symbol.name === local);
    if (definition === undefined) return [];
    return this.#reader.declared(file, name).filter(({ parent, isLocal }) => {
      const owner = byOrdinal[parent];
      if (isLocal === 1 || owner === undefined) return false;
      return isType(definition)
        ? owner === definition
        : owner.parent === definition.ordinal && MEMBER_OPTIONS.has(this.#reader.nameOf(owner.name));
    });
  }

  /** A type and its ancestors, nearest first. */
  lineage(type: GraphSymbol): Lineage {
    return remember(this.#lineages, type.id, () => this.#findLineage(type));
  }

  #findLineage(type: GraphSymbol): Lineage {
    const types = [type];
    const seen = new Set([type.id]);
    let isWhole = true;
    for (let at = 0; at < types.length; at += 1) {
      const one = types[at];
      if (one === undefined || types.length > MAX_ANCESTORS) return { types, isWhole: false };
      for (const name of this.#reader.parentNames(one)) {
        const found = this.resolve(name, one.file);
        if (found === undefined) isWhole = false;
        else if (!seen.has(found.id)) {
          seen.add(found.id);
          types.push(found);
        }
      }
    }
    return { types, isWhole };
  }

  /** The one type that a name, or "owner.name", means in a file; undefined: unknown, or not in this root. */
  resolve(name: number, file: number): GraphSymbol | undefined {
    const qualified = this.#split(name);
    if (qualified === undefined) return this.#resolvePlain(name, file);
    const owner = this.#modules.named(file, qualified.owner);
    switch (owner.is) {
      case "outside":
        return undefined;
      case "module": {
        const meaning = this.#modules.exported(owner.file, qualified.name);
        return meaning.is === "symbols" ? mainType(meaning.symbols) : undefined;
      }
      case "symbols": {
        const inside = owner.symbols.flatMap((symbol) => this.own(symbol, qualified.name));
        return mainType(inside.filter(isType)) ?? this.#resolvePlain(qualified.name, file);
      }
      case "unknown":
        return this.#resolvePlain(qualified.name, file);
    }
  }

  /** It, or what it is a part of, comes from elsewhere. */
  isOutside(name: number, file: number): boolean {
    return this.#modules.named(file, this.#split(name)?.owner ?? name).is === "outside";
  }

  #split(name: number): { readonly owner: number; readonly name: number } | undefined {
    const text = this.#reader.nameOf(name);
    const dot = text.lastIndexOf(".");
    if (dot <= 0) return undefined;
    return { owner: this.#reader.idOf(text.slice(0, dot)), name: this.#reader.idOf(text.slice(dot + 1)) };
  }

  #resolvePlain(name: number, file: number): GraphSymbol | undefined {
    const meaning = this.#modules.named(file, name);
    if (meaning.is === "symbols") return mainType(meaning.symbols);
    if (meaning.is !== "unknown") return undefined;
    const row = this.#reader.file(file);
    if (row === undefined) return undefined;
    const local = this.#reader.declared(file, name).filter(isType);
    if (local.length > 0) return mainType(local);
    const all = this.#reader
      .namesakes(name)
      .filter(
        (symbol) => isType(symbol) && this.#reader.file(symbol.file)?.visibility.family === row.visibility.family,
      );
    const near = all.filter((symbol) => this.#reader.file(symbol.file)?.folder === row.folder);
    if (row.visibility.reach === "folder" && near.length > 0) return mainType(near);
    return isOneThing(all) ? mainType(all) : undefined;
  }
}

function isOneThing(types: readonly GraphSymbol[]): boolean {
  return types.filter(({ kind }) => kind !== "impl").length === 1;
}

function mainType(symbols: readonly GraphSymbol[]): GraphSymbol | undefined {
  return symbols.find((symbol) => isOwner(symbol) && symbol.kind !== "impl") ?? symbols.find(isOwner);
}
