import { pairKey, remember, type GraphReader, type GraphSymbol } from "./graph-reader.ts";

/** A file in which a symbol is known by a name. */
export interface Taker {
  readonly file: number;
  readonly name: number;
}

/** A module that others have a symbol from. */
interface Carrier extends Taker {
  /** Set: `name` is that of a whole module, and the symbol is said behind it by this one. */
  readonly inside?: number;
}

/** `isExport`: others can import it from there. */
type Step = (Taker & { readonly isExport: false }) | (Carrier & { readonly isExport: true });

/** Modules that a symbol is handed on through. */
const MAX_CARRIERS = 100;
const MAX_IMPORTERS = 2_000;
/** Rows about one module that are read at once, for all of its names. */
const MAX_KEPT = 1_000;

interface Binding {
  readonly file: number;
  readonly local: number;
  readonly imported: number;
}

interface Reexport {
  readonly file: number;
  readonly exported: number;
  /** What it is called in the module that it comes from. */
  readonly own: number;
}

/** Where imports bring a symbol, and what it is called there. */
export class Takers {
  readonly #reader: GraphReader;
  readonly #all: number;
  readonly #bindings = new Map<number, readonly Binding[]>();
  readonly #exports = new Map<number, readonly Reexport[]>();

  constructor(reader: GraphReader) {
    this.#reader = reader;
    this.#all = reader.idOf("*");
  }

  /** Files that import a symbol of the top of its file, by its name, by another, or with its whole module. */
  *of(symbol: GraphSymbol): Generator<Taker> {
    const carriers: Carrier[] = [...this.#ownNames(symbol)].map((name) => ({ file: symbol.file, name }));
    const seen = new Set(carriers.map(keyOf));
    for (let at = 0; at < carriers.length && at < MAX_CARRIERS; at += 1) {
      const carrier = carriers[at];
      if (carrier === undefined) return;
      for (const step of this.#next(carrier)) {
        if (!step.isExport) {
          yield { file: step.file, name: step.name };
          continue;
        }
        const key = keyOf(step);
        if (seen.has(key)) continue;
        seen.add(key);
        carriers.push(step);
      }
    }
  }

  /** The names a module gives the symbol to others under. */
  #ownNames({ file, name, id }: GraphSymbol): ReadonlySet<number> {
    const names = new Set([name]);
    if (this.#reader.component(file)?.id === id) names.add(this.#reader.idOf("default"));
    for (const [exported, rows] of this.#reader.exportsOf(file)) {
      if (rows.some(({ local, source }) => source === null && local === name)) names.add(exported);
    }
    // `module.exports = f` is what a default import brings.
    const isWhole = ["module.exports", "export ="].some((whole) => names.has(this.#reader.idOf(whole)));
    return isWhole ? names.add(this.#reader.idOf("default")).add(this.#all) : names;
  }

  /** Files that import a name of a module: what they call it, and what they export it as. */
  *#next(carrier: Carrier): Generator<Step> {
    const row = this.#reader.file(carrier.file);
    const targets = row?.visibility.reach === "folder" ? this.#reader.package(row) : [carrier.file];
    for (const one of targets) yield* this.#importers({ ...carrier, file: one });
    yield* this.#reexporters(carrier);
  }

  *#importers({ file: target, name, inside }: Carrier): Generator<Step> {
    for (const { file, local, imported } of this.#bindingsTo(target, name)) {
      const isWhole = imported === this.#all && name !== this.#all;
      const isSpread = isWhole && local === this.#all;
      // Of a whole module the name is said behind a dot, or alone where all names are taken over.
      const behind = isWhole && !isSpread ? (inside ?? name) : inside;
      const known = isSpread ? name : local;
      yield { file, name: behind ?? known, isExport: false };
      const passesOn = this.#reader.file(file)?.visibility.passesImportsOn === true;
      for (const exported of passesOn ? [known] : this.#exportedAs(file, local)) {
        yield { ...carrierOf(file, exported, behind), isExport: true };
      }
    }
  }

  *#exportedAs(file: number, local: number): Generator<number> {
    for (const [exported, rows] of this.#reader.exportsOf(file)) {
      if (rows.some((row) => row.source === null && (row.local ?? row.name) === local)) yield exported;
    }
  }

  *#reexporters({ file: target, name, inside }: Carrier): Generator<Step> {
    for (const { file, exported, own } of this.#exportsFrom(target, name)) {
      const isSpread = exported === this.#all;
      const isWhole = own === this.#all && name !== this.#all && !isSpread;
      yield { ...carrierOf(file, isSpread ? name : exported, isWhole ? (inside ?? name) : inside), isExport: true };
    }
  }

  /** What import statements bind of a name of a module, and of the whole module. */
  #bindingsTo(target: number, name: number): readonly Binding[] {
    const { database } = this.#reader;
    const sql = `SELECT b.file, b.local, b.imported FROM imports i JOIN bindings b ON b.import = i.id WHERE i.target = ?`;
    const all = remember(this.#bindings, target, () => database.all<Binding>(`${sql} LIMIT ${MAX_KEPT + 1}`, target));
    if (all.length <= MAX_KEPT) return all.filter(({ imported }) => imported === name || imported === this.#all);
    return database.all(`${sql} AND b.imported IN (?, ?) LIMIT ${MAX_IMPORTERS}`, target, name, this.#all);
  }

  /** What modules export of a name of a module, and of all of its names, without importing it. */
  #exportsFrom(target: number, name: number): readonly Reexport[] {
    const { database } = this.#reader;
    const sql = `SELECT e.file, e.name AS exported, coalesce(e.local, e.name) AS own
      FROM imports i JOIN exports e ON e.file = i.file AND e.source = i.source WHERE i.target = ?`;
    const all = remember(this.#exports, target, () => database.all<Reexport>(`${sql} LIMIT ${MAX_KEPT + 1}`, target));
    if (all.length <= MAX_KEPT) return all.filter(({ own }) => own === name || own === this.#all);
    return database.all(`${sql} AND own IN (?, ?) LIMIT ${MAX_IMPORTERS}`, target, name, this.#all);
  }
}

function carrierOf(file: number, name: number, inside: number | undefined): Carrier {
  return inside === undefined ? { file, name } : { file, name, inside };
}

function keyOf({ file, name, inside }: Carrier): number | string {
  const key = pairKey(file, name);
  return inside === undefined ? key : `${key} ${inside}`;
}
