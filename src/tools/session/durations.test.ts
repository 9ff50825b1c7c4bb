import { describe, expect, it } from "vitest";
import { showElapsed, showMs } from "./durations.ts";

describe("showMs", () => {
  it.each([
    [0, "0.0 ms"],
    [0.44, "0.4 ms"],
    [9.94, "9.9 ms"],
    [9.96, "10 ms"],
    [432.5, "433 ms"],
    [9_999.4, "9999 ms"],
    [10_000, "10.0 s"],
    [55_310, "55.3 s"],
  ])("%d is %s", (ms, expected) => {
    expect(showMs(ms)).toBe(expected);
  });
});

describe("showElapsed", () => {
  it.each([
    [-5, "0 s"],
    [999, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min 0 s"],
    [185_000, "3 min 5 s"],
    [3_599_999, "59 min 59 s"],
    [7_800_000, "2 h 10 min"],
  ])("%d is %s", (ms, expected) => {
    expect(showElapsed(ms)).toBe(expected);
  });
});
