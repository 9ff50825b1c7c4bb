import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["abc", "", 3],
    ["call", "call", 0],
    ["call", "cal", 1],
    ["tour", "toru", 1],
    ["run", "ran", 1],
    ["kitten", "sitting", 3],
    ["ca", "abc", 3],
  ])("%s to %s takes %i", (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});
