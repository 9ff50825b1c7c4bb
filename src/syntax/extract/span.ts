/** Offsets in UTF-16 units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Index of the first span that starts at or after an offset. */
export function firstAtOrAfter(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of some ascending offsets that is at or after another. */
export function firstOffsetFrom(offsets: readonly number[], offset: number): number | undefined {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return offsets[low];
}
