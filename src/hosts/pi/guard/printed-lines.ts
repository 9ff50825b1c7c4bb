/** A line that a result shows with the file and the number that it says it has. */
export interface PlacedLine {
  /** As printed; empty: the line has a number and no file. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const MAX_LINES = 5_000;

/** "src/a.ts:3:5 (read 1+9)" above the lines of a match, as our searches print it. */
const MATCH_HEAD = /^(.+):(\d+):\d+ \(read \d+\+\d+\)$/;
/** "src/a.ts:12:5: text", "src/a.ts-13- text", as grep and ripgrep print them. */
const NAMED = /^(.+?)[:-](\d+)[:-](?:\d+:)?(.*)$/;
/** "12:text", "12-text", "    12\ttext". */
const NUMBERED = /^\s*(\d+)(?:[:-]|\t| {1,2})(.*)$/;

/**
 * Lines of files in the output of searches and of programs that number lines. They are what the output claims: each
 * must be compared with the file. Pure.
 */
export function placedLines(output: string): readonly PlacedLine[] {
  const placed: PlacedLine[] = [];
  let heading = "";
  let match: { readonly file: string; next: number } | undefined;
  for (const printed of output.split("\n", MAX_LINES)) {
    const head = MATCH_HEAD.exec(printed);
    if (head !== null) {
      match = { file: head[1] ?? "", next: Number(head[2]) };
      continue;
    }
    if (match !== undefined && printed.startsWith("  ")) {
      placed.push({ file: match.file, line: match.next, text: printed });
      match.next += 1;
      continue;
    }
    match = undefined;
    const numbered = NUMBERED.exec(printed);
    const named = numbered === null ? NAMED.exec(printed) : null;
    if (numbered !== null) placed.push({ file: heading, line: Number(numbered[1]), text: numbered[2] ?? "" });
    else if (named !== null) placed.push({ file: named[1] ?? "", line: Number(named[2]), text: named[3] ?? "" });
    else if (printed.trim() === "" || !/^[^\s:]+$/.test(printed)) heading = "";
    else heading = printed;
  }
  return placed;
}

/** Lines in a row, 0-based. */
export interface Run {
  readonly start: number;
  readonly count: number;
}

/** A line that stands often says nothing about where it was printed from. */
const MAX_CANDIDATES = 50;
/** Fewer lines than these must hold one that stands once in the file. */
const MIN_RUN = 3;
const MIN_TELLING_CHARS = 4;

/** The runs of a file's lines that an output holds, as `cat` and `sed -n` print them. Pure. */
export function printedRuns(output: readonly string[], file: readonly string[]): readonly Run[] {
  const places = new Map<string, number[]>();
  for (const [at, line] of file.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else known.push(at);
  }
  const runs: Run[] = [];
  for (let at = 0; at < Math.min(output.length, MAX_LINES);) {
    const starts = places.get(output[at] ?? "") ?? [];
    const found = starts
      .slice(0, MAX_CANDIDATES)
      .map((start) => ({ start, count: runLength(output, at, file, start) }));
    const longest = Math.max(0, ...found.map(({ count }) => count));
    const best = found.filter(({ count }) => count === longest);
    const [run] = best;
    const isTold = run !== undefined && best.length === 1 && isTelling(run, file, places);
    if (isTold) runs.push(run);
    at += isTold ? longest : 1;
  }
  return runs;
}

function runLength(output: readonly string[], from: number, file: readonly string[], start: number): number {
  let count = 0;
  while (from + count < output.length && start + count < file.length && output[from + count] === file[start + count]) {
    count += 1;
  }
  return count;
}

function isTelling({ start, count }: Run, file: readonly string[], places: ReadonlyMap<string, number[]>): boolean {
  if (count >= MIN_RUN || count === file.length) return true;
  return file
    .slice(start, start + count)
    .some((line) => line.trim().length >= MIN_TELLING_CHARS && places.get(line)?.length === 1);
}
