/** Arguments of a bounded read around a match; lines are 1-based. */
export interface ReadSlice {
  readonly path: string;
  readonly offset: number;
  readonly limit: number;
}

/** Covers the match and `margin` lines on both sides; the end of the file is not looked up. */
export function readSlice(
  match: { readonly file: string; readonly line: number; readonly endLine: number },
  margin: number,
): ReadSlice {
  const offset = Math.max(1, match.line - margin);
  return { path: match.file, offset, limit: match.endLine + margin - offset + 1 };
}
