import { expect, it } from "vitest";
import { seededRandom } from "../../../test/helpers/seeded-random.ts";
import { styleSkeleton } from "./style-skeleton.ts";

it.each([
  ["a:hover > b { color: red; }", "xxxxxxx x x { xxxxx: 000; }"],
  ["@media (x: 1) { .a {} }", "@xxxxx        { xx {} }"],
  ['a { b: "}" /* } */; --c: { d: e } }', "x { x: 000 /* } */; xxx: 0 00 0 0 }"],
  ["a { b: url(x;y{z}) }", "x { x: 00000000000 }"],
  ["a { b:; ; c }", "x {         }"],
  ["// a } b\n// c\n//\n$x: 1", "/* a }*/\n/**/\n  \nxx: 0"],
])("%s", (text, skeleton) => {
  expect(styleSkeleton(text, true)).toBe(skeleton);
});

it("has the length and the line ends of the text, whatever that is", () => {
  const random = seededRandom(7);
  const pieces = [
    "{",
    "}",
    ";",
    ":",
    "(",
    ")",
    '"',
    "'",
    "/*",
    "*/",
    "//",
    "\n",
    "@a",
    "#{",
    "url(",
    "\\",
    "é",
    "😀",
    "\ud800",
    " ",
  ];
  for (let round = 0; round < 500; round += 1) {
    let text = "";
    while (text.length < 60) text += pieces[Math.floor(random() * pieces.length)];
    for (const hasLineComments of [true, false]) {
      const skeleton = styleSkeleton(text, hasLineComments);
      expect(skeleton).toHaveLength(text.length);
      const lines = (of: string): number[] => [...of.matchAll(/\n/g)].map(({ index }) => index);
      expect(lines(skeleton)).toEqual(lines(text));
    }
  }
});
