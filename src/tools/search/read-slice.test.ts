import { expect, test } from "vitest";
import { readSlice } from "./read-slice.ts";

test.each([
  { lines: [1, 1], margin: 0, offset: 1, limit: 1 },
  { lines: [1, 1], margin: 3, offset: 1, limit: 4 },
  { lines: [3, 3], margin: 3, offset: 1, limit: 6 },
  { lines: [4, 4], margin: 3, offset: 1, limit: 7 },
  { lines: [5, 5], margin: 3, offset: 2, limit: 7 },
  { lines: [10, 12], margin: 0, offset: 10, limit: 3 },
  { lines: [10, 12], margin: 20, offset: 1, limit: 32 },
])("lines $lines with a margin of $margin: offset $offset, limit $limit", ({ lines, margin, offset, limit }) => {
  const [line = 0, endLine = 0] = lines;
  expect(readSlice({ file: "a.ts", line, endLine }, margin)).toEqual({ path: "a.ts", offset, limit });
});
