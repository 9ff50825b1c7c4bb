import type { Tree, TreeCursor } from "web-tree-sitter";
import type { GrammarTypes } from "./grammar-types.ts";
import type { PlainTree, SyntaxTree } from "./syntax-tree.ts";
import type { TreeMemory } from "./tree-memory.ts";

const NODES_BETWEEN_CHECKS = 16_384;
/** A node for so many characters, so that arrays seldom grow. */
const CHARACTERS_PER_NODE = 3;

export interface ReadOptions {
  /** Of the text. */
  readonly length: number;
  readonly grammar: GrammarTypes;
  /** Undefined: the library is asked about every node. */
  readonly memory: TreeMemory | undefined;
}

/** Reads a whole tree. Undefined: `isOver` said to stop. */
export function readTree(
  tree: Tree,
  { length, grammar, memory }: ReadOptions,
  isOver: () => boolean,
): SyntaxTree | undefined {
  const known = memory?.read(tree, isOver) ?? "unknown";
  const read = known === "unknown" ? walkTree(tree, length, isOver) : known;
  return read === undefined || read === "stopped" ? undefined : { ...read, grammar };
}

/** By the cursor that the library offers. */
function walkTree(tree: Tree, length: number, isOver: () => boolean): PlainTree | undefined {
  const cursor = tree.walk();
  try {
    return new TreeReader(cursor, tree.rootNode.hasError, length).read(isOver);
  } finally {
    cursor.delete();
  }
}

class TreeReader {
  readonly #cursor: TreeCursor;
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

  constructor(cursor: TreeCursor, hasError: boolean, length: number) {
    this.#cursor = cursor;
    this.#hasError = hasError;
    this.#capacity = 64 + Math.ceil(length / CHARACTERS_PER_NODE);
    this.#types = new Uint16Array(this.#capacity);
    this.#fields = new Uint16Array(this.#capacity);
    this.#starts = new Int32Array(this.#capacity);
    this.#ends = new Int32Array(this.#capacity);
    this.#nexts = new Int32Array(this.#capacity);
    this.#parents = new Int32Array(this.#capacity);
  }

  read(isOver: () => boolean): PlainTree | undefined {
    const open = this.#open;
    let count = 0;
    for (let isInside = true; isInside;) {
      if (count % NODES_BETWEEN_CHECKS === 0 && isOver()) return undefined;
      if (count === this.#capacity) this.#grow();
      this.#take(count);
      count += 1;
      if (this.#cursor.gotoFirstChild()) {
        open.push(count - 1);
        continue;
      }
      this.#nexts[count - 1] = count;
      while (isInside && !this.#cursor.gotoNextSibling()) {
        isInside = this.#cursor.gotoParent();
        if (isInside) this.#nexts[open.pop() as number] = count;
      }
    }
    return this.#tree(count);
  }

  #take(id: number): void {
    const cursor = this.#cursor;
    const start = cursor.startIndex;
    const end = cursor.endIndex;
    this.#types[id] = cursor.nodeTypeId;
    this.#fields[id] = cursor.currentFieldId;
    this.#starts[id] = start;
    this.#ends[id] = end;
    this.#parents[id] = this.#open.at(-1) ?? -1;
    if (this.#hasError && start === end && cursor.nodeIsMissing) this.#missing.push(start);
  }

  #tree(count: number): PlainTree {
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
