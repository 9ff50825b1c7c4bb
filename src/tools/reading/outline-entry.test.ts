import { describe, expect, test } from "vitest";
import { symbolFact } from "../../../test/helpers/facts.ts";
import type { SymbolFact } from "../../syntax/facts.ts";
import { countLocals, delegationRatio, fullEntry, outlineMembers, symbolFlags } from "./outline-entry.ts";

describe("LENS-7 flags", () => {
  test.each([
    [3, []],
    [4, ["high fanout"]],
  ])("fanout %s: %o", (fanout, flags) => {
    expect(symbolFlags(symbolFact({ name: "f" }), fanout)).toEqual(flags);
    expect(fullEntry(symbolFact({ name: "f" }), { fanout })).toMatchObject({ fanout });
  });

  test.each([
    [undefined, []],
    [7, []],
    [8, ["high complexity"]],
  ])("complexity %s", (complexity, flags) => {
    expect(symbolFlags(symbolFact({ name: "f", ...(complexity !== undefined && { complexity }) }))).toEqual(flags);
  });

  test("async is a flag, exported is not", () => {
    const entry = fullEntry(symbolFact({ name: "f", isAsync: true, exported: true }));
    expect(entry).toMatchObject({ exported: true, flags: ["async"] });
  });
});

describe("members", () => {
  const local = (
    name: string,
    kind: "function" | "class" | "method",
    members: readonly SymbolFact[] = [],
  ): SymbolFact => symbolFact({ name, kind, isLocal: true, members });

  test("what a function declares in its body is counted, not listed", () => {
    const inner = local("inner", "function", [local("innermost", "function")]);
    const outer = symbolFact({ name: "outer", members: [inner] });
    expect(outlineMembers(outer)).toEqual([]);
    expect(countLocals(outer)).toBe(2);
  });

  test("regression: a class inside an anonymous function keeps its methods, and they their own bodies", () => {
    const method = local("walk", "method", [local("step", "function")]);
    const orphan = local("Tree", "class", [method]);
    expect(outlineMembers(orphan)).toEqual([method]);
    expect(countLocals(orphan)).toBe(0);
    expect(outlineMembers(method)).toEqual([]);
    expect(countLocals(method)).toBe(1);
  });
});

describe("LENS-7 functions that pass their parameters on", () => {
  const method = (name: string, isForwarding: boolean): SymbolFact =>
    symbolFact({ name, kind: "method", ...(isForwarding && { isForwarding: true as const }) });

  test("are boundary wrappers when others can call them", () => {
    expect(symbolFlags(symbolFact({ name: "f", exported: true, isForwarding: true }))).toEqual(["boundary wrapper"]);
    expect(symbolFlags(symbolFact({ name: "f", isForwarding: true }))).toEqual([]);
  });

  test.each([
    ["two of two", [true, true], undefined],
    ["one of three", [true, false, false], undefined],
    ["two of three", [true, true, false], 0.67],
    ["two of four", [true, true, false, false], 0.5],
  ])("%s methods: %s", (_what, forwards, ratio) => {
    const owner = symbolFact({
      name: "A",
      kind: "class",
      members: [
        symbolFact({ name: "constructor", kind: "constructor" }),
        symbolFact({ name: "field", kind: "property" }),
        ...forwards.map((isForwarding, index) => method(`m${index}`, isForwarding)),
      ],
    });
    expect(delegationRatio(owner)).toBe(ratio);
    expect(symbolFlags(owner)).toEqual(ratio === undefined ? [] : ["middle man"]);
    expect(fullEntry(owner).delegationRatio).toBe(ratio);
  });
});
