import { describe, expect, test } from "vitest";
import { refuseLookAlike } from "./check-input.ts";

describe("what looks like code and is searched", () => {
  test.each([
    ["typescript", "throw new Error"],
    ["typescript", "import type React from react"],
    ["python", "raise KeyError from error"],
    ["python", "x is not None"],
    ["typescript", "kind: $V"],
    ["typescript", "id: foo()"],
    ["typescript", "- $X"],
    ["typescript", "-x"],
    ["typescript", "call($A)"],
    ["bash", "git commit push"],
    ["ruby", "puts foo bar"],
    ["yaml", "id: x\nkind: y"],
    ["markdown", "- item of a list"],
    ["go", "go func"],
  ])("%s: %s", (lang, pattern) => {
    expect(() => refuseLookAlike(pattern, lang, ["bash", "ruby"].includes(lang))).not.toThrow();
  });
});

describe("what does not and is refused", () => {
  test.each([
    ["typescript", "find all functions", /plain text/],
    ["typescript", "console log calls", /plain text/],
    ["bash", "show every call", /plain text/],
    ["python", "- calls of print", /plain text/],
    ["python", "1. calls of print", /plain text/],
    ["typescript", "kind: call_expression", /YAML/],
    ["go", "id: x\nlanguage: go\nrule: {kind: call_expression}", /YAML/],
    ["go", "  kind: call_expression\n  inside:\n    kind: block", /YAML/],
  ])("%s: %s", (lang, pattern, message) => {
    expect(() => refuseLookAlike(pattern, lang, lang === "bash")).toThrow(message);
  });
});
