/** Offsets to lines. Lines end at "\n"; "\r\n" is one end. */
export interface LineIndex {
  /** 1-based line of an offset. */
  readonly lineOf: (offset: number) => number;
  /** Offset of the first character of a 1-based line. */
  readonly startOf: (line: number) => number;
  /** A final newline does not open another line. */
  readonly lineCount: number;
}

export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const lineOf = (offset: number): number => lastNotAfter(starts, offset) + 1;
  const hasOpenLine = text.length > (starts.at(-1) as number);
  return {
    lineOf,
    startOf: (line) => starts[line - 1] ?? text.length,
    lineCount: starts.length - (hasOpenLine ? 0 : 1),
  };
}

/** The place of the last of these ascending numbers that is not above `offset`; 0 when all are. */
export function lastNotAfter(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
