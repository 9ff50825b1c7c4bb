import type { Tree } from "web-tree-sitter";
import type { GrammarTypes } from "./grammar-types.ts";
import type { CursorFunctions } from "./runtime.ts";
import type { SyntaxTree } from "./syntax-tree.ts";

const NODES_BETWEEN_CHECKS = 16_384;
/** A node for so many characters, so that arrays seldom grow. */
const CHARACTERS_PER_NODE = 3;

/** A place in a tree that moves, and what is there. */
interface Walk {
  toFirstChild(): boolean;
  toNextSibling(): boolean;
  toParent(): boolean;
  type(): number;
  field(): number;
  start(): number;
  end(): number;
  isMissing(): boolean;
  finish(): void;
}

export interface ReadOptions {
  /** Of the text. */
  readonly length: number;
  readonly functions: Partial<CursorFunctions>;
  readonly grammar: GrammarTypes;
}

/** Reads a whole tree. Undefined: `isOver` said to stop. */
export function readTree(
  tree: Tree,
  { length, functions, grammar }: ReadOptions,
  isOver: () => boolean,
): SyntaxTree | undefined {
  const { hasError } = tree.rootNode;
  const walk = directWalk(tree, functions) ?? cursorWalk(tree);
  try {
    const read = new TreeReader(walk, hasError, length).read(isOver);
    return read === undefined ? undefined : { ...read, grammar };
  } finally {
    walk.finish();
  }
}

/** The cursor as the library offers it: four numbers go in and out of the module's memory for each step. */
export function cursorWalk(tree: Tree): Walk {
  const cursor = tree.walk();
  return {
    toFirstChild: () => cursor.gotoFirstChild(),
    toNextSibling: () => cursor.gotoNextSibling(),
    toParent: () => cursor.gotoParent(),
    type: () => cursor.nodeTypeId,
    field: () => cursor.currentFieldId,
    start: () => cursor.startIndex,
    end: () => cursor.endIndex,
    isMissing: () => cursor.nodeIsMissing,
    finish: () => cursor.delete(),
  };
}

/**
 * The same steps without that. Nothing else may use the module meanwhile. Undefined when this version
 * of the library is built otherwise.
 */
export function directWalk(tree: Tree, functions: Partial<CursorFunctions>): Walk | undefined {
  const address: unknown = Reflect.get(tree, 0);
  if (typeof address !== "number" || !isComplete(functions)) return undefined;
  functions._ts_tree_root_node_wasm(address);
  functions._ts_tree_cursor_new_wasm(address);
  return {
    toFirstChild: () => functions._ts_tree_cursor_goto_first_child_wasm(address) === 1,
    toNextSibling: () => functions._ts_tree_cursor_goto_next_sibling_wasm(address) === 1,
    toParent: () => functions._ts_tree_cursor_goto_parent_wasm(address) === 1,
    type: () => functions._ts_tree_cursor_current_node_type_id_wasm(address),
    field: () => functions._ts_tree_cursor_current_field_id_wasm(address),
    start: () => functions._ts_tree_cursor_start_index_wasm(address),
    end: () => functions._ts_tree_cursor_end_index_wasm(address),
    isMissing: () => functions._ts_tree_cursor_current_node_is_missing_wasm(address) === 1,
    finish: () => functions._ts_tree_cursor_delete_wasm(address),
  };
}

const needed: readonly (keyof CursorFunctions)[] = [
  "_ts_tree_root_node_wasm",
  "_ts_tree_cursor_new_wasm",
  "_ts_tree_cursor_delete_wasm",
  "_ts_tree_cursor_goto_first_child_wasm",
  "_ts_tree_cursor_goto_next_sibling_wasm",
  "_ts_tree_cursor_goto_parent_wasm",
  "_ts_tree_cursor_current_node_type_id_wasm",
  "_ts_tree_cursor_current_field_id_wasm",
  "_ts_tree_cursor_current_node_is_missing_wasm",
  "_ts_tree_cursor_start_index_wasm",
  "_ts_tree_cursor_end_index_wasm",
];

function isComplete(functions: Partial<CursorFunctions>): functions is CursorFunctions {
  return needed.every((name) => typeof functions[name] === "function");
}

class TreeReader {
  readonly #walk: Walk;
  readonly #hasError: boolean;
  readonly #missing: number[] = [];
  /** The nodes around the one that is read. */
  readonly #open: number[] = [];
  #capacity: number;
  #types: Uint16Array;
  #fields: Uint16Array;
  #starts: Int32Array;
  #ends: Int32Array;
  #nexts: Int32Array;
  #parents: Int32Array;

  constructor(walk: Walk, hasError: boolean, length: number) {
    this.#walk = walk;
    this.#hasError = hasError;
    this.#capacity = 64 + Math.ceil(length / CHARACTERS_PER_NODE);
    this.#types = new Uint16Array(this.#capacity);
    this.#fields = new Uint16Array(this.#capacity);
    this.#starts = new Int32Array(this.#capacity);
    this.#ends = new Int32Array(this.#capacity);
    this.#nexts = new Int32Array(this.#capacity);
    this.#parents = new Int32Array(this.#capacity);
  }

  read(isOver: () => boolean): Omit<SyntaxTree, "grammar"> | undefined {
    const open = this.#open;
    let count = 0;
    for (let isInside = true; isInside;) {
      if (count % NODES_BETWEEN_CHECKS === 0 && isOver()) return undefined;
      if (count === this.#capacity) this.#grow();
      this.#take(count);
      count += 1;
      if (this.#walk.toFirstChild()) {
        open.push(count - 1);
        continue;
      }
      this.#nexts[count - 1] = count;
      while (isInside && !this.#walk.toNextSibling()) {
        isInside = this.#walk.toParent();
        if (isInside) this.#nexts[open.pop() as number] = count;
      }
    }
    return this.#tree(count);
  }

  #take(id: number): void {
    const walk = this.#walk;
    const start = walk.start();
    const end = walk.end();
    this.#types[id] = walk.type();
    this.#fields[id] = walk.field();
    this.#starts[id] = start;
    this.#ends[id] = end;
    this.#parents[id] = this.#open.at(-1) ?? -1;
    if (this.#hasError && start === end && walk.isMissing()) this.#missing.push(start);
  }

  #tree(count: number): Omit<SyntaxTree, "grammar"> {
    return {
      count,
      types: this.#types,
      fields: this.#fields,
      starts: this.#starts,
      ends: this.#ends,
      nexts: this.#nexts,
      parents: this.#parents,
      missing: this.#missing,
    };
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#types = grown(this.#types, new Uint16Array(this.#capacity));
    this.#fields = grown(this.#fields, new Uint16Array(this.#capacity));
    this.#starts = grown(this.#starts, new Int32Array(this.#capacity));
    this.#ends = grown(this.#ends, new Int32Array(this.#capacity));
    this.#nexts = grown(this.#nexts, new Int32Array(this.#capacity));
    this.#parents = grown(this.#parents, new Int32Array(this.#capacity));
  }
}

function grown<Numbers extends Uint16Array | Int32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
