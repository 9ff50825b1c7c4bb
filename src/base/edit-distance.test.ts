import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

test.each([
  ["", "", 0],
  ["", "abc", 3],
  ["abc", "", 3],
  ["same", "same", 0],
  ["kitten", "sitting", 3],
  ["ab", "ba", 2],
  ["format", "fromat", 2],
])("%j to %j takes %i", (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});
