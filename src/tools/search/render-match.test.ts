import { expect, test } from "vitest";
import type { Match } from "../../syntax/structural/match.ts";
import { renderByFile, renderMatches } from "./render-match.ts";

function match(overrides: Partial<Match> = {}): Match {
  return {
    file: "a.ts",
    line: 2,
    column: 3,
    endLine: 2,
    endColumn: 9,
    text: "go(1)",
    endByte: 9,
    captures: [],
    ...overrides,
  };
}

test("further lines keep their relative indentation only", () => {
  const text = "if (x) {\r\n      go(1);\r\n        deep();\r\n    }";
  expect(renderMatches([match({ text, endLine: 5 })], { margin: 0 })).toEqual([
    "a.ts:2:3 (read 2+4)\n  if (x) {\n    go(1);\n      deep();\n  }",
  ]);
});

test("what is left out of a body or a capture is counted", () => {
  const long = match({
    text: Array.from({ length: 20 }, (_, at) => `line ${at}`).join("\n"),
    captures: [{ name: "$X", text: "😀".repeat(200) }],
  });
  const [text = ""] = renderMatches([long], { margin: 0 });
  expect(text).toContain("\n  … (+8 lines)\n");
  expect(text).toContain(`$X=${"😀".repeat(120)}… (200 characters)`);
});

test("many large matches are shown in less detail before any is left out", () => {
  const body = Array.from({ length: 10 }, () => "x".repeat(190)).join("\n");
  const many = Array.from({ length: 100 }, (_, at) => match({ line: at + 1, text: body }));
  const texts = renderMatches(many, { margin: 3 });
  expect(texts.length).toBe(100);
  expect(texts[0]).toContain("… (+9 lines)");
  expect(Buffer.byteLength(texts.join("\n"))).toBeLessThan(36_000);
});

test("one match that is larger than an answer is shown all the same", () => {
  const deep = match({ file: `${"d/".repeat(30_000)}a.ts` });
  expect(renderMatches([deep, deep], { margin: 0 }).length).toBe(1);
});

test("by file: totals of the whole search, positions of the page", () => {
  const files = new Map([["a.ts", 9]]);
  expect(renderByFile([match(), match({ line: 7, column: 1 })], files)).toEqual(["a.ts (9): L2:3 L7:1"]);
});
