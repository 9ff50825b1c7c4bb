import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, test } from "vitest";
import { toColumns } from "./columns.ts";
import { renderResult } from "./result-view.ts";

const theme = { fg: (_color: string, text: string) => text } as Parameters<typeof renderResult>[2];
const draw = (details: unknown, text: string, expanded: boolean, width = 80): readonly string[] =>
  renderResult(
    { content: [{ type: "text", text }], details },
    { expanded, isPartial: false },
    theme,
    {} as Parameters<typeof renderResult>[3],
  ).render(width);

describe("a collapsed result", () => {
  test.each<[string, unknown, string, string]>([
    ["shows the summary", { summary: "function greet a.ts:1-4" }, "long\ntext", "function greet a.ts:1-4"],
    ["shows the first line without a summary", {}, "first\nsecond", "first"],
    ["skips empty lines at the head", undefined, "\n  \nfirst\nsecond", "first"],
    ["takes no summary that is no line of text", { summary: 7 }, "first", "first"],
    ["takes no empty summary", { summary: " " }, "first", "first"],
    ["stays on one line, whatever the summary", { summary: "one\ntwo" }, "first", "one"],
    ["shows nothing of nothing", null, "", ""],
  ])("%s", (_what, details, text, line) => {
    expect(draw(details, text, false)).toEqual([line]);
  });

  test("fits the width", () => {
    expect(draw({ summary: "x".repeat(200) }, "", false, 30)).toEqual(["x".repeat(30)]);
  });
});

test("an opened result shows the whole text, broken to the width", () => {
  expect(draw({ summary: "one" }, "abcdef\n\n\tg", true, 4)).toEqual(["abcd", "ef", "", "  g"]);
});

describe("terminal lines", () => {
  const texts = [
    "plain",
    "漢字かな交じり文".repeat(5),
    "👩‍👩‍👧‍👦🇨🇭1️⃣©️".repeat(7),
    "e\u0301a\u0308".repeat(30),
    "\u001B[31mred\u001B[0m\u0007\r",
    "\ud83d lone \udc00",
    "tab\tafter\ttab",
    "",
  ];
  const shown = (text: string): string =>
    // oxlint-disable-next-line no-control-regex -- because control characters are what is taken out
    text.replaceAll("\t", "  ").replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, "");

  test.each(texts)("%j loses no character that can be seen", (text) => {
    for (const width of [1, 2, 7, 80]) expect(toColumns(text, width).join("")).toBe(shown(text));
  });

  test.each(texts)("%j never makes a line that pi finds wider than its terminal", (text) => {
    for (const width of [2, 7, 33, 80]) {
      const widths = toColumns(text, width).map((line) => visibleWidth(line));
      expect(Math.max(...widths)).toBeLessThanOrEqual(width);
    }
  });
});
