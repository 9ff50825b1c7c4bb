const NEWLINE = 0x0a;

/** One line without its newline, or the news that a line went over the limit and its bytes are being dropped. */
export type SplitLine = { readonly kind: "line"; readonly bytes: Uint8Array } | { readonly kind: "too_long" };

/**
 * Cuts a byte stream into lines. A line over the limit is reported once, as soon as it is too
 * long, and dropped up to its newline, so an endless line never holds more than the limit.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  #heldBytes = 0;
  #isDropping = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of the unfinished line held in memory. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  push(chunk: Uint8Array): SplitLine[] {
    const lines: SplitLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#take(chunk.subarray(start, end), lines);
      if (!this.#isDropping) lines.push({ kind: "line", bytes: this.#join() });
      this.#isDropping = false;
      start = end + 1;
    }
    this.#take(chunk.subarray(start), lines);
    return lines;
  }

  /** The unterminated last line, at the end of the stream. */
  end(): SplitLine[] {
    return this.#heldBytes === 0 ? [] : [{ kind: "line", bytes: this.#join() }];
  }

  #take(part: Uint8Array, lines: SplitLine[]): void {
    if (this.#isDropping || part.length === 0) return;
    if (this.#heldBytes + part.length > this.#maxBytes) {
      this.#isDropping = true;
      this.#parts = [];
      this.#heldBytes = 0;
      lines.push({ kind: "too_long" });
      return;
    }
    this.#parts.push(part);
    this.#heldBytes += part.length;
  }

  #join(): Uint8Array {
    const [only] = this.#parts;
    const bytes = this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts, this.#heldBytes);
    this.#parts = [];
    this.#heldBytes = 0;
    return bytes;
  }
}
