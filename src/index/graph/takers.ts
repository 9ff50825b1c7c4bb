import type { GraphReader, GraphSymbol } from "./graph-reader.ts";

/** A file in which a symbol is known by a name. */
export interface Taker {
  readonly file: number;
  readonly name: number;
}

/** Modules that a symbol is handed on through. */
const MAX_CARRIERS = 100;
const MAX_IMPORTERS = 2_000;

/** Where imports bring a symbol, and what it is called there. */
export class Takers {
  readonly #reader: GraphReader;
  readonly #all: number;

  constructor(reader: GraphReader) {
    this.#reader = reader;
    this.#all = reader.idOf("*");
  }

  /** Files that import a symbol of the top of its file, by its name, by another, or with its whole module. */
  *of(symbol: GraphSymbol): Generator<Taker> {
    const carriers = [...this.#ownNames(symbol)].map((name) => ({ file: symbol.file, name }));
    const seen = new Set(carriers.map(({ file, name }) => `${file}:${name}`));
    for (let at = 0; at < carriers.length && at < MAX_CARRIERS; at += 1) {
      const carrier = carriers[at];
      if (carrier === undefined) return;
      for (const { isExport, file, name } of this.#next(carrier)) {
        if (!isExport) yield { file, name };
        const key = `${file}:${name}`;
        if (!isExport || seen.has(key)) continue;
        seen.add(key);
        carriers.push({ file, name });
      }
    }
  }

  /** The names a module gives the symbol to others under. */
  #ownNames({ file, name }: GraphSymbol): ReadonlySet<number> {
    const names = new Set([name]);
    for (const [exported, rows] of this.#reader.exportsOf(file)) {
      if (rows.some(({ local, source }) => source === null && local === name)) names.add(exported);
    }
    // `module.exports = f` is what a default import brings.
    const isWhole = ["module.exports", "export ="].some((whole) => names.has(this.#reader.idOf(whole)));
    return isWhole ? names.add(this.#reader.idOf("default")).add(this.#all) : names;
  }

  /** Files that import a name of a module: what they call it, and what they export it as. */
  *#next({ file: target, name }: Taker): Generator<Taker & { readonly isExport: boolean }> {
    const row = this.#reader.file(target);
    const targets = row?.visibility.reach === "folder" ? this.#reader.package(row) : [target];
    for (const one of targets) yield* this.#importers(one, name);
    yield* this.#reexporters(target, name);
  }

  *#importers(target: number, name: number): Generator<Taker & { readonly isExport: boolean }> {
    const bindings = this.#reader.database.all<{ file: number; local: number; imported: number }>(
      `SELECT b.file, b.local, b.imported FROM imports i JOIN bindings b ON b.import = i.id
       WHERE i.target = ? AND b.imported IN (?, ?) LIMIT ${MAX_IMPORTERS}`,
      target,
      name,
      this.#all,
    );
    for (const { file, local, imported } of bindings) {
      // Of a whole module the name is said behind a dot, or alone where all names are taken over.
      const isWhole = imported === this.#all && name !== this.#all;
      yield { file, name: isWhole ? name : local, isExport: false };
      const passesOn = this.#reader.file(file)?.visibility.passesImportsOn === true;
      if (passesOn) yield { file, name: local === this.#all ? name : local, isExport: true };
      else yield* this.#exportedAs(file, local);
    }
  }

  *#exportedAs(file: number, local: number): Generator<Taker & { readonly isExport: boolean }> {
    for (const [exported, rows] of this.#reader.exportsOf(file)) {
      if (rows.some((row) => row.source === null && (row.local ?? row.name) === local)) {
        yield { file, name: exported, isExport: true };
      }
    }
  }

  *#reexporters(target: number, name: number): Generator<Taker & { readonly isExport: boolean }> {
    const rows = this.#reader.database.all<{ file: number; exported: number }>(
      `SELECT e.file, e.name AS exported FROM imports i JOIN exports e ON e.file = i.file AND e.source = i.source
       WHERE i.target = ? AND coalesce(e.local, e.name) IN (?, ?) LIMIT ${MAX_IMPORTERS}`,
      target,
      name,
      this.#all,
    );
    for (const { file, exported } of rows)
      yield { file, name: exported === this.#all ? name : exported, isExport: true };
  }
}
