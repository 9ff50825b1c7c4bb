import { describe, expect, it } from "vitest";
import { isDeeplyNested } from "./nesting.ts";

describe("deep nesting", () => {
  it.each([
    ["a thousand open brackets", "(".repeat(1_000), false],
    ["one more", "(".repeat(1_001), true],
    ["of all kinds", "([{".repeat(334), true],
    ["behind brackets that close nothing", `${")".repeat(5_000)}${"[".repeat(1_001)}`, true],
    ["closed as they come", "{}".repeat(5_000), false],
    ["in another script", "（ĨЩ㍛".repeat(2_000), false],
    ["behind another script", `${"名".repeat(100)}${"(".repeat(1_001)}`, true],
  ])("%s", (_, text, isDeep) => {
    expect(isDeeplyNested(text)).toBe(isDeep);
  });
});
