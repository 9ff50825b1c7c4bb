import { expect, test } from "vitest";
import { fromCharacter, fromServerRange, protocolLines, toCharacter, toServerPosition } from "./position-encoding.ts";

const line = "é😀x文";

test.each([
  ["utf-16", [0, 1, 3, 4, 5]],
  ["utf-8", [0, 2, 6, 7, 10]],
  ["utf-32", [0, 1, 2, 3, 4]],
] as const)("%s counts the characters of a line in its own way, there and back", (encoding, characters) => {
  const offsets = [0, 1, 3, 4, 5];
  expect(offsets.map((offset) => toCharacter(line, offset, encoding))).toEqual(characters);
  expect(characters.map((character) => fromCharacter(line, character, encoding))).toEqual(offsets);
  expect(fromCharacter(line, 99, encoding)).toBe(line.length);
});

test("a place inside a character is its beginning", () => {
  expect([1, 3, 5].map((character) => fromCharacter(line, character, "utf-8"))).toEqual([0, 1, 1]);
});

test("positions past the end are the end of the line, or of the text", () => {
  const lines = protocolLines("ab\r\ncd\re\n");
  expect(lines).toEqual(["ab", "cd", "e", ""]);
  const range = { start: { line: 1, character: 9 }, end: { line: 9, character: 1 } };
  expect(fromServerRange(lines, range, "utf-8")).toEqual({
    start: { line: 1, character: 2 },
    end: { line: 3, character: 0 },
  });
  expect(toServerPosition(lines, { line: 1, character: 1 }, "utf-8")).toEqual({ line: 1, character: 1 });
});
