import { describe, expect, test } from "vitest";
import { fitAround, sliceLines, spanText, windowAround } from "./verbatim.ts";

test.each([
  ["a\nb\nc\n", 1, 1, "a"],
  ["a\nb\nc\n", 2, 3, "b\nc"],
  ["a\nb\nc", 3, 3, "c"],
  ["a\r\nb\r\nc\r\n", 1, 2, "a\nb"],
  ["a\r\nb\r\nc\r\n", 2, 3, "b\nc"],
  ["a\n\n\nb\n", 1, 4, "a\n\n\nb"],
  ["a\n", 5, 6, ""],
  ["a\rb\r\nc", 1, 1, "a\rb"],
])("%j lines %i-%i", (text, startLine, endLine, expected) => {
  expect(sliceLines(text, { startLine, endLine })).toBe(expected);
});

describe("LENS-8 slice window", () => {
  const span = { startLine: 10, endLine: 109 };
  test.each([
    ["centred, odd size", 50, 5, 48, 52],
    ["centred, even size: one more before", 50, 4, 48, 51],
    ["one line", 50, 1, 50, 50],
    ["moved down at the start", 10, 20, 10, 29],
    ["moved up at the end", 109, 20, 90, 109],
    ["never larger than the symbol", 50, 500, 10, 109],
  ])("%s", (_what, line, size, ...[startLine, endLine]) => {
    expect(windowAround(line, size, span)).toEqual({ startLine, endLine });
  });

  test("always holds the line and has the size asked for, whatever the line", () => {
    const wrong: object[] = [];
    for (let size = 1; size <= 101; size += 1) {
      for (let line = span.startLine; line <= span.endLine; line += 1) {
        const window = windowAround(line, size, span);
        const isInside = window.startLine >= 10 && window.endLine <= 109;
        const holdsLine = window.startLine <= line && line <= window.endLine;
        const isSized = window.endLine - window.startLine + 1 === Math.min(size, 100);
        if (!isInside || !holdsLine || !isSized) wrong.push({ size, line, window });
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("what fits around a line", () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${String(index + 1).padStart(2, "0")}`).join("\n");
  const span = { startLine: 3, endLine: 18 };
  test("is everything when there is room", () => {
    expect(fitAround(text, 5, span)).toEqual(span);
  });
  test("is the nearest lines when there is not: 8 bytes a line", () => {
    expect(fitAround(text, 10, span, 40)).toEqual({ startLine: 8, endLine: 12 });
    expect(fitAround(text, 3, span, 24)).toEqual({ startLine: 3, endLine: 5 });
    expect(fitAround(text, 18, span, 24)).toEqual({ startLine: 16, endLine: 18 });
  });
  test("is one line at least", () => {
    expect(fitAround(text, 10, span, 1)).toEqual({ startLine: 10, endLine: 10 });
  });
});

test("a span of one line is said as a line", () => {
  expect([spanText({ startLine: 4, endLine: 4 }), spanText({ startLine: 4, endLine: 9 })]).toEqual([
    "line 4",
    "lines 4-9",
  ]);
});
