import type { GraphReader, GraphReference, GraphSymbol } from "./graph-reader.ts";
import { TIERS, type ReferenceResolver, type Tier } from "./resolve-reference.ts";
import { isCompatible } from "./namesake.ts";

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

export interface UsesOptions {
  /** Uses of the name that are looked at; the rest is counted. */
  readonly maxCandidates: number;
  /** False: only uses that are sure to mean the symbol. */
  readonly withNameOnly: boolean;
}

const REFERENCE_COLUMNS = "file, name, symbol, kind, line, receiver, receiver_type AS receiverType";
/** Modules that a symbol is handed on through. */
const MAX_CARRIERS = 100;

/** Who uses a symbol, by resolving each use of its names. */
export class UserFinder {
  readonly #resolver: ReferenceResolver;
  readonly #reader: GraphReader;

  constructor(resolver: ReferenceResolver) {
    this.#resolver = resolver;
    this.#reader = resolver.reader;
  }

  /** In no particular order. */
  usesOf(symbol: GraphSymbol, options: UsesOptions): FoundUses {
    const uses: Use[] = [];
    let looked = 0;
    let unseen = 0;
    const look = (reference: GraphReference): void => {
      looked += 1;
      const tier = this.#tierOf(reference, symbol, options.withNameOnly);
      if (tier !== undefined) uses.push({ ...reference, tier });
    };
    for (const { file, name } of this.#aliases(symbol)) {
      for (const reference of this.#referencesIn(file, name)) look(reference);
    }
    for (const reference of this.#references(symbol, options.maxCandidates + 1)) {
      if (looked < options.maxCandidates) look(reference);
      else unseen += 1;
    }
    if (unseen > 0) unseen = Math.max(1, this.#countReferences(symbol.name) - looked);
    return { uses, unseen };
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
      if (otherOwner === undefined) return false;
      if (above.some(({ id }) => id === otherOwner.id)) return true;
      return this.#resolver.members.lineage(otherOwner).types.some(({ id }) => id === owner.id);
    });
  }

  #ownerOf({ file, parent }: GraphSymbol): GraphSymbol | undefined {
    return parent < 0 ? undefined : this.#reader.symbolsOf(file).byOrdinal[parent];
  }

  /** Files in which the symbol has another name than its own, with that name. */
  #aliases(symbol: GraphSymbol): { file: number; name: number }[] {
    const aliases: { file: number; name: number }[] = [];
    if (symbol.parent >= 0) return aliases;
    const carriers = [...this.#ownNames(symbol)].map((name) => ({ file: symbol.file, name }));
    const seen = new Set(carriers.map(({ file, name }) => `${file}:${name}`));
    for (let at = 0; at < carriers.length && at < MAX_CARRIERS; at += 1) {
      const carrier = carriers[at];
      if (carrier === undefined) break;
      for (const next of this.#takers(carrier.file, carrier.name)) {
        if (next.isLocal && next.name !== symbol.name) aliases.push(next);
        const key = `${next.file}:${next.name}`;
        if (next.isLocal || seen.has(key)) continue;
        seen.add(key);
        carriers.push(next);
      }
    }
    return aliases;
  }

  /** The names a module gives the symbol to others under. */
  #ownNames({ file, name }: GraphSymbol): ReadonlySet<number> {
    const names = new Set([name]);
    for (const [exported, rows] of this.#reader.exportsOf(file)) {
      if (rows.some(({ local, source }) => source === null && local === name)) names.add(exported);
    }
    return names;
  }

  /** Files that import a name of a module: what they call it themselves, and what they export it as. */
  *#takers(target: number, name: number): Generator<{ file: number; name: number; isLocal: boolean }> {
    const bindings = this.#reader.database.all<{ file: number; local: number }>(
      `SELECT b.file, b.local FROM imports i JOIN bindings b ON b.import = i.id
       WHERE i.target = ? AND b.imported = ? LIMIT 2000`,
      target,
      name,
    );
    for (const { file, local } of bindings) {
      yield { file, name: local, isLocal: true };
      for (const [exported, rows] of this.#reader.exportsOf(file)) {
        if (rows.some((row) => row.source === null && (row.local ?? row.name) === local)) {
          yield { file, name: exported, isLocal: false };
        }
      }
    }
    const reexports = this.#reader.database.all<{ file: number; exported: number }>(
      `SELECT e.file, e.name AS exported FROM imports i JOIN exports e ON e.file = i.file AND e.source = i.source
       WHERE i.target = ? AND coalesce(e.local, e.name) IN (?, ?) LIMIT 2000`,
      target,
      name,
      this.#reader.idOf("*"),
    );
    for (const { file, exported } of reexports) {
      yield { file, name: exported === this.#reader.idOf("*") ? name : exported, isLocal: false };
    }
  }

  #referencesIn(file: number, name: number): GraphReference[] {
    return this.#reader.database.all<GraphReference>(
      `SELECT ${REFERENCE_COLUMNS} FROM refs WHERE name = ? AND file = ? LIMIT 1000`,
      name,
      file,
    );
  }

  /** Uses of the name: in the symbol's own file first. */
  *#references({ name, file }: GraphSymbol, limit: number): Generator<GraphReference> {
    yield* this.#referencesIn(file, name);
    const sql = `SELECT ${REFERENCE_COLUMNS} FROM refs WHERE name = ? AND file <> ? LIMIT ?`;
    yield* this.#reader.database.all<GraphReference>(sql, name, file, limit);
  }

  #countReferences(name: number): number {
    return this.#reader.database.get<{ n: number }>("SELECT count(*) AS n FROM refs WHERE name = ?", name)?.n ?? 0;
  }
}

/** The surer of two. */
export function surer(a: Tier, b: Tier): Tier {
  return TIERS.indexOf(a) <= TIERS.indexOf(b) ? a : b;
}
