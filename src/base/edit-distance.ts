/** Levenshtein distance: insertions, deletions and replacements of UTF-16 units between two texts. */
export function editDistance(a: string, b: string): number {
  const row = Uint32Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const unit = a.charCodeAt(i - 1);
    let diagonal = i - 1;
    let left = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] ?? 0;
      const replaced = unit === b.charCodeAt(j - 1) ? diagonal : diagonal + 1;
      left = Math.min(replaced, above + 1, left + 1);
      row[j] = left;
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
}
