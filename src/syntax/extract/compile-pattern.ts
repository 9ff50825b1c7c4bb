import { ERROR_TYPE, type GrammarTypes } from "../tree/grammar-types.ts";
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

/** No node has it. */
const NO_FIELD = -1;

export class PatternCompiler {
  readonly #grammar: GrammarTypes;
  readonly #sets = new Map<string, Uint8Array>();

  constructor(grammar: GrammarTypes) {
    this.#grammar = grammar;
  }

  compile(source: Pattern): CompiledPattern {
    return { source, root: this.#node(source.root) };
  }

  #node(pattern: NodePattern): CompiledNode {
    return {
      types: this.#typeSet(pattern),
      captures: pattern.captures,
      children: pattern.children.map((child) => this.#child(child)),
      absentFields: pattern.absentFields.map((field) => this.#grammar.fieldId(field) ?? NO_FIELD),
    };
  }

  #child({ field, isRepeated, alternatives, isToken, isAnchored, isLast }: ChildPattern): CompiledChild {
    return {
      field: field === undefined ? undefined : (this.#grammar.fieldId(field) ?? NO_FIELD),
      isRepeated,
      alternatives: alternatives.map((alternative) => this.#node(alternative)),
      isOrdered: field === undefined && !isToken,
      isAnchored,
      isLast,
    };
  }

  #typeSet({ type, isToken }: NodePattern): Uint8Array {
    if (type === "_" && !isToken) return this.#grammar.isNamed;
    const key = isToken ? `"${type}` : type;
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const types = this.#grammar.typesOf(type, isToken);
    // A number past the end is in no set.
    const set = new Uint8Array(types.includes(ERROR_TYPE) ? ERROR_TYPE + 1 : this.#grammar.typeCount);
    for (const id of types) set[id] = 1;
    this.#sets.set(key, set);
    return set;
  }
}
