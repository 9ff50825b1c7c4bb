import type { FileFacts, SymbolFact } from "./facts.ts";

/** Facts by content, the least recently used dropped first when they grow over a byte bound. */
export class FactsCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, { readonly facts: FileFacts; readonly bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#entries.size;
  }

  get(key: string): FileFacts | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.facts;
  }

  set(key: string, facts: FileFacts, bytes = sizeOfFacts(facts)): void {
    this.#remove(key);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { facts, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

/** What one object with the fields of a symbol, and one with a few fields, takes on the heap. */
const SYMBOL_BYTES = 272;
const ENTRY_BYTES = 80;

/** The memory facts take, estimated: objects by count, texts by length. */
export function sizeOfFacts(facts: FileFacts): number {
  let bytes = 400 + facts.syntaxErrors.length * ENTRY_BYTES;
  const pending: SymbolFact[] = [...facts.symbols];
  for (let symbol = pending.pop(); symbol !== undefined; symbol = pending.pop()) {
    bytes += SYMBOL_BYTES + symbol.name.length + (symbol.signature?.length ?? 0) + (symbol.doc?.length ?? 0);
    for (const decorator of symbol.decorators) bytes += ENTRY_BYTES + decorator.length;
    for (const member of symbol.members) pending.push(member);
  }
  for (const { source, names } of facts.imports) {
    bytes += ENTRY_BYTES + source.length;
    for (const name of names) bytes += 24 + name.length;
  }
  for (const entry of facts.exports) bytes += ENTRY_BYTES + entry.name.length + (entry.local?.length ?? 0);
  for (const callback of facts.callbacks) bytes += ENTRY_BYTES + callback.handle.length;
  return bytes;
}
