import { expect, test } from "vitest";
import { fileFacts } from "../../../test/helpers/facts.ts";
import { coverageLine } from "../../base/coverage.ts";
import { bodyCoverage, guessedEndNotes } from "./body-coverage.ts";
import { windowAround, type Span } from "./verbatim.ts";

const found = { name: "Scope", kind: "class", startLine: 10, endLine: 109, isLocal: false };
const source = {
  absolute: "/w/a.ts",
  shown: "a.ts",
  pathArgument: "file",
  facts: fileFacts(),
  document: {
    path: "/w/a.ts",
    text: "",
    hash: "",
    bytes: 0,
    encoding: "utf-8",
    hasBom: false,
    eol: "none",
  },
} as const;

function line(span: Span): string | undefined {
  return coverageLine(bodyCoverage(source, found, span));
}

test("all of a symbol is complete", () => {
  expect(line(found)).toBeUndefined();
});

test("LENS-8 a part names what is missing and the call that reads on", () => {
  expect(line({ startLine: 10, endLine: 49 })).toBe(
    'partial: lines 10-49 of class Scope (lines 10-109); not covered: lines 50-109, next: read_enclosing {"file":"a.ts","line":70,"kinds":["class"],"maxLines":40,"onOversize":"slice"}',
  );
  expect(line({ startLine: 50, endLine: 109 })).toContain("not covered: lines 10-49, next: ");
  expect(line({ startLine: 40, endLine: 60 })).toContain("not covered: lines 10-39 and lines 61-109, next: ");
});

test("LENS-8 the call it names delivers lines that were missing, up to the end", () => {
  for (const size of [1, 2, 7, 40, 99]) {
    let span = windowAround(10, size, found);
    const seen = [span];
    while (span.endLine < found.endLine) {
      const { line: at, maxLines } = JSON.parse(/\{.*\}/.exec(line(span) ?? "")?.[0] ?? "{}") as Record<string, number>;
      const next = windowAround(at ?? 0, maxLines ?? 0, found);
      expect(next.startLine).toBe(span.endLine + 1);
      seen.push(next);
      // The next span that a caller holds is everything up to here, read in windows of the size asked for.
      span = { startLine: next.endLine - Math.min(size, next.endLine - 9) + 1, endLine: next.endLine };
    }
    expect(seen.at(-1)?.endLine).toBe(109);
  }
});

test("LENS-8 a slice at the end names the lines before it", () => {
  const { line: at, maxLines } = JSON.parse(
    /\{.*\}/.exec(line({ startLine: 50, endLine: 109 }) ?? "")?.[0] ?? "{}",
  ) as Record<string, number>;
  expect(windowAround(at ?? 0, maxLines ?? 0, found)).toEqual({ startLine: 10, endLine: 49 });
});

test.each([
  [9, []],
  [10, ["syntax error inside, at line 10: where the symbol ends is a guess"]],
  [109, ["syntax error inside, at line 109: where the symbol ends is a guess"]],
  [110, []],
])("a syntax error at line %i", (at, notes) => {
  expect(guessedEndNotes(fileFacts({ syntaxErrors: [{ line: at }] }), found)).toEqual(notes);
});
