/** The number web-tree-sitter gives to nodes that are errors; beyond all types of a grammar. */
export const ERROR_TYPE = 65_535;

const ERROR = "ERROR";

/** What a grammar calls its node types and fields, by their numbers. Plain data: it crosses to another thread. */
export interface GrammarNames {
  readonly types: readonly string[];
  /** Number 0 is no field. */
  readonly fields: readonly (string | null)[];
  /** Numbers of the types that are no tokens. */
  readonly named: readonly number[];
}

/** A grammar as the parser's library has it. */
interface ParserLanguage extends Pick<GrammarNames, "types" | "fields"> {
  nodeTypeIsNamed(type: number): boolean;
}

export function namesOf(language: ParserLanguage): GrammarNames {
  const { types, fields } = language;
  return { types, fields, named: [...types.keys()].filter((type) => language.nodeTypeIsNamed(type)) };
}

/** The names of a grammar's node types and fields, and their numbers. */
export class GrammarTypes {
  readonly typeCount: number;
  /** Numbers of fields run from 1 to this. */
  readonly fieldCount: number;
  readonly names: GrammarNames;
  /** 1 at the number of each named type. */
  readonly isNamed = new Uint8Array(ERROR_TYPE + 1);
  readonly #ids = new Map<string, number[]>();
  readonly #fieldIds = new Map<string, number>();
  readonly #sets = new Map<string, Uint8Array>();

  constructor(names: GrammarNames) {
    this.names = names;
    this.typeCount = names.types.length;
    this.fieldCount = names.fields.length;
    for (const id of names.named) this.isNamed[id] = 1;
    for (const [id, type] of names.types.entries()) {
      const key = keyOf(type, this.isNamed[id] === 0);
      const ids = this.#ids.get(key);
      if (ids === undefined) this.#ids.set(key, [id]);
      else ids.push(id);
    }
    this.isNamed[ERROR_TYPE] = 1;
    this.#ids.set(keyOf(ERROR, false), [ERROR_TYPE]);
    for (const [id, field] of names.fields.entries()) if (field !== null) this.#fieldIds.set(field, id);
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
    return this.names.types[id] ?? ERROR;
  }

  fieldId(name: string): number | undefined {
    return this.#fieldIds.get(name);
  }
}

/** Tokens and nodes can have the same name: "import". */
function keyOf(type: string, isToken: boolean): string {
  return isToken ? `"${type}` : type;
}
