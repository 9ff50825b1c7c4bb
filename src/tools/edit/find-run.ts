/** A run of items as far as it stands in others. */
interface RunStart {
  /** 0-based. */
  readonly at: number;
  /** How many of its first items stand there. */
  readonly count: number;
}

/** Where a run stands in others, overlaps included; 0-based. Takes time in proportion to both lengths, whatever repeats. */
export function findRun(items: ArrayLike<string>, wanted: ArrayLike<string>, from = 0): readonly number[] {
  const found: number[] = [];
  scan(items, wanted, from, (at, count) => {
    if (count === wanted.length) found.push(at);
  });
  return found;
}

/** The first place where most of a run's first items stand, in a row. */
export function longestStart(items: ArrayLike<string>, wanted: ArrayLike<string>): RunStart {
  let best: RunStart = { at: 0, count: 0 };
  scan(items, wanted, 0, (at, count) => {
    if (count > best.count) best = { at, count };
  });
  return best;
}

/** The search of Knuth, Morris and Pratt: says after each item how much of the run ends there, and where that begins. */
function scan(
  items: ArrayLike<string>,
  wanted: ArrayLike<string>,
  from: number,
  visit: (at: number, count: number) => void,
): void {
  if (wanted.length === 0) return;
  const borders = bordersOf(wanted);
  let count = 0;
  for (let at = from; at < items.length; at += 1) {
    if (count === wanted.length) count = borders[count - 1] ?? 0;
    count = extended({ wanted, borders, count }, items[at] ?? "");
    visit(at - count + 1, count);
  }
}

/** For each start of a run: how much of it stands at its own end too, the whole apart. */
function bordersOf(wanted: ArrayLike<string>): Int32Array {
  const borders = new Int32Array(wanted.length);
  for (let at = 1; at < wanted.length; at += 1) {
    borders[at] = extended({ wanted, borders, count: borders[at - 1] ?? 0 }, wanted[at] ?? "");
  }
  return borders;
}

interface Progress {
  readonly wanted: ArrayLike<string>;
  readonly borders: Int32Array;
  readonly count: number;
}

/** How much of the run ends with one more item. */
function extended({ wanted, borders, count }: Progress, item: string): number {
  let fits = count;
  while (fits > 0 && wanted[fits] !== item) fits = borders[fits - 1] ?? 0;
  return wanted[fits] === item ? fits + 1 : fits;
}
