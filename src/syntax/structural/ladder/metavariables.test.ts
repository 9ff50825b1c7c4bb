import { expect, test } from "vitest";
import { originalName, separateRepeats, standIn } from "./metavariables.ts";

test("stand-ins are plain identifiers, and their places are known", () => {
  const { text, placeholders } = standIn("f($A, $$$, $$$REST, $_, $$B, $lower, $1)");
  expect(text).toBe("f(zA, zzz, zzzREST, z_, zzB, $lower, $1)");
  expect(placeholders.map(({ start, end }) => text.slice(start, end))).toEqual(["zA", "zzz", "zzzREST", "z_", "zzB"]);
});

test("repeats get names of their own, across patterns; wildcards and single ones do not", () => {
  const { patterns, repeats } = separateRepeats(["$X = $X + $Y + $_ + $_ + $$$X", "g($X, $$$X)"]);
  expect(patterns).toEqual(["$X = $X__R2 + $Y + $_ + $_ + $$$X", "g($X__R3, $$$X__R2)"]);
  expect(repeats).toEqual([
    { sigil: "$", names: ["X", "X__R2", "X__R3"] },
    { sigil: "$$$", names: ["X", "X__R2"] },
  ]);
  expect(["X", "X__R2", "MY__R", "__R2"].map(originalName)).toEqual(["X", "X", "MY__R", "__R2"]);
});
