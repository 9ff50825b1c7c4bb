import { expect, test } from "vitest";
import { DiffPreview } from "./diff-preview.ts";

/** Replaces each of the words, in order, in the text. */
function preview(text: string, words: readonly (readonly [old: string, text: string])[]): string {
  const diff = new DiffPreview();
  let from = 0;
  const replacements = words.map(([old, made]) => {
    const start = text.indexOf(old, from);
    from = start + old.length;
    return { start, end: from, text: made };
  });
  diff.add("a.ts", text, replacements);
  return diff.render();
}

test.each([
  ["one word", "a\nb\nc\n", [["b", "B"]], "--- a.ts\n@@ -2,1 +2,1 @@\n-b\n+B"],
  [
    "neighbouring lines together",
    "a\nb\nc\n",
    [
      ["a", "A"],
      ["b", "B"],
    ],
    "--- a.ts\n@@ -1,2 +1,2 @@\n-a\n-b\n+A\n+B",
  ],
  [
    "distant lines apart, counted on after what grew",
    "a\nb\nc\nd\n",
    [
      ["a", "A\nAA"],
      ["d", "D"],
    ],
    "--- a.ts\n@@ -1,1 +1,2 @@\n-a\n+A\n+AA\n@@ -4,1 +5,1 @@\n-d\n+D",
  ],
  ["a line that goes", "a\nb\nc\n", [["b\n", ""]], "--- a.ts\n@@ -2,1 +2,0 @@\n-b"],
  ["a part of a line that goes", "a b c\n", [["b ", ""]], "--- a.ts\n@@ -1,1 +1,1 @@\n-a b c\n+a c"],
  ["the last line without an end", "a\nb", [["b", "B"]], "--- a.ts\n@@ -2,1 +2,1 @@\n-b\n+B"],
  ["CRLF", "a\r\nb\r\n", [["b", "B"]], "--- a.ts\n@@ -2,1 +2,1 @@\n-b\n+B"],
] as const)("%s", (...[, text, words, wanted]) => {
  expect(preview(text, words)).toBe(wanted);
});

test("nothing changed, nothing shown", () => {
  expect(new DiffPreview().render()).toBe("");
});

test("a long change is cut on both sides, and many are counted", () => {
  const long = preview(`${"x\n".repeat(40)}`, [["x\n".repeat(40), "y\n".repeat(30)]]);
  expect(long).toContain("\n-… (+28 lines)\n");
  const many = preview(
    "w\n\n\n".repeat(500),
    Array.from({ length: 500 }, () => ["w", "W"] as const),
  );
  expect(many.match(/^@@/gm)).toHaveLength(8);
  expect(many).toMatch(/\n… 492 more replacements are not shown$/);
});
