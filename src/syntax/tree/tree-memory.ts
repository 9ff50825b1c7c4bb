import type { Language, Tree } from "web-tree-sitter";
import type { MemoryViews } from "./runtime.ts";
import type { PlainTree } from "./syntax-tree.ts";

/*
 * How tree-sitter lays out its structures in 32 bit memory (see its subtree.h, tree.h and parser.h). It is not a promise
 * of the library, so its version is fixed, a test compares trees of every grammar with what its cursor says, and what
 * cannot be right is left to the cursor. Places are words
 * of four bytes, counted from the start of the structure; offsets in texts are bytes of UTF-16, two for each unit.
 *
 * A subtree is two words. When the lowest bit of the first is set, they are a small leaf themselves: the first holds
 * flags in its first byte and the symbol in its second, the other one the padding before the leaf in its third byte and
 * the size in its fourth. Otherwise the first is the address of a node, and the subtrees that are its children lie right
 * before that address.
 */
const SUBTREE_WORDS = 2;
const IS_LEAF = 1;

const NODE_PADDING = 1;
const NODE_SIZE = 4;
const NODE_CHILD_COUNT = 9;
/** In the lower half. */
const NODE_SYMBOL = 10;
const NODE_FLAGS = 11;
/** How many nodes below it the grammar shows. Something else where there are no children, as all that follows. */
const NODE_SHOWN_INSIDE = 14;
/** In the upper half. */
const NODE_PRODUCTION = 16;

/** Flags of a node, and of a leaf whose bits have moved down by one. */
const IS_SHOWN = 1;
const IS_EXTRA = 1 << 2;
const NODE_IS_MISSING = 1 << 9;
const LEAF_IS_MISSING = 1 << 4;

/** A tree begins with the subtree of its root. */
const TREE_LANGUAGE = 2;

const LANGUAGE_ABI = 0;
const LANGUAGE_SYMBOL_COUNT = 1;
/** Symbols that only aliases have; they are numbered from where the others end. */
const LANGUAGE_ALIAS_COUNT = 2;
const LANGUAGE_PRODUCTION_COUNT = 7;
const LANGUAGE_FIELD_COUNT = 8;
/** In the lower half: how many children a production has at most that names some of them. */
const LANGUAGE_MAX_CHILDREN = 9;
/** Tables of 16 bit numbers: for each production its first field entry, and how many it has. */
const LANGUAGE_FIELD_SLICES = 16;
/** A field, then 8 bits each: which child has it, and whether that child only passes it to one of its own. */
const LANGUAGE_FIELD_ENTRIES = 17;
/** For each symbol the type that it is to the outside. */
const LANGUAGE_TYPES = 19;
/** For each child of each production the symbol that it is called by there, or 0. */
const LANGUAGE_ALIASES = 21;

const CHILDREN_BETWEEN_CHECKS = 16_384;
/** Of a node whose children are still to be read: its place, offset, the number of the first child, parent and field. */
const OPEN_WORDS = 5;
const OPEN_CAPACITY = 256 * OPEN_WORDS;

/** "stopped": there was no more time. "unknown": this is no tree of the grammar. */
export type MemoryRead = PlainTree | "stopped" | "unknown";

/** Of a grammar; all types are those that the outside knows. */
interface Tables {
  readonly types: Uint16Array;
  /** How many children a production has in `roles`. */
  readonly width: number;
  /** What a child is in a production: the type that it is called by in the lower half, its field in the upper one. */
  readonly roles: Int32Array;
}

/**
 * Reads trees of one grammar where tree-sitter keeps them, which takes a quarter of the time of asking it about node
 * after node. Nothing else may use the module meanwhile.
 */
export class TreeMemory {
  readonly #views: MemoryViews;
  readonly #language: number;
  readonly #tables: Tables;

  /** Undefined: this version of the library has another layout. */
  static of(language: Language, views: Partial<MemoryViews>): TreeMemory | undefined {
    const address = addressOf(language);
    if (address === undefined || !isMemory(views) || !isLaidOut(language, address, views.HEAP32)) return undefined;
    const tables = readTables(views, address);
    return tables === undefined ? undefined : new TreeMemory(views, address, tables);
  }

  private constructor(views: MemoryViews, language: number, tables: Tables) {
    this.#views = views;
    this.#language = language;
    this.#tables = tables;
  }

  read(tree: Tree, isOver: () => boolean): MemoryRead {
    const address = addressOf(tree);
    // There is another view after the memory has grown.
    const words = this.#views.HEAP32;
    if (address === undefined || (words[address + TREE_LANGUAGE] as number) >> 2 !== this.#language) return "unknown";
    const root = words[address] as number;
    if (root <= 0 || (root & IS_LEAF) !== 0) return "unknown";
    return new Reading(words, root >> 2, this.#tables).run(isOver);
  }
}

/** As a place. */
function addressOf(object: Tree | Language): number | undefined {
  const address: unknown = Reflect.get(object, 0);
  return typeof address === "number" && address > 0 && address % 4 === 0 ? address >> 2 : undefined;
}

function isMemory(views: Partial<MemoryViews>): views is MemoryViews {
  return views.HEAP32 instanceof Int32Array && views.HEAPU16 instanceof Uint16Array;
}

/** Whether what the library tells about a grammar is where it should be. */
function isLaidOut({ abiVersion, types, fields }: Language, language: number, words: Int32Array): boolean {
  const at = (word: number): number => words[language + word] as number;
  const isCounted =
    at(LANGUAGE_ABI) === abiVersion &&
    at(LANGUAGE_SYMBOL_COUNT) + at(LANGUAGE_ALIAS_COUNT) === types.length &&
    at(LANGUAGE_FIELD_COUNT) === fields.length - 1;
  const fieldTables = fields.length > 1 ? [LANGUAGE_FIELD_SLICES, LANGUAGE_FIELD_ENTRIES] : [];
  const tables = [LANGUAGE_TYPES, LANGUAGE_ALIASES, ...fieldTables];
  return isCounted && tables.every((table) => at(table) > 0 && at(table) < words.byteLength);
}

/** Undefined: there is more in them than this knows. */
function readTables(views: MemoryViews, language: number): Tables | undefined {
  const words = views.HEAP32;
  const at = (word: number): number => words[language + word] as number;
  const table = (word: number, count: number): Uint16Array =>
    views.HEAPU16.slice(at(word) >> 1, (at(word) >> 1) + count);
  const count = at(LANGUAGE_PRODUCTION_COUNT);
  const width = at(LANGUAGE_MAX_CHILDREN) & 0xffff;
  const types = table(LANGUAGE_TYPES, at(LANGUAGE_SYMBOL_COUNT) + at(LANGUAGE_ALIAS_COUNT));
  const roles = Int32Array.from(table(LANGUAGE_ALIASES, count * width), (alias) => types[alias] as number);
  // Production 0 is all those that name nothing, whatever their table says.
  roles.fill(0, 0, width);
  if (at(LANGUAGE_FIELD_COUNT) === 0) return { types, width, roles };
  const slices = table(LANGUAGE_FIELD_SLICES, count * 2);
  if (slices[1] !== 0) return undefined;
  for (let production = 1; production < count; production += 1) {
    const first = slices[production * 2] as number;
    // From behind, because the first entry for a child counts.
    for (let entry = first + (slices[production * 2 + 1] as number) - 1; entry >= first; entry -= 1) {
      const place = (at(LANGUAGE_FIELD_ENTRIES) >> 1) + entry * 2;
      const child = (views.HEAPU16[place + 1] as number) & 0xff;
      const isPassed = (views.HEAPU16[place + 1] as number) >> 8 !== 0;
      if (isPassed) continue;
      if (child >= width) return undefined;
      const role = production * width + child;
      roles[role] = ((roles[role] as number) & 0xffff) | ((views.HEAPU16[place] as number) << 16);
    }
  }
  return { types, width, roles };
}

/** What is known of a node's children before they are read. */
interface Children {
  /** The number of the first. */
  readonly first: number;
  /** The nearest node around them that is shown. */
  readonly parent: number;
  /** That they have where they have none of their own: a field of a node that is not shown is theirs. */
  readonly field: number;
}

/** One tree on its way into arrays. What the grammar does not show gives its children to the node around it. */
class Reading {
  readonly #words: Int32Array;
  readonly #tables: Tables;
  readonly #count: number;
  readonly #types: Uint16Array;
  readonly #fields: Uint16Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #nexts: Int32Array;
  readonly #parents: Int32Array;
  readonly #missing: number[] = [];
  /** Nodes whose children are still to be read, in any order: the number of each child is known beforehand. */
  #open = new Int32Array(OPEN_CAPACITY);
  #openLength = 0;

  constructor(words: Int32Array, root: number, tables: Tables) {
    this.#words = words;
    this.#tables = tables;
    const inside = words[root + NODE_CHILD_COUNT] === 0 ? 0 : (words[root + NODE_SHOWN_INSIDE] as number);
    // Spoilt memory can say anything.
    this.#count = inside >= 0 && inside < words.length ? inside + 1 : 0;
    this.#types = new Uint16Array(this.#count);
    this.#fields = new Uint16Array(this.#count);
    this.#starts = new Int32Array(this.#count);
    this.#ends = new Int32Array(this.#count);
    this.#nexts = new Int32Array(this.#count);
    this.#parents = new Int32Array(this.#count);
    const start = words[root + NODE_PADDING] as number;
    const symbol = (words[root + NODE_SYMBOL] as number) & 0xffff;
    this.#types[0] = tables.types[symbol] ?? symbol;
    this.#starts[0] = start >>> 1;
    this.#ends[0] = (start + (words[root + NODE_SIZE] as number)) >>> 1;
    this.#nexts[0] = this.#count;
    this.#parents[0] = -1;
    if (this.#count > 1) this.#add(root, start, { first: 1, parent: 0, field: 0 });
  }

  run(isOver: () => boolean): MemoryRead {
    let left = 0;
    while (this.#openLength > 0) {
      if (left <= 0) {
        if (isOver()) return "stopped";
        left = CHILDREN_BETWEEN_CHECKS;
      }
      const childCount = this.#readChildren();
      if (childCount === 0) return "unknown";
      left -= childCount;
    }
    if (this.#count === 0) return "unknown";
    return {
      count: this.#count,
      types: this.#types,
      fields: this.#fields,
      starts: this.#starts,
      ends: this.#ends,
      nexts: this.#nexts,
      parents: this.#parents,
      missing: this.#missing.sort((a, b) => a - b),
    };
  }

  /** Of the node that was added last. Returns how many; 0: they are not what the node says of them. */
  #readChildren(): number {
    const words = this.#words;
    const { types, width, roles } = this.#tables;
    this.#openLength -= OPEN_WORDS;
    const entry = this.#openLength;
    const node = this.#open[entry] as number;
    let offset = this.#open[entry + 1] as number;
    let id = this.#open[entry + 2] as number;
    const parent = this.#open[entry + 3] as number;
    const fieldAround = this.#open[entry + 4] as number;

    const childCount = words[node + NODE_CHILD_COUNT] as number;
    const first = node - childCount * SUBTREE_WORDS;
    const end = id + (words[node + NODE_SHOWN_INSIDE] as number);
    if (childCount <= 0 || first <= 0 || end > this.#count) return 0;
    const production = (words[node + NODE_PRODUCTION] as number) >>> 16;
    let place = production * width;
    const placesEnd = place + width;
    for (let at = first; at < node; at += SUBTREE_WORDS) {
      const head = words[at] as number;
      let child = 0;
      let symbol = (head >>> 8) & 0xff;
      let flags = (head & 0xff) >>> 1;
      let padding = ((words[at + 1] as number) >>> 16) & 0xff;
      let size = (words[at + 1] as number) >>> 24;
      let inside = 0;
      if ((head & IS_LEAF) === 0) {
        child = head >>> 2;
        symbol = (words[child + NODE_SYMBOL] as number) & 0xffff;
        flags = words[child + NODE_FLAGS] as number;
        padding = words[child + NODE_PADDING] as number;
        size = words[child + NODE_SIZE] as number;
        if (words[child + NODE_CHILD_COUNT] !== 0) inside = words[child + NODE_SHOWN_INSIDE] as number;
      }
      // That of the first child is the node's own, and counted.
      if (at > first) offset += padding;
      let role = 0;
      let field = 0;
      if ((flags & IS_EXTRA) === 0) {
        if (place < placesEnd) role = roles[place] as number;
        place += 1;
        field = role >>> 16 === 0 ? fieldAround : role >>> 16;
      }
      const alias = role & 0xffff;
      if (alias !== 0 || (flags & IS_SHOWN) !== 0) {
        this.#types[id] = alias === 0 ? (types[symbol] ?? symbol) : alias;
        this.#fields[id] = field;
        this.#starts[id] = offset >>> 1;
        this.#ends[id] = (offset + size) >>> 1;
        this.#nexts[id] = id + 1 + inside;
        this.#parents[id] = parent;
        if (size === 0 && (flags & (child === 0 ? LEAF_IS_MISSING : NODE_IS_MISSING)) !== 0)
          this.#missing.push(offset >>> 1);
        if (inside > 0) this.#add(child, offset, { first: id + 1, parent: id, field: 0 });
        id += 1;
      } else if (inside > 0) this.#add(child, offset, { first: id, parent, field });
      id += inside;
      offset += size;
    }
    return id === end && (production === 0 || place <= placesEnd) ? childCount : 0;
  }

  #add(node: number, offset: number, { first, parent, field }: Children): void {
    const at = this.#openLength;
    if (at === this.#open.length) {
      const open = new Int32Array(at * 2);
      open.set(this.#open);
      this.#open = open;
    }
    this.#open[at] = node;
    this.#open[at + 1] = offset;
    this.#open[at + 2] = first;
    this.#open[at + 3] = parent;
    this.#open[at + 4] = field;
    this.#openLength = at + OPEN_WORDS;
  }
}
