import { pairKey, REFERENCE_COLUMNS, type GraphReader, type GraphReference, type GraphSymbol } from "./graph-reader.ts";
import { isCompatible } from "./namesake.ts";
import { isCallable, TIERS, type ReferenceResolver, type Tier } from "./resolve-reference.ts";
import { Takers } from "./takers.ts";
import { REFERENCE_KIND } from "../store/schema.ts";
import { isMember, standsAtTop } from "./components/component-scope.ts";
import { lazyImports, namesByPath } from "./components/component-uses.ts";

/** One use of a symbol. */
export interface Use {
  readonly file: number;
  /** 1-based. */
  readonly line: number;
  /** `refs.kind`. */
  readonly kind: number;
  readonly tier: Tier;
  /** Ordinal of the declaration around it; -1: file level. */
  readonly symbol: number;
}

export interface FoundUses {
  readonly uses: readonly Use[];
  /** Uses of the name that were not looked at, because there are too many. */
  readonly unseen: number;
}

const INTERFACES: ReadonlySet<string> = new Set(["interface", "trait", "type"]);
/** Uses that one file, or one look at a name, gives at most. */
const MAX_IN_FILE = 1_000;

/** Who uses a symbol, by resolving the uses of its names. */
export class UserFinder {
  readonly #resolver: ReferenceResolver;
  readonly #reader: GraphReader;
  readonly #takers: Takers;

  constructor(resolver: ReferenceResolver) {
    this.#resolver = resolver;
    this.#reader = resolver.reader;
    this.#takers = new Takers(resolver.reader);
  }

  /**
   * All uses, in no particular order: those that are sure, and of the others that have the name as many as
   * `maxCandidates` allows to look at.
   */
  usesOf(symbol: GraphSymbol, maxCandidates: number): FoundUses {
    const uses: Use[] = [];
    const seen = new Set<number>();
    const take = (reference: GraphReference): void => {
      const tier = this.#tierOf(reference, symbol, true);
      if (tier !== undefined) uses.push(useOf(reference, tier));
    };
    // What follows finds most of its rows among these.
    this.#reader.named(symbol.name, maxCandidates);
    this.#reader.readDeclared(symbol.name);
    for (const reference of this.#likely(symbol, maxCandidates)) {
      const key = pairKey(reference.file, reference.seq);
      if (seen.has(key)) continue;
      seen.add(key);
      take(reference);
    }
    let looked = 0;
    for (const reference of this.#reader.named(symbol.name, maxCandidates + seen.size + 1)) {
      if (seen.has(pairKey(reference.file, reference.seq))) continue;
      looked += 1;
      if (looked > maxCandidates) break;
      take(reference);
    }
    uses.push(...this.#componentUses(symbol, maxCandidates));
    const isCut = looked > maxCandidates;
    return { uses, unseen: isCut ? Math.max(1, this.#countNamed(symbol.name) - seen.size - maxCandidates) : 0 };
  }

  /** Of the component that a file is, those that do not say its name. */
  #componentUses(symbol: GraphSymbol, maxCandidates: number): readonly Use[] {
    if (this.#reader.component(symbol.file)?.id !== symbol.id) return [];
    const lazy = lazyImports(symbol, this.#reader).map((use): Use => ({
      ...use,
      kind: REFERENCE_KIND.read,
      tier: "import",
    }));
    const named = namesByPath(symbol, this.#reader).flatMap((name) => this.#reader.named(name, maxCandidates));
    const doubtful = named.filter((reference) => this.#resolver.resolve(reference).is === "unknown");
    return [...lazy, ...doubtful.map((reference) => useOf(reference, "name-only"))];
  }

  /** Uses in a tier above name-only, as they are found; at most `maxCandidates` are looked at where only names lead on. */
  *sureUsesOf(symbol: GraphSymbol, maxCandidates: number): Generator<Use> {
    for (const reference of this.#likely(symbol, maxCandidates)) {
      const tier = this.#tierOf(reference, symbol, false);
      if (tier !== undefined) yield useOf(reference, tier);
    }
  }

  #tierOf(reference: GraphReference, symbol: GraphSymbol, withNameOnly: boolean): Tier | undefined {
    const resolution = this.#resolver.resolve(reference);
    switch (resolution.is) {
      case "outside":
        return undefined;
      case "known":
        if (resolution.symbols.some(({ id }) => id === symbol.id)) return resolution.tier;
        return withNameOnly && this.#isRelated(resolution.symbols, symbol) ? "name-only" : undefined;
      case "unknown":
        return withNameOnly && isCompatible(reference, symbol, this.#reader) ? "name-only" : undefined;
    }
  }

  /** A member that overrides the one meant, or is overridden by it: which of them runs is known when it runs. */
  #isRelated(meant: readonly GraphSymbol[], symbol: GraphSymbol): boolean {
    const owner = this.#ownerOf(symbol);
    if (owner === undefined) return false;
    const above = this.#resolver.members.lineage(owner).types;
    return meant.some((other) => {
      const otherOwner = this.#ownerOf(other);
      if (otherOwner === undefined || otherOwner.id === owner.id) return false;
      // Who implements an interface is not always said.
      const isInterface = INTERFACES.has(otherOwner.kind) || INTERFACES.has(owner.kind);
      if (isInterface && isCallable(other) === isCallable(symbol)) return true;
      if (above.some(({ id }) => id === otherOwner.id)) return true;
      return this.#resolver.members.lineage(otherOwner).types.some(({ id }) => id === owner.id);
    });
  }

  /** A Go method stands at the top of its file, with the type in its name. */
  #ownerOf({ file, parent, fullName }: GraphSymbol): GraphSymbol | undefined {
    if (parent >= 0 && standsAtTop({ file, parent }, this.#reader)) return undefined;
    if (parent >= 0) return this.#reader.symbolsOf(file)[parent];
    const dot = fullName.lastIndexOf(".");
    return dot < 0 ? undefined : this.#resolver.members.resolve(this.#reader.idOf(fullName.slice(0, dot)), file);
  }

  /** The uses among which all sure ones are. */
  *#likely(symbol: GraphSymbol, maxCandidates: number): Generator<GraphReference> {
    const { visibility } = this.#reader.file(symbol.file) ?? {};
    if (visibility?.reach === "program" || this.#isOnlyOne(symbol)) {
      yield* this.#inTakers(symbol);
      yield* this.#reader.named(symbol.name, maxCandidates);
      return;
    }
    if (isMember(symbol, this.#reader)) {
      yield* this.#membersNamed(symbol, maxCandidates);
      return;
    }
    yield* this.#inFile(symbol.file, symbol.name);
    if (visibility?.reach === "folder") yield* this.#inPackage(symbol);
    yield* this.#inTakers(symbol);
  }

  /** Its telling name is enough to mean it, wherever it stands. */
  #isOnlyOne({ name }: GraphSymbol): boolean {
    return this.#resolver.isTelling(name) && this.#reader.namesakes(name).length === 1;
  }

  *#inTakers(symbol: GraphSymbol): Generator<GraphReference> {
    if (!standsAtTop(symbol, this.#reader)) return;
    const seen = new Set<number>();
    for (const { file, name } of this.#takers.of(symbol)) {
      const key = pairKey(file, name);
      if (file === symbol.file || seen.has(key)) continue;
      seen.add(key);
      yield* this.#inFile(file, name);
    }
  }

  *#inPackage({ file, name }: GraphSymbol): Generator<GraphReference> {
    const row = this.#reader.file(file);
    if (row === undefined) return;
    for (const other of this.#reader.package(row)) if (other !== file) yield* this.#inFile(other, name);
  }

  #inFile(file: number, name: number): readonly GraphReference[] {
    const known = this.#reader.knownNamed(name);
    if (known !== undefined) return known.filter((reference) => reference.file === file);
    return this.#reader.database.all<GraphReference>(
      `SELECT ${REFERENCE_COLUMNS} FROM refs WHERE name = ? AND file = ? LIMIT ${MAX_IN_FILE}`,
      name,
      file,
    );
  }

  /** Uses of a member whose object is told: by its class, as the owner itself, or by leaving it out. */
  #membersNamed(symbol: GraphSymbol, limit: number): readonly GraphReference[] {
    const { visibility } = this.#reader.file(symbol.file) ?? {};
    const owner = this.#ownerOf(symbol)?.name ?? this.#reader.idOf(symbol.fullName.split(".").at(-2) ?? "");
    const itself = this.#reader.idOf("super");
    const hasImplicitThis = visibility?.hasImplicitThis === true;
    const known = this.#reader.knownNamed(symbol.name);
    if (known !== undefined) {
      const isTold = ({ receiver, receiverType }: GraphReference): boolean =>
        receiverType !== null || (receiver === null ? hasImplicitThis : receiver === owner || receiver === itself);
      return known.filter(isTold).slice(0, limit);
    }
    return this.#reader.database.all<GraphReference>(
      `SELECT ${REFERENCE_COLUMNS} FROM refs
       WHERE name = ? AND (receiver_type IS NOT NULL OR receiver IN (?, ?) OR (receiver IS NULL AND ?)) LIMIT ?`,
      symbol.name,
      owner,
      itself,
      hasImplicitThis ? 1 : 0,
      limit,
    );
  }

  #countNamed(name: number): number {
    return this.#reader.database.get<{ n: number }>("SELECT count(*) AS n FROM refs WHERE name = ?", name)?.n ?? 0;
  }
}

function useOf({ file, line, kind, symbol }: GraphReference, tier: Tier): Use {
  return { file, line, kind, tier, symbol };
}

/** The surer of two. */
export function surer(a: Tier, b: Tier): Tier {
  return TIERS.indexOf(a) <= TIERS.indexOf(b) ? a : b;
}
