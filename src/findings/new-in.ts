/** What makes two findings of one file the same: where they stand does not count. */
export interface Finding {
  readonly severity: string;
  readonly code?: string;
  readonly message: string;
  /** 1-based; only says which of several same findings are the new ones. */
  readonly line?: number;
}

export function findingKey({ severity, code = "", message }: Finding): string {
  return `${severity}\0${code}\0${message}`;
}

/**
 * The findings of `after` that `before` does not have, both of one file, in the order of `after`. They are
 * counted: where one was known and two are there now, one is new. `lineShift` is how many lines the file has
 * become longer: of several same findings those are known that stand where one stood, counted from the
 * beginning of the file or from its end.
 */
export function newIn<F extends Finding>(before: readonly Finding[], after: readonly F[], lineShift = 0): readonly F[] {
  const known = Map.groupBy(before, findingKey);
  const fresh = new Set(after);
  for (const [key, same] of Map.groupBy(after, findingKey)) {
    const old = known.get(key) ?? [];
    for (const one of oldOnes(same, old, lineShift)) fresh.delete(one);
  }
  return after.filter((one) => fresh.has(one));
}

/** As many of the same findings as there were, those at known places first. */
function oldOnes<F extends Finding>(same: readonly F[], old: readonly Finding[], lineShift: number): readonly F[] {
  if (old.length >= same.length) return same;
  const left = new Set(same);
  const places = old.map(({ line }) => line);
  const taken: F[] = [];
  for (const shift of lineShift === 0 ? [0] : [0, lineShift]) {
    for (const [at, place] of places.entries()) {
      const found = place === undefined ? undefined : [...left].find(({ line }) => line === place + shift);
      if (found === undefined) continue;
      left.delete(found);
      taken.push(found);
      places[at] = undefined;
    }
  }
  return [...taken, ...[...left].slice(0, old.length - taken.length)];
}
