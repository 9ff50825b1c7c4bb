import { splitIdentifier } from "../words/split-identifier.ts";
import { REFERENCE_KIND } from "../store/schema.ts";
import { remember, type GraphReader, type GraphReference, type GraphSymbol } from "./graph-reader.ts";
import { ModuleScope, UNKNOWN, type Meaning } from "./module-scope.ts";
import { isOwned } from "./components/component-scope.ts";
import { isType, TypeMembers } from "./type-members.ts";

/**
 * How sure it is what a use means. "exact": by the rules of the language only this declaration is in sight, or it is the
 * only one in the root with this telling name. "import": an import statement leads to it. "receiver-type": the class of
 * the object is known in the same function. "name-only": it has the name.
 */
export const TIERS = ["exact", "import", "receiver-type", "name-only"] as const;
export type Tier = (typeof TIERS)[number];

export type Resolution =
  | { readonly is: "known"; readonly tier: Exclude<Tier, "name-only">; readonly symbols: readonly GraphSymbol[] }
  | { readonly is: "outside" }
  | { readonly is: "unknown" };

const OUTSIDE: Resolution = { is: "outside" };
const DOUBT: Resolution = { is: "unknown" };
/** Words a name must consist of to be telling. */
const TELLING_WORDS = 2;

/** Says what uses mean; it lives as long as one question. */
export class ReferenceResolver {
  readonly reader: GraphReader;
  readonly modules: ModuleScope;
  readonly members: TypeMembers;
  readonly #isTelling = new Map<number, boolean>();
  readonly #resolutions = new Map<GraphReference, Resolution>();
  readonly #itself: number;

  constructor(reader: GraphReader) {
    this.reader = reader;
    this.#itself = reader.idOf("this");
    this.modules = new ModuleScope(reader);
    this.members = new TypeMembers(reader, this.modules);
  }

  /** A name of several words: that says more than an everyday word. */
  isTelling(name: number): boolean {
    return remember(this.#isTelling, name, () => isTelling(this.reader.nameOf(name)));
  }

  /** The same use is asked about for each declaration that has its name. */
  resolve(reference: GraphReference): Resolution {
    return remember(this.#resolutions, reference, () =>
      reference.receiver === null ? this.#resolveAlone(reference) : this.#resolveMember(reference, reference.receiver),
    );
  }

  #resolveAlone(reference: GraphReference): Resolution {
    const { file, name } = reference;
    const { visibility } = this.reader.file(file) ?? {};
    const near = this.#inSight(reference);
    if (near !== undefined) return near;
    if (visibility?.hasImplicitThis === true) {
      const own = this.#memberOfTypeAround(reference);
      if (own !== undefined) return own;
    }
    const top = this.#inFile(reference);
    if (top !== undefined) return top;
    const imported = this.modules.imported(file, name);
    if (imported.is !== "unknown") return known(imported, "import");
    if (visibility?.reach === "folder") return one(this.modules.inPackage(file, name), reference);
    if (visibility?.reach === "program") return one(this.#everywhere(reference), reference);
    return DOUBT;
  }

  /** Declared inside the declarations around the use. */
  #inSight({ file, name, symbol }: Pick<GraphReference, "file" | "name" | "symbol">): Resolution | undefined {
    if (symbol < 0) return undefined;
    const namesakes = this.reader.declared(file, name).filter(({ parent }) => parent >= 0);
    if (namesakes.length === 0) return undefined;
    const byOrdinal = this.reader.symbolsOf(file);
    for (let around = symbol; around >= 0; around = byOrdinal[around]?.parent ?? -1) {
      const owner = byOrdinal[around];
      // The body of a class sees its names in some languages, what is declared in it does not.
      const isInBody = around === symbol && this.reader.file(file)?.visibility.hasClassScope === true;
      if (owner === undefined || (isType(owner) && !isInBody)) continue;
      // Members of an object are not in the sight of what it holds.
      const isObject = VALUES.has(owner.kind);
      const inside = namesakes.filter(({ parent, isLocal }) => parent === around && (isLocal === 1 || !isObject));
      if (inside.length > 0) return { is: "known", tier: "exact", symbols: inside };
    }
    return undefined;
  }

  #inFile({ file, name }: GraphReference): Resolution | undefined {
    const meaning = this.modules.named(file, name);
    return meaning.is === "symbols" && meaning.symbols.every((symbol) => symbol.file === file)
      ? { is: "known", tier: "exact", symbols: meaning.symbols }
      : undefined;
  }

  #memberOfTypeAround({ file, name, symbol }: GraphReference): Resolution | undefined {
    const byOrdinal = this.reader.symbolsOf(file);
    for (let around = symbol; around >= 0; around = byOrdinal[around]?.parent ?? -1) {
      const owner = byOrdinal[around];
      if (owner === undefined || !isType(owner)) continue;
      const { members } = this.members.find(owner, name);
      if (members.length > 0) return { is: "known", tier: "receiver-type", symbols: members };
    }
    return undefined;
  }

  #everywhere({ file, name }: GraphReference): GraphSymbol[] {
    const family = this.reader.file(file)?.visibility.family;
    return this.reader
      .namesakes(name)
      .filter(
        ({ parent, fullName, file: other }) =>
          parent === -1 && !fullName.includes(".") && this.reader.file(other)?.visibility.family === family,
      );
  }

  #resolveMember(reference: GraphReference, receiver: number): Resolution {
    const { file, name, receiverType } = reference;
    if (receiverType !== null) {
      const isOwnComponent = receiverType === receiver && receiver === this.#itself;
      const type = isOwnComponent ? this.reader.component(file) : this.members.resolve(receiverType, file);
      if (type === undefined) return this.members.isOutside(receiverType, file) ? OUTSIDE : DOUBT;
      return this.#memberOf(type, reference);
    }
    const word = this.reader.nameOf(receiver);
    if (word === "super") return this.#inherited(reference);
    if (word === "?" || word === "") return this.#byTellingName(reference);
    const owner = this.#meaningOf(receiver, reference);
    switch (owner.is) {
      case "outside":
        return OUTSIDE;
      case "module":
        return known(this.modules.exported(owner.file, name), "import");
      case "unknown":
        return this.#byTellingName(reference);
      case "symbols":
        return this.#memberOfNamed(owner.symbols, reference);
    }
  }

  /** What the name before the dot stands for. */
  #meaningOf(receiver: number, { file, symbol }: GraphReference): Meaning {
    const near = this.#inSight({ file, name: receiver, symbol });
    if (near?.is === "known") return { is: "symbols", symbols: near.symbols };
    const named = this.modules.named(file, receiver);
    if (named.is !== "unknown") return named;
    const { visibility } = this.reader.file(file) ?? {};
    if (visibility === undefined || visibility.reach === "file") return UNKNOWN;
    const type = this.members.resolve(receiver, file);
    return type === undefined ? UNKNOWN : { is: "symbols", symbols: [type] };
  }

  #memberOf(type: GraphSymbol, reference: GraphReference): Resolution {
    const { members, isWhole } = this.members.find(type, reference.name);
    if (members.length > 0) return { is: "known", tier: "receiver-type", symbols: fitting(members, reference) };
    return isWhole ? DOUBT : this.#byTellingName(reference);
  }

  #memberOfNamed(owners: readonly GraphSymbol[], reference: GraphReference): Resolution {
    for (const owner of owners) {
      const { members } = this.members.find(owner, reference.name);
      const tier = owner.file === reference.file ? "exact" : "import";
      if (members.length > 0) return { is: "known", tier, symbols: fitting(members, reference) };
    }
    return this.#byTellingName(reference);
  }

  #inherited({ file, name, symbol, kind }: GraphReference): Resolution {
    const byOrdinal = this.reader.symbolsOf(file);
    let around = byOrdinal[symbol];
    while (around !== undefined && !isType(around)) around = byOrdinal[around.parent];
    if (around === undefined) return DOUBT;
    for (const type of this.members.lineage(around).types.slice(1)) {
      const members = this.members.own(type, name);
      if (members.length > 0) return { is: "known", tier: "receiver-type", symbols: fitting(members, { kind }) };
    }
    return DOUBT;
  }

  /** The only declaration in the root that has the name, when the name is no everyday word. */
  #byTellingName({ file, name, kind }: GraphReference): Resolution {
    if (kind === REFERENCE_KIND.type || !this.isTelling(name)) return DOUBT;
    const family = this.reader.file(file)?.visibility.family;
    const all = this.reader.namesakes(name);
    const [only] = all;
    if (
      only === undefined ||
      all.length > 1 ||
      !isOwned(only, this.reader) ||
      this.reader.file(only.file)?.visibility.family !== family
    )
      return DOUBT;
    return { is: "known", tier: "exact", symbols: [only] };
  }
}

const VALUES: ReadonlySet<string> = new Set(["constant", "variable", "property", "field"]);
const CALLABLE: ReadonlySet<string> = new Set(["method", "function", "constructor", "macro"]);

export function isCallable({ kind }: GraphSymbol): boolean {
  return CALLABLE.has(kind);
}

/** Of a field and a method of one name a call means the method, a mention the field. */
function fitting(members: readonly GraphSymbol[], { kind }: Pick<GraphReference, "kind">): readonly GraphSymbol[] {
  const isCall = kind === REFERENCE_KIND.call;
  const fit = members.filter((member) => isCallable(member) === isCall);
  return fit.length > 0 ? fit : members;
}

function isTelling(name: string): boolean {
  return splitIdentifier(name).length > TELLING_WORDS;
}

function known(meaning: Meaning, tier: "exact" | "import"): Resolution {
  switch (meaning.is) {
    case "symbols":
      return { is: "known", tier, symbols: meaning.symbols };
    case "outside":
      return OUTSIDE;
    case "module":
    case "unknown":
      return DOUBT;
  }
}

/** Several that one name may mean leave it open which. */
function one(symbols: readonly GraphSymbol[], { kind }: GraphReference): Resolution {
  const fitting = kind === REFERENCE_KIND.type ? symbols.filter(isType) : symbols;
  const [first] = fitting;
  if (first === undefined) return DOUBT;
  return fitting.every(({ file }) => file === first.file) ? { is: "known", tier: "exact", symbols: fitting } : DOUBT;
}
