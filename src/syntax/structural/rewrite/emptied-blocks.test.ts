import { expect, test } from "vitest";
import { emptiedBlocks, isRemoval } from "./emptied-blocks.ts";

/** Removes the lines that end with `#!`, and code between `<` and `>`, as a rewrite to nothing does. */
function emptied(source: string, language = "python"): readonly number[] {
  let text = "";
  const removals = [...source.matchAll(/([ \t]*)[^\n]*#!\n?|<[^\n]*?>|[^]/g)].flatMap(([piece, indent = ""]) => {
    const isRemoved = piece.length > 1;
    if (!isRemoved) text += piece;
    return isRemoved ? [{ at: text.length, indent }] : [];
  });
  return emptiedBlocks(text, removals, language);
}

test.each<[what: string, source: string, lines: readonly number[]]>([
  ["the only statement", "def f():\n    x() #!\n\ny()\n", [1]],
  ["at the end of the file", "if a:\n    x() #!\n", [1]],
  ["a comment is no statement", "if a:  # why\n    # so\n    x() #!\ny()\n", [1]],
  ["two that are all", "y()\nif a:\n    x() #!\n    x() #!\n", [2]],
  ["blocks in blocks", "class A:\n    def f(self):\n        x() #!\n    def g(self):\n        x() #!\n", [2, 3]],
  ["a head of several lines", "def f(a,\n      b):\n    x() #!\ny()\n", [2]],
  ["on the line of its head", "if a: <x()>\nelse: <y()>  # or\nz()\n", [1, 2]],
  ["another statement before", "if a:\n    y()\n    x() #!\nz()\n", []],
  ["another statement behind", "if a:\n    x() #!\n\n    y()\nz()\n", []],
  ["between statements", "y()\nx() #!\nz()\n", []],
  ["behind what reads like a head", "if a:\n    y = 'b: # c:'\n    x() #!\nz()\n", []],
  ["a value", "y = {a: <x()>}\nz = lambda: <x()>\n", []],
])("%s", (_what, source, lines) => {
  expect(emptied(source)).toEqual(lines);
});

test("a language with brackets has no such blocks", () => {
  expect(emptied("if a:\n    x() #!\n", "typescript")).toEqual([]);
  expect(isRemoval("", "typescript")).toBe(false);
});

test("comments are no code", () => {
  expect(["", "# gone", "# gone\n  # too", "pass  # gone"].map((text) => isRemoval(text, "python"))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
