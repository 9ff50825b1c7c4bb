import { expect, test } from "vitest";
import { resolveColumn } from "./column.ts";

const lines = ["  const Foo = foo(foo, food);"];

test.each([
  ["a character", { character: 9 }, 8, "explicit", undefined],
  [
    "a character past the end",
    { character: 99 },
    29,
    "explicit",
    "`character` 99 is past the end of the line, which has 29",
  ],
  ["a symbol", { symbol: "food" }, 23, "word", undefined],
  ["a symbol though a character is given as -1", { symbol: "food", character: -1 }, 23, "word", undefined],
  ["the second", { symbol: "foo#2" }, 18, "word", undefined],
  ["one too many", { symbol: "foo#3" }, 14, "word", '"foo" stands there only 2 times: asked about the first'],
  ["none", { symbol: "foo#0" }, 14, "word", "occurrences count from 1: #0 taken as #1"],
  ["a part of a word", { symbol: "ood" }, 24, "part of a word", undefined],
  ["other letter case", { symbol: "FOOD" }, 23, "other letter case", '"FOOD" stands there in another letter case'],
  [
    "nothing like it",
    { symbol: "bar" },
    2,
    "first non-blank",
    '"bar" is not on line 1: asked about the first thing on the line',
  ],
  ["neither", {}, 2, "first non-blank", "no symbol and no character: asked about the first thing on the line"],
] as const)("%s", (_what, request, ...wanted) => {
  const found = resolveColumn(lines, { shown: "a.ts", line: 1, character: undefined, symbol: undefined, ...request });
  expect([found.place.start, found.by, found.note]).toEqual(wanted);
});

test("a line past the end is an error", () => {
  expect(() => resolveColumn(lines, { shown: "a.ts", line: 2, character: 1, symbol: undefined })).toThrow(
    "`line` 2 is past the end of a.ts, which has 1 line",
  );
});
