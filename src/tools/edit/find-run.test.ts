import { expect, test } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { findRun, longestStart } from "./find-run.ts";

test.each<[items: string, wanted: string, from: number, found: readonly number[]]>([
  ["aaaa", "aa", 0, [0, 1, 2]],
  ["abcabcabd", "abcabd", 0, [3]],
  ["abab", "ab", 1, [2]],
  ["ab", "abc", 0, []],
  ["ab", "", 0, []],
])("%s in %s from %i", (items, wanted, from, found) => {
  expect(findRun(items, wanted, from)).toEqual(found);
});

test("finds what comparing at every place finds", () => {
  const random = seededRandom(5);
  const some = (length: number): string[] => Array.from({ length }, () => pick(random, ["a", "b"] as const));
  for (let round = 0; round < 500; round += 1) {
    const items = some(Math.floor(random() * 30));
    const wanted = some(1 + Math.floor(random() * 5));
    const from = Math.floor(random() * 3);
    const starts = items.map((_, at) => wanted.findIndex((one, index) => items[at + index] !== one));
    const found = starts.flatMap((differs, at) => (differs === -1 && at >= from ? [at] : []));
    expect(findRun(items, wanted, from)).toEqual(found);
    const counts = starts.map((differs) => (differs === -1 ? wanted.length : differs));
    const count = Math.max(0, ...counts);
    expect(longestStart(items, wanted)).toEqual({ at: count === 0 ? 0 : counts.indexOf(count), count });
  }
});
