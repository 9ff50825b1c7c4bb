import type { Language } from "web-tree-sitter";
import { ERROR_TYPE } from "../tree/syntax-tree.ts";
import type { ChildPattern, NodePattern, Pattern } from "./pattern.ts";

/** A pattern in the numbers of one grammar. */
export interface CompiledPattern {
  readonly source: Pattern;
  readonly root: CompiledNode;
}

export interface CompiledNode {
  /** 1 at the number of each type that fits. */
  readonly types: Uint8Array;
  readonly captures: readonly string[];
  readonly children: readonly CompiledChild[];
  /** Fields that must be absent. */
  readonly absentFields: readonly number[];
}

export interface CompiledChild {
  /** Undefined: any field or none. */
  readonly field: number | undefined;
  /** The field is followed through itself. */
  readonly isRepeated: boolean;
  readonly alternatives: readonly CompiledNode[];
  /** Fields and tokens are found wherever they stand; others are named, and in the order of the pattern. */
  readonly isOrdered: boolean;
  readonly isAnchored: boolean;
  readonly isLast: boolean;
}

const ERROR = "ERROR";
const COMMENT: NodePattern = { type: "comment", isToken: false, captures: [], children: [], absentFields: [] };
/** No node has it. */
const NO_FIELD = -1;

export class PatternCompiler {
  /** 1 at the number of each named type. */
  readonly isNamed = new Uint8Array(ERROR_TYPE + 1);
  /** 1 at the number of each type of comments. */
  readonly isComment: Uint8Array;
  readonly #typeCount: number;
  readonly #ids = new Map<string, number[]>();
  readonly #fieldIds = new Map<string, number>();
  readonly #sets = new Map<string, Uint8Array>();

  constructor(language: Language) {
    this.#typeCount = language.types.length;
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
    this.isComment = this.#typeSet(COMMENT);
  }

  compile(source: Pattern): CompiledPattern {
    return { source, root: this.#node(source.root) };
  }

  /** Several types of a grammar can have one name. */
  typesOf({ type, isToken }: NodePattern): readonly number[] {
    return this.#ids.get(keyOf(type, isToken)) ?? [];
  }

  #node(pattern: NodePattern): CompiledNode {
    return {
      types: this.#typeSet(pattern),
      captures: pattern.captures,
      children: pattern.children.map((child) => this.#child(child)),
      absentFields: pattern.absentFields.map((field) => this.#fieldIds.get(field) ?? NO_FIELD),
    };
  }

  #child({ field, isRepeated, alternatives, isToken, isAnchored, isLast }: ChildPattern): CompiledChild {
    return {
      field: field === undefined ? undefined : (this.#fieldIds.get(field) ?? NO_FIELD),
      isRepeated,
      alternatives: alternatives.map((alternative) => this.#node(alternative)),
      isOrdered: field === undefined && !isToken,
      isAnchored,
      isLast,
    };
  }

  #typeSet(pattern: NodePattern): Uint8Array {
    if (pattern.type === "_" && !pattern.isToken) return this.isNamed;
    const key = keyOf(pattern.type, pattern.isToken);
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const types = this.typesOf(pattern);
    // A number past the end is in no set.
    const set = new Uint8Array(types.includes(ERROR_TYPE) ? ERROR_TYPE + 1 : this.#typeCount);
    for (const type of types) set[type] = 1;
    this.#sets.set(key, set);
    return set;
  }
}

/** Tokens and nodes can have the same name: "import". */
function keyOf(type: string, isToken: boolean): string {
  return isToken ? `"${type}` : type;
}
