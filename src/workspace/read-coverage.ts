/** Whole lines of one version of a file that a reader was given. Lines are 1-based and inclusive. */
export interface ReadLines {
  /** Canonical absolute path. */
  readonly path: string;
  /** Of the content, as `SourceDocument` has it. */
  readonly hash: string;
  readonly startLine: number;
  readonly endLine: number;
}

interface Span {
  readonly startLine: number;
  readonly endLine: number;
}

/** Beyond this the file that was read longest ago is forgotten. */
const MAX_FILES = 256;

/** What one agent has read: whole lines, per version of a file. */
export class ReadCoverage {
  /** Least recently read first. */
  readonly #files = new Map<string, { readonly hash: string; readonly spans: readonly Span[] }>();

  /** Adds lines. A version of the file that differs from the known one takes its place. */
  record({ path, hash, startLine, endLine }: ReadLines): void {
    const known = this.#files.get(path);
    const spans = known?.hash === hash ? known.spans : [];
    this.#files.delete(path);
    this.#files.set(path, { hash, spans: join([...spans, { startLine, endLine }]) });
    if (this.#files.size <= MAX_FILES) return;
    for (const oldest of this.#files.keys()) {
      this.#files.delete(oldest);
      return;
    }
  }

  /** Whether all of these lines were read, of exactly this version. */
  covers({ path, hash, startLine, endLine }: ReadLines): boolean {
    const known = this.#files.get(path);
    if (known?.hash !== hash) return false;
    return known.spans.some((span) => span.startLine <= startLine && endLine <= span.endLine);
  }

  /** The lines that were read of the version read last, in order; adjacent ones are one span. */
  linesOf(path: string): readonly Span[] {
    return this.#files.get(path)?.spans ?? [];
  }

  get fileCount(): number {
    return this.#files.size;
  }
}

/** Sorted, overlapping and adjacent spans made one. */
function join(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.startLine - b.startLine)) {
    const last = joined.at(-1);
    if (last === undefined || span.startLine > last.endLine + 1) joined.push(span);
    else joined[joined.length - 1] = { ...last, endLine: Math.max(last.endLine, span.endLine) };
  }
  return joined;
}
