import { describe, expect, test } from "vitest";
import { createNameMatch } from "./name-match.ts";

describe("a regular expression for names", () => {
  test("any of the texts of a thing", () => {
    const matches = createNameMatch("^get|: void$");
    expect(matches([["getName"], ["setName"], ["run", "run(): void"], []])).toEqual([true, false, true, false]);
    expect(matches([["get"]])).toEqual([true]);
  });

  test.each([
    ["\\p{Lu}", "Änd", true],
    ["\\-", "a-b", true],
    ["^名", "名前", true],
    ["^$", "x", false],
    ["/^get/", "getName", true],
    ["/^GET/i", "getName", true],
    ["(?i)^GET", "getName", true],
    ["/", "a/b", true],
  ])("%s on %s", (source, name, verdict) => {
    expect(createNameMatch(source)([[name]])).toEqual([verdict]);
  });

  test.each(["(", "[", "a{2,1}", "*"])("%j is no regular expression", (source) => {
    expect(() => createNameMatch(source)).toThrow(/`match` .* is no regular expression/);
  });

  test.each(["(a+)+$", "(a|a)*$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*x"])("%s is given up in time", (source) => {
    const matches = createNameMatch(source);
    const startedAt = performance.now();
    expect(() => matches(Array.from({ length: 50 }, () => [`${"a".repeat(60)}!`, `${"a".repeat(200)}!`]))).toThrow(
      /did not come to an end within 500 ms/,
    );
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test("a thousand harmless calls stay within the bound", () => {
    const matches = createNameMatch("^a.*z$");
    for (let call = 0; call < 300; call += 1) expect(matches([["abcz"], ["b"]])).toEqual([true, false]);
  });
});
