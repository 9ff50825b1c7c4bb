import { describe, expect, test } from "vitest";
import { callbackFact, fileFacts, symbolFact } from "../../../test/helpers/facts.ts";
import { findEnclosing, findNeighbours, findNested } from "./find-enclosing.ts";
import { findSymbols } from "./find-symbol.ts";

const facts = fileFacts({
  callbackSupport: "tuned",
  symbols: [
    symbolFact({ name: "first", startLine: 5, docStartLine: 3, endLine: 9 }),
    symbolFact({
      name: "Server",
      kind: "class",
      startLine: 20,
      endLine: 80,
      members: [
        symbolFact({
          name: "listen",
          kind: "method",
          startLine: 30,
          endLine: 50,
          members: [symbolFact({ name: "retry", startLine: 35, endLine: 38, isLocal: true })],
        }),
        symbolFact({ name: "close", kind: "method", startLine: 60, endLine: 65 }),
      ],
    }),
    symbolFact({ name: "handler", kind: "constant", startLine: 90, endLine: 95 }),
  ],
  callbacks: [
    callbackFact({ handle: "on(data)@40", kind: "event_handler", startLine: 40, endLine: 45 }),
    callbackFact({ handle: "handler@90", kind: "assigned_callback", startLine: 90, endLine: 95 }),
  ],
});

describe("LENS-8 enclosing", () => {
  test.each([
    ["the start of a doc comment", 3, "first"],
    ["just above it", 2, undefined],
    ["the last line", 9, "first"],
    ["just below it", 10, undefined],
    ["a class between its members", 55, "Server"],
    ["a member", 31, "Server.listen"],
    ["a function inside a body: the symbol around it", 36, "Server.listen"],
    ["a callback inside a member", 42, "on(data)@40"],
    ["a callback and a symbol of the same lines: the callback", 92, "handler@90"],
  ])("%s", (_what, line, expected) => {
    expect(findEnclosing(facts, line)?.name).toBe(expected);
  });

  test.each([
    [["class"], 42, "Server"],
    [["method"], 42, "Server.listen"],
    [["constant"], 92, "handler"],
    [["callback"], 92, "handler@90"],
    [["event_handler"], 42, "on(data)@40"],
    [["function"], 42, undefined],
  ])("kinds %j at line %i", (kinds, line, expected) => {
    expect(findEnclosing(facts, line, new Set(kinds))?.name).toBe(expected);
  });

  test("of two spans of one size the earlier start wins", () => {
    const crossed = fileFacts({
      symbols: [
        symbolFact({ name: "b", startLine: 2, endLine: 4 }),
        symbolFact({ name: "a", startLine: 1, endLine: 3 }),
      ],
    });
    expect(findEnclosing(crossed, 3)?.name).toBe("a");
  });

  test.each([
    [1, undefined, "first"],
    [12, "first", "Server"],
    [85, "Server", "handler"],
    [99, "handler", undefined],
  ])("around line %i stand %s and %s", (line, before, after) => {
    const found = findNeighbours(facts, line);
    expect([found.before?.name, found.after?.name]).toEqual([before, after]);
  });

  test("what is nested is the outermost inside: members, local symbols, callbacks", () => {
    const nestedIn = (name: string): string[] =>
      findNested(facts, findSymbols(facts, name)[0]!).map((found) => found.name);
    expect(nestedIn("Server")).toEqual(["Server.listen", "Server.close"]);
    expect(nestedIn("Server.listen")).toEqual(["Server.listen.retry", "on(data)@40"]);
    expect(nestedIn("first")).toEqual([]);
    expect(nestedIn("on(data)@40")).toEqual([]);
  });
});
