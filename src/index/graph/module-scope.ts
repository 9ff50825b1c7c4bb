import { pairKey, type GraphReader, type GraphSymbol } from "./graph-reader.ts";
import { isTopLevel } from "./components/component-scope.ts";

/** How many re-exports a name is followed through. */
const MAX_STEPS = 8;

/** What a name stands for in a module. */
export type Meaning =
  /** These declarations; more than one only where they are one thing (overloads, a type and a value of one name). */
  | { readonly is: "symbols"; readonly symbols: readonly GraphSymbol[] }
  /** A module as a whole: a namespace import, a package. */
  | { readonly is: "module"; readonly file: number }
  /** Something that is not declared in this root. */
  | { readonly is: "outside" }
  | { readonly is: "unknown" };

export const UNKNOWN: Meaning = { is: "unknown" };
export const OUTSIDE: Meaning = { is: "outside" };

/** Files that stand for the folder they lie in. */
const MODULE_FILES: ReadonlySet<string> = new Set(["__init__", "mod", "lib", "main"]);

/** What names stand for at the top of a module, followed through imports and re-exports. */
export class ModuleScope {
  readonly #reader: GraphReader;
  readonly #all: number;
  readonly #default: number;
  readonly #wholes: readonly number[];
  readonly #exported = new Map<number, Meaning>();

  constructor(reader: GraphReader) {
    this.#reader = reader;
    this.#all = reader.idOf("*");
    this.#default = reader.idOf("default");
    this.#wholes = ["module.exports", "export ="].map((name) => reader.idOf(name));
  }

  /** What importing `name` from a module brings. */
  exported(file: number, name: number, steps = 0): Meaning {
    if (name === this.#all) return { is: "module", file };
    const key = pairKey(file, name);
    const known = this.#exported.get(key);
    if (known !== undefined) return known;
    if (steps > MAX_STEPS) return UNKNOWN;
    // Modules that import each other in a circle end here.
    this.#exported.set(key, UNKNOWN);
    const meaning = this.#findExported(file, name, steps);
    this.#exported.set(key, meaning);
    return meaning;
  }

  #findExported(file: number, name: number, steps: number): Meaning {
    const own = this.#ownExport(file, name);
    if (own.length > 0) return { is: "symbols", symbols: own };
    const exports = this.#reader.exportsOf(file);
    for (const { local, source } of exports.get(name) ?? []) {
      if (source !== null) {
        const target = this.#reader.exportTarget(file, source);
        return target === null ? UNKNOWN : this.exported(target, local ?? name, steps + 1);
      }
      const meaning = this.named(file, local ?? name, steps + 1);
      if (meaning.is !== "unknown") return meaning;
    }
    if (name === this.#default) {
      for (const whole of this.#wholes) {
        const local = exports.get(whole)?.[0]?.local ?? null;
        if (local !== null) return this.named(file, local, steps + 1);
      }
    }
    return this.#passedOn(file, name, steps);
  }

  /** What a module takes over from others without naming it. */
  #passedOn(file: number, name: number, steps: number): Meaning {
    const { exported, visibility } = {
      exported: this.#reader.exportsOf(file),
      visibility: this.#reader.file(file)?.visibility,
    };
    for (const { source } of exported.get(this.#all) ?? []) {
      const target = source === null ? null : this.#reader.exportTarget(file, source);
      if (target === null) continue;
      const meaning = this.exported(target, name, steps + 1);
      if (meaning.is !== "unknown") return meaning;
    }
    return visibility?.passesImportsOn === true ? this.imported(file, name, steps + 1) : UNKNOWN;
  }

  #ownExport(file: number, name: number): readonly GraphSymbol[] {
    const row = this.#reader.file(file);
    if (row?.visibility.reach === "folder") return this.inPackage(file, name);
    const component = name === this.#default ? this.#reader.component(file) : undefined;
    const own = this.#topLevel(this.#reader.declared(file, name));
    return component === undefined ? own : [component, ...own];
  }

  /** What a name stands for in the code of a module, at its top: a declaration or an import. */
  named(file: number, name: number, steps = 0): Meaning {
    const all = this.#topLevel(this.#reader.declared(file, name));
    // A component has the name of its file unless something else in it has that.
    const isImported = all.some(isComponent) && this.#reader.bindings(file, name).length > 0;
    const own = isImported || all.length > 1 ? all.filter((symbol) => !isComponent(symbol)) : all;
    return own.length > 0 ? { is: "symbols", symbols: own } : this.imported(file, name, steps);
  }

  /** What an import statement of the module makes of a name. */
  imported(file: number, name: number, steps = 0): Meaning {
    let meaning: Meaning = UNKNOWN;
    for (const { imported, target, isInternal } of this.#reader.bindings(file, name)) {
      if (target === null) {
        if (isInternal === 0) meaning = OUTSIDE;
        continue;
      }
      const found = this.exported(target, imported, steps + 1);
      if (found.is !== "unknown") return found;
      const module = this.#submodule(target, imported);
      if (module !== undefined) return { is: "module", file: module };
    }
    if (meaning.is === "outside") return meaning;
    for (const { target } of this.#reader.bindings(file, this.#all)) {
      if (target === null || target === file) continue;
      const found = this.exported(target, name, steps + 1);
      if (found.is !== "unknown") return found;
    }
    return meaning;
  }

  /** `from package import module`: the module itself, or one in its folder. */
  #submodule(file: number, name: number): number | undefined {
    const row = this.#reader.file(file);
    if (row?.visibility.submodules === undefined) return undefined;
    const text = this.#reader.nameOf(name);
    const [stem = "", above] = row.path
      .replace(/\.[^./]*$/, "")
      .split("/")
      .reverse();
    if (stem === text || (above === text && MODULE_FILES.has(stem))) return file;
    const folder = MODULE_FILES.has(stem) ? row.folder : `${row.folder}/${stem}`;
    for (const ending of row.visibility.submodules) {
      const found = this.#reader.fileAt(`${folder === "" ? "" : `${folder}/`}${text}${ending}`);
      if (found !== undefined) return found.id;
    }
    return undefined;
  }

  #topLevel(symbols: readonly GraphSymbol[]): readonly GraphSymbol[] {
    return symbols.filter((symbol) => isTopLevel(symbol, this.#reader));
  }

  /** Declarations at the top of any file of the module's folder. */
  inPackage(file: number, name: number): readonly GraphSymbol[] {
    const row = this.#reader.file(file);
    if (row === undefined) return [];
    return this.#topLevel(this.#reader.namesakes(name)).filter((symbol) => {
      const other = this.#reader.file(symbol.file);
      return other?.folder === row.folder && other.visibility.family === row.visibility.family;
    });
  }
}

function isComponent({ kind }: GraphSymbol): boolean {
  return kind === "component";
}
