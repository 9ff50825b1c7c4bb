import { describe, expect, it } from "vitest";
import { didYouMean, nearest } from "./nearest.ts";

const commands = ["tour", "call", "run", "tools", "doctor", "mcp"];

describe("nearest", () => {
  it.each([
    ["toor", "tour"],
    ["toru", "tour"],
    ["tool", "tools"],
    ["doc", "doctor"],
    ["RUN", "run"],
    ["calll", "call"],
    ["xyz", undefined],
    ["", undefined],
  ])("%s means %s", (word, expected) => {
    expect(nearest(word, commands)).toBe(expected);
  });

  it("asks only when there is something to ask", () => {
    expect(didYouMean("aprove", ["approve", "root"], "--")).toBe("did you mean --approve?");
    expect(didYouMean("zzzz", ["approve", "root"], "--")).toBe("");
  });
});
