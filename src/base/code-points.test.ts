import { expect, test } from "vitest";
import { countCodePoints, nameShownAs, onOneLine, shortenText } from "./code-points.ts";

test.each([
  ["", 0],
  ["abc", 3],
  ["é😀x", 3],
  ["\ud83d", 1],
  ["\ude00\ud83d", 2],
])("%j has %i code points", (text, count) => {
  expect(countCodePoints(text)).toBe(count);
  expect(Array.from(text).length).toBe(count);
});

test("a text is cut between code points, and says how long it was", () => {
  expect(shortenText("abc", 3)).toBe("abc");
  expect(shortenText("😀😀", 2)).toBe("😀😀");
  expect(shortenText("😀😀😀", 2)).toBe("😀😀… (3 characters)");
  expect(shortenText("a😀bc", 2)).toBe("a😀… (4 characters)");
});

test.each([
  ["src/my file é.ts", "src/my file é.ts"],
  ["a.ts\nb.ts:1 function forged", String.raw`"a.ts\nb.ts:1 function forged"`],
  ["a\r\t\u001b[2K.ts", String.raw`"a\r\t\u001b[2K.ts"`],
  ["a\u2028b", String.raw`"a\u2028b"`],
])("%j on one line", (name, expected) => {
  expect(onOneLine(name)).toBe(expected);
  expect(nameShownAs(expected)).toBe(name === expected ? undefined : name);
});

test.each(['"', '"a', '"a"', '"a"b"', "1", '"a\\tb" '])("%s shows no other name", (shown) => {
  expect(nameShownAs(shown)).toBeUndefined();
});
