const IN_RUN = 1;
/** The first byte of a character beyond ASCII. */
const LEAD = 2;
/** By byte of UTF-8. */
const KIND = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0xc0) return LEAD;
  return byte < 0x80 && /\w/.test(String.fromCharCode(byte)) ? IN_RUN : 0;
});
/** What identifiers are made of in other scripts. V8 takes long to read it, so it is made where it is needed. */
const IN_ANY_RUN = String.raw`[\p{L}\p{M}\p{N}]`;
/** Small, so that all tables grow with the first texts: V8 takes for constant what has not changed yet. */
const MIN_SLOTS = 256;
const MIN_BYTES = 1_024;
/** The copy of a longer text is not kept. */
const MAX_KEPT_BYTES = 1024 * 1024;
const MAX_BYTES_PER_UNIT = 3;
/** V8 keeps the whole text that a longer slice was cut from. */
const MIN_SLICE_CHARS = 13;
const HASH_FACTOR = 0x9e3779b1;

/**
 * A map from the runs of texts to values: the longest parts that are made of letters, digits and underscores. A build
 * asks for every identifier of every file, so it compares bytes, and makes a string only of a run that is new.
 */
export class RunTable<Value> {
  readonly #make: (run: string) => Value;
  readonly #encoder = new TextEncoder();
  /** The text that is read, in UTF-8, and a zero behind it. */
  #bytes = Buffer.alloc(MIN_BYTES);
  /** The text, when its bytes are its characters. */
  #ascii: string | undefined;
  readonly #values: Value[] = [];
  /** The bytes of all runs, one behind the other. */
  #known = new Uint8Array(MIN_BYTES);
  /** By place of a run, where it starts among them; the next one starts where it ends. */
  #starts = new Int32Array(MIN_SLOTS);
  #hashes = new Int32Array(MIN_SLOTS);
  /** The number of the last text that had it. */
  #lastTexts = new Int32Array(MIN_SLOTS);
  /** By hash, the place of a run + 1; 0: free. What finds its slot taken goes into the next free one. */
  #slots = new Int32Array(MIN_SLOTS);
  /** The number of the text that is read. */
  #text = 0;
  readonly #isInRun = new Map<number, boolean>();

  /** `make` gives the value of a run that is new. */
  constructor(make: (run: string) => Value) {
    this.#make = make;
  }

  get size(): number {
    return this.#values.length;
  }

  /** The value of each run of a text, at its first place there. */
  eachRun(text: string, take: (value: Value) => void): void {
    const length = this.#encode(text);
    this.#ascii = length === text.length ? text : undefined;
    const bytes = this.#bytes;
    const kinds = KIND;
    this.#text += 1;
    // Most of a build is over before this is compiled well: it does little for each byte, and calls nothing.
    for (let at = 0; at < length; at += 1) {
      let byte = bytes[at] as number;
      let kind = kinds[byte];
      if (kind === 0) continue;
      const from = at;
      let hash = 0;
      while (kind !== 0) {
        if (kind === LEAD) {
          const last = at + this.#widthInRun(at) - 1;
          if (last < at) break;
          for (; at < last; at += 1) hash = ((hash << 5) | (hash >>> 27)) ^ (bytes[at] as number);
          byte = bytes[at] as number;
        }
        hash = ((hash << 5) | (hash >>> 27)) ^ byte;
        at += 1;
        byte = bytes[at] as number;
        kind = kinds[byte];
      }
      // The byte behind a run is in none, so that it is passed over.
      if (at === from) continue;
      const place = this.#find(from, at, hash);
      if (this.#lastTexts[place] === this.#text) continue;
      this.#lastTexts[place] = this.#text;
      take(this.#values[place] as Value);
    }
    this.#ascii = undefined;
    if (bytes.length > MAX_KEPT_BYTES) this.#bytes = Buffer.alloc(MIN_BYTES);
  }

  /** Returns how many bytes it has. */
  #encode(text: string): number {
    if (this.#bytes.length <= text.length) this.#bytes = Buffer.alloc((text.length + 1) * 2);
    let { read, written } = this.#encoder.encodeInto(text, this.#bytes);
    if (read < text.length || written === this.#bytes.length) {
      this.#bytes = Buffer.alloc(text.length * MAX_BYTES_PER_UNIT + 1);
      ({ read, written } = this.#encoder.encodeInto(text, this.#bytes));
    }
    this.#bytes[written] = 0;
    return written;
  }

  /** Of the character at a place in bytes; 0: runs are not made of it. */
  #widthInRun(at: number): number {
    const bytes = this.#bytes;
    const lead = bytes[at] as number;
    const width = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let code = lead & (0xff >> (width + 1));
    for (let next = at + 1; next < at + width; next += 1) code = (code << 6) | ((bytes[next] as number) & 0x3f);
    let isInRun = this.#isInRun.get(code);
    if (isInRun === undefined) {
      isInRun = new RegExp(IN_ANY_RUN, "u").test(String.fromCodePoint(code));
      this.#isInRun.set(code, isInRun);
    }
    return isInRun ? width : 0;
  }

  /** Returns its place. */
  #find(from: number, to: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = slotOf(hash, mask);
    for (let place = this.#slots[slot] as number; place > 0; place = this.#slots[slot] as number) {
      if (this.#hashes[place - 1] === hash && this.#isAt(place - 1, from, to)) return place - 1;
      slot = (slot + 1) & mask;
    }
    return this.#add(from, to, { hash, slot });
  }

  #isAt(place: number, from: number, to: number): boolean {
    const start = this.#starts[place] as number;
    if ((this.#starts[place + 1] as number) - start !== to - from) return false;
    const bytes = this.#bytes;
    const known = this.#known;
    for (let at = from, other = start; at < to; at += 1, other += 1) if (bytes[at] !== known[other]) return false;
    return true;
  }

  #add(from: number, to: number, { hash, slot }: { readonly hash: number; readonly slot: number }): number {
    const short = to - from < MIN_SLICE_CHARS ? this.#ascii?.slice(from, to) : undefined;
    const run = short ?? this.#bytes.toString("utf8", from, to);
    const count = this.#values.push(this.#make(run));
    if (count === this.#starts.length) {
      this.#starts = grown(this.#starts, count * 2);
      this.#hashes = grown(this.#hashes, count * 2);
      this.#lastTexts = grown(this.#lastTexts, count * 2);
    }
    const start = this.#starts[count - 1] as number;
    const end = start + to - from;
    if (end > this.#known.length) {
      const known = new Uint8Array(Math.max(this.#known.length * 2, end));
      known.set(this.#known);
      this.#known = known;
    }
    this.#known.set(this.#bytes.subarray(from, to), start);
    this.#starts[count] = end;
    this.#hashes[count - 1] = hash;
    this.#slots[slot] = count;
    if (count * 2 > this.#slots.length) this.#grow();
    return count - 1;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let place = 0; place < this.#values.length; place += 1) {
      let slot = slotOf(this.#hashes[place] as number, mask);
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = place + 1;
    }
    this.#slots = slots;
  }
}

function grown(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(numbers);
  return copy;
}

/** Hashes of names differ by single bits; the multiplication spreads them upwards. */
function slotOf(hash: number, mask: number): number {
  const spread = Math.imul(hash, HASH_FACTOR);
  return (spread ^ (spread >>> 15)) & mask;
}
