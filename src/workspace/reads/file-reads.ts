import type { LineHash } from "./line-hashes.ts";

/** Lines are 1-based and inclusive. */
export interface LineSpan {
  readonly startLine: number;
  readonly endLine: number;
}

/** Neighbouring lines that somebody was shown. */
export interface SeenLines {
  readonly startLine: number;
  readonly hashes: readonly LineHash[];
}

/** Of one file; more are not remembered. */
export const MAX_LINES = 20_000;
/** The pieces they lie in. */
const MAX_SPANS = 128;

/** The lines of one file that an agent knows, each with the content that it knows. */
export class FileReads {
  readonly #lines = new Map<number, LineHash>();

  get lineCount(): number {
    return this.#lines.size;
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** What is known of these lines from now on. */
  add({ startLine, hashes }: SeenLines): void {
    for (const [at, hash] of hashes.entries()) this.put(startLine + at, hash);
    const spans = this.spans();
    // The smallest say the least.
    const small = spans
      .toSorted((a, b) => a.hashes.length - b.hashes.length)
      .slice(0, Math.max(0, spans.length - MAX_SPANS));
    for (const span of small)
      for (let at = 0; at < span.hashes.length; at += 1) this.#lines.delete(span.startLine + at);
  }

  /** One line, without a look at how many pieces there are. */
  put(line: number, hash: LineHash): void {
    if (this.#lines.size < MAX_LINES || this.#lines.has(line)) this.#lines.set(line, hash);
  }

  /** The content of a line as it was shown last; undefined: it never was. */
  hashAt(line: number): LineHash | undefined {
    return this.#lines.get(line);
  }

  /** All that is known, in order; neighbours in one piece. */
  spans(): readonly SeenLines[] {
    const spans: { startLine: number; hashes: LineHash[] }[] = [];
    for (const line of [...this.#lines.keys()].toSorted((a, b) => a - b)) {
      const last = spans.at(-1);
      const hash = this.#lines.get(line) ?? 0;
      if (last !== undefined && last.startLine + last.hashes.length === line) last.hashes.push(hash);
      else spans.push({ startLine: line, hashes: [hash] });
    }
    return spans;
  }

  /** Where these lines in a row were shown, as far as their content goes. */
  placesOf(wanted: readonly LineHash[]): readonly number[] {
    const [first] = wanted;
    if (first === undefined) return [];
    return [...this.#lines].flatMap(([line, hash]) =>
      hash === first && wanted.every((one, at) => this.#lines.get(line + at) === one) ? [line] : [],
    );
  }

  /** What is known moves with the lines of a change, and some of the new ones are known as well. */
  splice({ head, removed, inserted, known }: LineSplice): void {
    const before = [...this.#lines];
    this.#lines.clear();
    for (const [line, hash] of before) {
      if (line <= head) this.#lines.set(line, hash);
      else if (line > head + removed) this.#lines.set(line + inserted - removed, hash);
    }
    for (const seen of known) this.add(seen);
  }
}

/** A change of a file as its lines tell it. */
export interface LineSplice {
  /** Lines before it. */
  readonly head: number;
  readonly removed: number;
  readonly inserted: number;
  /** Of the inserted ones, in the numbers after the change. */
  readonly known: readonly SeenLines[];
}

/**
 * What an agent's own change does to what it knows: it knows what it wrote, and what it knew between the first and the
 * last change. `isWritten` is asked about 1-based lines of the new content.
 */
export function spliceOf(
  reads: FileReads,
  { before, after }: { readonly before: readonly LineHash[]; readonly after: readonly LineHash[] },
  isWritten: (line: number) => boolean,
): LineSplice {
  const head = commonStart(before, after);
  const tail = commonEnd(before, after, head);
  const kept = new Set<LineHash>();
  for (let line = head + 1; line <= before.length - tail; line += 1) {
    const hash = before[line - 1];
    if (hash !== undefined && reads.hashAt(line) === hash) kept.add(hash);
  }
  const known = new FileReads();
  for (let line = head + 1; line <= after.length - tail; line += 1) {
    const hash = after[line - 1] ?? 0;
    if (kept.has(hash) || isWritten(line)) known.put(line, hash);
  }
  return { head, removed: before.length - tail - head, inserted: after.length - tail - head, known: known.spans() };
}

/** As `spliceOf` where nobody knows what the file was before: lines are known again by what they say. */
export function realignmentOf(
  reads: FileReads,
  now: readonly LineHash[],
  isWritten: (line: number) => boolean,
): LineSplice {
  const kept = new Set(reads.spans().flatMap(({ hashes }) => hashes));
  const known = new FileReads();
  for (const [at, hash] of now.entries()) if (kept.has(hash) || isWritten(at + 1)) known.put(at + 1, hash);
  return { head: 0, removed: Number.MAX_SAFE_INTEGER, inserted: now.length, known: known.spans() };
}

function commonStart(a: readonly LineHash[], b: readonly LineHash[]): number {
  const least = Math.min(a.length, b.length);
  for (let at = 0; at < least; at += 1) if (a[at] !== b[at]) return at;
  return least;
}

function commonEnd(a: readonly LineHash[], b: readonly LineHash[], head: number): number {
  const least = Math.min(a.length, b.length) - head;
  for (let count = 0; count < least; count += 1) if (a.at(-1 - count) !== b.at(-1 - count)) return count;
  return least;
}
