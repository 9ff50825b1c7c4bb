/** Keeps the last `maxBytes` of a stream of chunks. */
export class ByteTail {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    // A copy of the end, so that a large chunk is not kept alive by a small view into it.
    const kept = chunk.length > this.#maxBytes ? Buffer.from(chunk.subarray(-this.#maxBytes)) : chunk;
    this.#chunks.push(kept);
    this.#bytes += kept.length;
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (this.#bytes - first.length < this.#maxBytes) break;
      this.#chunks.shift();
      this.#bytes -= first.length;
    }
  }

  /** UTF-8; a character cut in half at the front is left out. */
  text(): string {
    const tail = Buffer.concat(this.#chunks).subarray(-this.#maxBytes);
    let start = 0;
    while (start < Math.min(3, tail.length) && isContinuationByte(tail[start])) start += 1;
    return tail.toString("utf8", start);
  }
}

function isContinuationByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
