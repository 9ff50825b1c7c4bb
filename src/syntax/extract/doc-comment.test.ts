import { describe, expect, it } from "vitest";
import { findDocComment, firstSentence } from "./doc-comment.ts";
import { indexLines } from "./line-index.ts";
import type { Span } from "./span.ts";

const style = { docPrefixes: ["/**", "///", "//"], directive: /^\/\/\s*lint-/ };

/** Comments as a grammar would give them: line by line, or from "/*" to its end. */
function commentsOf(text: string): Span[] {
  return [...text.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

function docOf(text: string): { line: number; text: string; isAttached: boolean } | undefined {
  const lines = indexLines(text);
  const found = findDocComment({ text, lines, comments: commentsOf(text) }, text.indexOf("here"), style);
  if (found === undefined) return undefined;
  return { line: lines.lineOf(found.start), text: found.text.trim(), isAttached: found.isAttached };
}

describe("findDocComment", () => {
  it.each<[string, string, number, string]>([
    ["a line", "x\n// One.\nhere", 2, "One."],
    ["a run of lines", "// no\n\n// One\n// two.\nhere", 3, "One\n two."],
    ["a block", "/**\n * One\n * two.\n */\nhere", 1, "One\ntwo."],
    ["a line that is indented, with CRLF", "x\r\n  // One.\r\n  here", 2, "One."],
    ["doc lines apart from plain ones", "// no\n/// One.\nhere", 2, "One."],
    ["words beside instructions for a tool", "// One.\n// lint-disable x\nhere", 1, "One."],
  ])("finds %s", (_what, text, line, words) => {
    expect(docOf(text)).toEqual({ line, text: words, isAttached: true });
  });

  it("takes the words of a doc block behind a blank line, but not as attached", () => {
    expect(docOf("/** One. */\n\nhere")).toEqual({ line: 1, text: "One.", isAttached: false });
  });

  it.each([
    ["behind code on its line", "x // One.\nhere"],
    ["behind a blank line", "// One.\n\nhere"],
    ["behind two blank lines", "/** One. */\n\n\nhere"],
    ["of something else between", "/** One. */\nclass A { here"],
    ["that only instruct a tool", "// lint-disable x\nhere"],
    ["that are plain blocks", "/* One. */\nhere"],
  ])("takes no comments %s", (_what, text) => {
    expect(docOf(text)).toBeUndefined();
  });
});

describe("firstSentence", () => {
  it.each<[string, string | undefined]>([
    ["One. Two.", "One."],
    ["One\ntwo\n\nthree", "One two"],
    ["Uses e.g. Ants or Bees. More.", "Uses e.g. Ants or Bees."],
    ["Version 1.2 of it. More", "Version 1.2 of it."],
    ["Is it? Yes", "Is it?"],
    ["----\nTitle\n----\nMore", "Title"],
    ["Sees {@link Other} there. More", "Sees Other there."],
    ["  One\n @param x y", "One"],
    ["@internal", undefined],
    ["***", undefined],
    ["", undefined],
  ])("%j", (doc, expected) => {
    expect(firstSentence(doc, false)).toBe(expected);
  });

  it("takes tags out of markup only", () => {
    expect(firstSentence("A <b>bold</b> <T> claim.", true)).toBe("A bold claim.");
    expect(firstSentence("A Map<K> claim.", false)).toBe("A Map<K> claim.");
  });

  it("cuts at 120 characters, on a whole character", () => {
    const long = firstSentence(`${"a".repeat(118)}😀${"b".repeat(40)}`, false) ?? "";
    expect(long).toBe(`${"a".repeat(118)}…`);
    expect(firstSentence("word ".repeat(40), false)).toHaveLength(120);
  });
});
