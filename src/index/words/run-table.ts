/** By character code below 128: 1 for what identifiers are made of. */
const IS_IN_RUN = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));
const MIN_SLOTS = 4_096;
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;
/** V8 keeps the whole text that a longer slice was cut from. */
const MIN_SLICE_CHARS = 13;

interface Entry<Value> {
  readonly text: string;
  readonly hash: number;
  readonly value: Value;
}

/**
 * A map from parts of texts to values that is asked by place: unlike a Map it needs no string of its own for each
 * question, and a build asks for every identifier of every file.
 */
export class RunTable<Value> {
  readonly #make: (text: string) => Value;
  readonly #entries: Entry<Value>[] = [];
  /** By hash, the place of an entry + 1; 0: free. What finds its slot taken goes into the next free one. */
  #slots = new Int32Array(MIN_SLOTS);

  /** `make` gives the value of a part that is new. */
  constructor(make: (text: string) => Value) {
    this.#make = make;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** The value of `text.slice(from, from + length)`. */
  at(text: string, from: number, length: number): Value {
    let hash = HASH_START;
    for (let at = from; at < from + length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
    return this.#find(text, from, length, hash);
  }

  /** The values of all maximal runs of word characters of a text that is ASCII. */
  eachAscii(text: string, take: (value: Value) => void): void {
    const { length } = text;
    for (let at = 0; at < length; at += 1) {
      let code = text.charCodeAt(at);
      if (IS_IN_RUN[code] === 0) continue;
      const from = at;
      let hash = HASH_START;
      while (IS_IN_RUN[code] === 1) {
        hash = Math.imul(hash ^ code, HASH_FACTOR);
        at += 1;
        code = at < length ? text.charCodeAt(at) : 0;
      }
      take(this.#find(text, from, at - from, hash));
    }
  }

  #find(text: string, from: number, length: number, hash: number): Value {
    const mask = this.#slots.length - 1;
    let slot = slotOf(hash, mask);
    for (let place = this.#slots[slot] as number; place > 0; place = this.#slots[slot] as number) {
      const entry = this.#entries[place - 1] as Entry<Value>;
      if (entry.hash === hash && entry.text.length === length && text.startsWith(entry.text, from)) return entry.value;
      slot = (slot + 1) & mask;
    }
    return this.#add(text.slice(from, from + length), hash, slot);
  }

  #add(slice: string, hash: number, slot: number): Value {
    const text = slice.length < MIN_SLICE_CHARS ? slice : Buffer.from(slice).toString();
    const value = this.#make(text);
    this.#slots[slot] = this.#entries.push({ text, hash, value });
    if (this.#entries.length * 2 > this.#slots.length) this.#grow();
    return value;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (const [at, { hash }] of this.#entries.entries()) {
      let slot = slotOf(hash, mask);
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = at + 1;
    }
    this.#slots = slots;
  }
}

/** The multiplication leaves what tells names apart in the high bits. */
function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}
