import type { Language } from "web-tree-sitter";

/** The number web-tree-sitter gives to nodes that are errors; beyond all types of a grammar. */
export const ERROR_TYPE = 65_535;

const ERROR = "ERROR";

/** The names of a grammar's node types and fields, and their numbers. */
export class GrammarTypes {
  readonly typeCount: number;
  /** Numbers of fields run from 1 to this. */
  readonly fieldCount: number;
  /** 1 at the number of each named type. */
  readonly isNamed = new Uint8Array(ERROR_TYPE + 1);
  readonly #names: readonly string[];
  readonly #ids = new Map<string, number[]>();
  readonly #fieldIds = new Map<string, number>();
  readonly #sets = new Map<string, Uint8Array>();

  constructor(language: Language) {
    this.#names = language.types;
    this.typeCount = language.types.length;
    this.fieldCount = language.fields.length;
    for (const [id, type] of language.types.entries()) {
      const isNamed = language.nodeTypeIsNamed(id);
      if (isNamed) this.isNamed[id] = 1;
      const key = keyOf(type, !isNamed);
      const ids = this.#ids.get(key);
      if (ids === undefined) this.#ids.set(key, [id]);
      else ids.push(id);
    }
    this.isNamed[ERROR_TYPE] = 1;
    this.#ids.set(keyOf(ERROR, false), [ERROR_TYPE]);
    for (const [id, field] of language.fields.entries()) if (field !== null) this.#fieldIds.set(field, id);
  }

  /** Several types of a grammar can have one name. */
  typesOf(name: string, isToken: boolean): readonly number[] {
    return this.#ids.get(keyOf(name, isToken)) ?? [];
  }

  /** 1 at the number of each node type with one of the names. */
  setOf(names: readonly string[]): Uint8Array {
    const key = names.join(" ");
    let set = this.#sets.get(key);
    if (set === undefined) {
      set = new Uint8Array(this.typeCount);
      for (const id of names.flatMap((name) => this.typesOf(name, false))) set[id] = 1;
      this.#sets.set(key, set);
    }
    return set;
  }

  typeName(id: number): string {
    return this.#names[id] ?? ERROR;
  }

  fieldId(name: string): number | undefined {
    return this.#fieldIds.get(name);
  }
}

/** Tokens and nodes can have the same name: "import". */
function keyOf(type: string, isToken: boolean): string {
  return isToken ? `"${type}` : type;
}
