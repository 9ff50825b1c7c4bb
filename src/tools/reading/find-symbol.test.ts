import { describe, expect, test } from "vitest";
import { callbackFact, fileFacts, symbolFact } from "../../../test/helpers/facts.ts";
import { findSymbols, nearestSymbols, similarity } from "./find-symbol.ts";

const facts = fileFacts({
  callbackSupport: "tuned",
  symbols: [
    symbolFact({ name: "res.format", startLine: 10, docStartLine: 7, endLine: 20 }),
    symbolFact({ name: "run", startLine: 30, endLine: 32 }),
    symbolFact({
      name: "Left",
      kind: "class",
      startLine: 40,
      endLine: 60,
      members: [
        symbolFact({
          name: "run",
          kind: "method",
          startLine: 42,
          endLine: 50,
          members: [symbolFact({ name: "inner", startLine: 44, endLine: 45, isLocal: true })],
        }),
      ],
    }),
    symbolFact({
      name: "Right",
      kind: "class",
      startLine: 70,
      endLine: 90,
      members: [symbolFact({ name: "run", kind: "method", startLine: 72, endLine: 80 })],
    }),
    symbolFact({ name: "inner", kind: "constant", startLine: 95 }),
  ],
  callbacks: [callbackFact({ handle: "setTimeout@43", kind: "timer_callback", startLine: 43, endLine: 44 })],
});

describe("LENS-8 symbol lookup", () => {
  test.each([
    ["res.format", ["res.format"]],
    ["format", ["res.format"]],
    ["Left.run", ["Left.run"]],
    ["Left::run", ["Left.run"]],
    ["Left#run", ["Left.run"]],
    ["run", ["run", "Left.run", "Right.run"]],
    ["setTimeout@43", ["setTimeout@43"]],
    ["Left.inner", []],
    ["Run", []],
  ])("%s stands for %j", (name, expected) => {
    expect(findSymbols(facts, name).map((found) => found.name)).toEqual(expected);
  });

  test("a method assigned to a prototype is found by its owner", () => {
    const assigned = fileFacts({ symbols: [symbolFact({ name: "View.prototype.lookup", startLine: 4 })] });
    for (const name of ["View.lookup", "lookup", "View.prototype.lookup", "View#lookup"]) {
      expect(findSymbols(assigned, name).map((found) => found.name)).toEqual(["View.prototype.lookup"]);
    }
    expect(findSymbols(assigned, "prototype.lookup")).toEqual([]);
  });

  test("kind narrows", () => {
    expect(findSymbols(facts, "run", "method").map(({ startLine }) => startLine)).toEqual([42, 72]);
    expect(findSymbols(facts, "run", "class")).toEqual([]);
  });

  test("what is declared inside a body counts only when nothing else has the name", () => {
    expect(findSymbols(facts, "inner").map(({ startLine }) => startLine)).toEqual([95]);
    expect(findSymbols(facts, "run.inner").map(({ startLine }) => startLine)).toEqual([44]);
  });

  test("overloads right below each other are one, other symbols of the name are not", () => {
    const pick = (startLine: number, endLine: number): ReturnType<typeof symbolFact> =>
      symbolFact({ name: "pick", startLine, endLine });
    const overloaded = fileFacts({ symbols: [pick(1, 1), pick(2, 2), pick(3, 6), pick(8, 9)] });
    expect(findSymbols(overloaded, "pick").map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 6],
      [8, 9],
    ]);
  });

  test("the place begins at the attached doc comment", () => {
    expect(findSymbols(facts, "format")[0]).toMatchObject({ startLine: 7, endLine: 20 });
  });
});

describe("LENS-8 did you mean", () => {
  test.each([
    [20, 9, 0.45, true],
    [20, 8, 0.4, false],
    [100, 45, 0.45, true],
    [100, 44, 0.44, false],
  ])("of %i characters %i right: similarity %d, suggested %s", (length, right, expected, isSuggested) => {
    const name = "x".repeat(length);
    const missed = "x".repeat(right) + "y".repeat(length - right);
    expect(similarity(missed, name)).toBe(expected);
    expect(nearestSymbols(fileFacts({ symbols: [symbolFact({ name })] }), missed).length > 0).toBe(isSuggested);
  });

  test("names up to three, nearest first, each once, whatever the case", () => {
    const many = fileFacts({
      symbols: ["formal", "format", "FORMAT2", "format", "form", "zzz"].map((one) => symbolFact({ name: one })),
    });
    expect(nearestSymbols(many, "fromat").map((found) => found.name)).toEqual(["format", "FORMAT2", "formal"]);
  });

  test("a dotted name is compared by its last part too", () => {
    expect(nearestSymbols(facts, "response.fromat").map((found) => found.name)).toEqual(["res.format"]);
  });

  test("nothing is suggested when nothing is near", () => {
    expect(nearestSymbols(facts, "qqqqqqqqqqqqqqqqqqqqqqq")).toEqual([]);
  });
});
