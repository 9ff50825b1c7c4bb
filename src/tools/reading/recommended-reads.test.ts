import { describe, expect, test } from "vitest";
import { callbackFact, fileFacts, symbolFact } from "../../../test/helpers/facts.ts";
import type { SymbolUsage } from "../../index/graph/module-usage.ts";
import { focusNotes, parseFocus, recommendReads } from "./recommended-reads.ts";

const noFocus = parseFocus(undefined);

function names(facts: Parameters<typeof recommendReads>[0], focus = noFocus): string[] {
  return recommendReads(facts, focus).map(({ symbol }) => symbol);
}

describe("LENS-7 recommended reads", () => {
  test("are the three highest scores, ties in source order", () => {
    const facts = fileFacts({
      symbols: [
        symbolFact({ name: "second", startLine: 20, complexity: 5 }),
        symbolFact({ name: "first", startLine: 10, complexity: 5 }),
        symbolFact({ name: "best", startLine: 30, complexity: 6 }),
        symbolFact({ name: "fourth", startLine: 40, complexity: 4 }),
      ],
    });
    expect(names(facts)).toEqual(["best", "first", "second"]);
  });

  test("complexity 8 earns three more than complexity 7 does, and being exported two", () => {
    const plain = symbolFact({ name: "seven", startLine: 1, complexity: 7 });
    const flagged = symbolFact({ name: "eight", startLine: 2, complexity: 8 });
    const between = symbolFact({ name: "exported", startLine: 3, complexity: 8, exported: true });
    const reads = recommendReads(fileFacts({ symbols: [plain, flagged, between] }), noFocus);
    expect(reads).toEqual([
      { reason: "high complexity 8, exported", symbol: "exported", startLine: 3, endLine: 3 },
      { reason: "high complexity 8", symbol: "eight", startLine: 2, endLine: 2 },
      { reason: "complexity 7", symbol: "seven", startLine: 1, endLine: 1 },
    ]);
    // 7 + 2 + 2 beats 8 + 3 only with the weights above: 10 against 11.
    const close = symbolFact({ name: "close", startLine: 0, complexity: 7, exported: true });
    expect(names(fileFacts({ symbols: [close, flagged] }))).toEqual(["eight", "close"]);
  });

  test("a symbol that scores nothing is never recommended", () => {
    expect(recommendReads(fileFacts({ symbols: [symbolFact({ name: "x", kind: "type" })] }), noFocus)).toEqual([]);
  });

  test("members compete under their owner's name, local symbols do not compete", () => {
    const facts = fileFacts({
      symbols: [
        symbolFact({
          name: "Scope",
          kind: "class",
          members: [
            symbolFact({ name: "crawl", kind: "method", complexity: 4 }),
            symbolFact({ name: "inner", complexity: 40, isLocal: true }),
          ],
        }),
      ],
    });
    expect(names(facts)).toEqual(["Scope.crawl"]);
  });

  test("focus adds six per word found in name, kind, signature or flags", () => {
    const facts = fileFacts({
      symbols: [
        symbolFact({ name: "heavy", startLine: 1, complexity: 7 }),
        symbolFact({ name: "parseOptions", startLine: 2, signature: "function parseOptions(raw: Config)" }),
        symbolFact({ name: "load", startLine: 3, isAsync: true }),
        symbolFact({ name: "Shape", startLine: 4, kind: "interface" }),
      ],
    });
    expect(names(facts, parseFocus("PARSE config"))).toEqual(["parseOptions", "heavy"]);
    expect(recommendReads(facts, parseFocus("parse config"))[0]?.reason).toBe("matches focus: parse, config");
    expect(names(facts, parseFocus("async"))).toEqual(["heavy", "load"]);
    expect(names(facts, parseFocus("interface"))).toEqual(["heavy", "Shape"]);
  });

  test("callbacks compete by what they capture and how they run", () => {
    const facts = fileFacts({
      callbackSupport: "tuned",
      symbols: [symbolFact({ name: "run", startLine: 1, complexity: 6 })],
      callbacks: [
        callbackFact({ handle: "on(error)@9", startLine: 9, kind: "event_handler", flags: ["lifecycle"] }),
        callbackFact({
          handle: "setTimeout@4",
          startLine: 4,
          kind: "timer_callback",
          flags: ["captures context", "detached timer"],
        }),
        callbackFact({ handle: "assigned@12", startLine: 12, kind: "assigned_callback" }),
        callbackFact({ handle: "then@15", startLine: 15, kind: "promise_callback" }),
      ],
    });
    expect(recommendReads(facts, noFocus)).toEqual([
      { reason: "captures context, detached timer", symbol: "setTimeout@4", startLine: 4, endLine: 1 },
      { reason: "complexity 6", symbol: "run", startLine: 1, endLine: 1 },
      { reason: "lifecycle", symbol: "on(error)@9", startLine: 9, endLine: 1 },
    ]);
  });
});

describe("focus words", () => {
  test.each([
    ["a bc", []],
    ["Create-Server, createServer", ["create", "server", "createserver"]],
    ["res.json res.json", ["res.json"]],
    ["one two three four five six seven eight nine ten", "one two three four five six seven eight".split(" ")],
  ])("%s", (text, tokens) => {
    expect(parseFocus(text).tokens).toEqual(tokens);
  });

  test.each([
    ["", []],
    ["parse", []],
    ["é x", ["focus has no word of 3 or more ASCII letters: no effect"]],
    ["one two three four five six seven eight nine ten", ["focus: the first 8 words count, left out: nine, ten"]],
  ])("say what had no effect: %s", (text, notes) => {
    expect(focusNotes(text, parseFocus(text))).toEqual(notes);
  });
});

test("LENS-7 sure users count two each, ten at most, namesakes nothing", () => {
  const [few, many, named] = ["few", "many", "named"].map((name) => symbolFact({ name }));
  if (few === undefined || many === undefined || named === undefined) throw new Error("three symbols");
  const usedBy = (exact: number, nameOnly: number): SymbolUsage => ({
    users: [],
    tests: [],
    userCount: exact + nameOnly,
    testCount: 0,
    byTier: { exact, import: 0, "receiver-type": 0, "name-only": nameOnly },
    unseen: 0,
  });
  const usage = new Map([
    [few, usedBy(11, 0)],
    [many, usedBy(300, 0)],
    [named, usedBy(0, 90)],
  ]);
  const reads = recommendReads(fileFacts({ symbols: [many, few, named] }), noFocus, usage);
  expect(reads.map(({ symbol, reason }) => [symbol, reason])).toEqual([
    ["many", "used by 300"],
    ["few", "used by 11"],
  ]);
});
