import type { Language, Node } from "web-tree-sitter";

const ERROR = "ERROR";
const ERROR_ID = 65_535;

/** What patterns ask about the nodes of one grammar, in its own numbers. */
export class GrammarTypes {
  readonly #types: readonly string[];
  readonly #isNamed: readonly boolean[];
  readonly #ids = new Map<string, number[]>();
  readonly #fieldIds = new Map<string, number>();
  readonly #repeatedFields: readonly string[];

  /** `repeatedFields`: fields that hold several nodes; looking for all of them costs several times as much. */
  constructor(language: Language, repeatedFields: readonly string[]) {
    this.#repeatedFields = repeatedFields;
    this.#types = language.types;
    this.#isNamed = language.types.map((_type, id) => language.nodeTypeIsNamed(id));
    for (const [id, type] of language.types.entries()) {
      const ids = this.#ids.get(type);
      if (ids === undefined) this.#ids.set(type, [id]);
      else ids.push(id);
    }
    for (const [id, field] of language.fields.entries()) if (field !== null) this.#fieldIds.set(field, id);
  }

  typeOf(id: number): string {
    return this.#types[id] ?? ERROR;
  }

  isNamed(id: number): boolean {
    return this.#isNamed[id] ?? true;
  }

  /** Several types of a grammar can have one name. Errors have a number beyond all types. */
  idsOf(type: string, isNamed: boolean): number[] {
    if (type === ERROR) return [ERROR_ID];
    return (this.#ids.get(type) ?? []).filter((id) => this.isNamed(id) === isNamed);
  }

  nodesInField(node: Node, field: string): readonly Node[] {
    const id = this.#fieldIds.get(field);
    if (id === undefined) return [];
    if (this.#repeatedFields.includes(field)) return node.childrenForFieldId(id) as Node[];
    const only = node.childForFieldId(id);
    return only === null ? [] : [only];
  }
}

/** A node that remembers what was asked of it: each question costs a call into WebAssembly. */
export class NodeView {
  readonly node: Node;
  readonly #types: GrammarTypes;
  #typeId: number | undefined;
  #named: readonly NodeView[] | undefined;
  #all: readonly NodeView[] | undefined;
  /** Names and nodes of the fields asked for, in turn. */
  #fields: (string | readonly NodeView[])[] | undefined;

  constructor(node: Node, types: GrammarTypes) {
    this.node = node;
    this.#types = types;
  }

  get typeId(): number {
    return (this.#typeId ??= this.node.typeId);
  }

  get type(): string {
    return this.#types.typeOf(this.typeId);
  }

  get isNamed(): boolean {
    return this.#types.isNamed(this.typeId);
  }

  get namedChildren(): readonly NodeView[] {
    return (this.#named ??= this.#views(this.node.namedChildren as Node[]));
  }

  get children(): readonly NodeView[] {
    return (this.#all ??= this.#views(this.node.children as Node[]));
  }

  inField(field: string): readonly NodeView[] {
    this.#fields ??= [];
    const at = this.#fields.indexOf(field);
    if (at >= 0) return this.#fields[at + 1] as readonly NodeView[];
    const found = this.#views(this.#types.nodesInField(this.node, field));
    this.#fields.push(field, found);
    return found;
  }

  #views(nodes: readonly Node[]): NodeView[] {
    return nodes.map((node) => new NodeView(node, this.#types));
  }
}
