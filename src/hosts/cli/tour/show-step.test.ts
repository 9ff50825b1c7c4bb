import { describe, expect, it } from "vitest";
import { commandFor, excerpt } from "./show-step.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("excerpt", () => {
  it("shows a short text whole and without its usage footer", () => {
    expect(excerpt("a\n\nb\n\nusage tokens=1 elapsed-ms=2 bytes=4 truncated=false")).toBe("    a\n\n    b");
  });

  it("cuts a long text and says how much is left out", () => {
    expect(excerpt(lines(10), 3)).toBe("    line 1\n    line 2\n    line 3\n    … 7 more lines");
    expect(excerpt(lines(4), 3).split("\n")).toHaveLength(4);
    expect(excerpt(lines(5), 3)).toMatch(/… 2 more lines$/);
  });

  it("cuts a long line between characters", () => {
    expect(excerpt("🙂".repeat(200))).toBe(`    ${"🙂".repeat(140)}… (60 more characters)`);
  });
});

describe("commandFor", () => {
  it("writes the call as a shell takes it", () => {
    const args = { lang: "go", pattern: "it's($$$A)", paths: ["a b", "c"], maxMatches: 5 };
    expect(commandFor("ast_grep_search", args)).toBe(
      String.raw`reticle call ast_grep_search lang=go 'pattern=it'\''s($$$A)' 'paths=a b' paths=c maxMatches=5`,
    );
  });
});
