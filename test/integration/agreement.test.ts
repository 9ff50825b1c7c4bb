import { describe, expect, it } from "vitest";
import type { SymbolFact } from "../../src/syntax/facts.ts";
import { compareFile } from "../../scripts/agreement/compare.ts";
import { type Comparison, comparisons } from "../../scripts/agreement/comparisons.ts";
import { type Definition, ownDefinitions } from "../../scripts/agreement/definitions.ts";
import { OPEN, reasonOf } from "../../scripts/agreement/reasons.ts";

function comparisonOf(language: string): Comparison {
  const found = comparisons.find((each) => each.language === language);
  if (found === undefined) throw new Error(`no comparison for ${language}`);
  return found;
}

function symbol(name: string, kind: SymbolFact["kind"], line: number, more: Partial<SymbolFact> = {}): SymbolFact {
  return {
    name,
    kind,
    startLine: line,
    endLine: line,
    nameLine: line,
    docStartLine: line,
    start: 0,
    end: 0,
    exported: true,
    decorators: [],
    isAsync: false,
    isLocal: false,
    members: [],
    ...more,
  };
}

function tag(name: string, kind: string, line: number, comparison: Comparison): Definition {
  return { name, kind, families: comparison.kinds[kind] ?? [], firstLine: line, lastLine: line, place: "top" };
}

describe("agreement with an oracle", () => {
  const go = comparisonOf("go");
  const own = {
    definitions: ownDefinitions({
      symbols: [
        symbol("Server", "struct", 3, { endLine: 6, members: [symbol("Port", "field", 4)] }),
        symbol("Server.Start", "method", 9),
        symbol("limit", "constant", 12),
      ],
    }),
    imports: [],
  };

  it("agrees on name, kind and line, with or without the owner in the name", () => {
    const oracle = [tag("Server", "struct", 3, go), tag("Start", "func", 9, go)];
    const { agreed, missed, extra } = compareFile(oracle, own, go);
    expect({ agreed, missed, extra: extra.map(({ name }) => name) }).toEqual({
      agreed: 2,
      missed: [],
      extra: ["limit"],
    });
  });

  it.each([
    ["another name", tag("Stop", "func", 9, go)],
    ["a part of the name", tag("tart", "func", 9, go)],
    ["another line", tag("Start", "func", 10, go)],
    ["another kind", tag("Server", "func", 3, go)],
  ])("misses a definition with %s", (_, definition) => {
    const { agreed, missed } = compareFile([definition], own, go);
    expect({ agreed, missed: missed.map((each) => each.definition) }).toEqual({ agreed: 0, missed: [definition] });
  });

  it("takes the lines from the decorators to the name, and no more", () => {
    const python = comparisonOf("python");
    const decorated = {
      definitions: ownDefinitions({ symbols: [symbol("run", "function", 4, { nameLine: 6, endLine: 9 })] }),
      imports: [],
    };
    const agreedAt = [3, 4, 6, 7].filter(
      (line) => compareFile([tag("run", "function", line, python)], decorated, python).agreed === 1,
    );
    expect(agreedAt).toEqual([4, 6]);
  });

  it("counts the clauses of a function once", () => {
    const elixir = comparisonOf("elixir");
    const clauses = {
      definitions: ownDefinitions({ symbols: [symbol("run", "function", 2, { endLine: 5 })] }),
      imports: [],
    };
    const oracle = [2, 4, 8].map((line) => tag("run", "function", line, elixir));
    const { agreed, missed } = compareFile(oracle, clauses, elixir);
    expect([agreed, missed.length]).toEqual([1, 1]);
  });

  it("does not compare what is an import", () => {
    const python = comparisonOf("python");
    const imports = [{ source: "x", line: 1, names: ["x"], isInternal: false }];
    const { imports: count, missed } = compareFile(
      [tag("x", "variable", 1, python)],
      { definitions: [], imports },
      python,
    );
    expect([count, missed]).toEqual([1, []]);
  });
});

describe("the reason of a difference", () => {
  const reasonAt = (language: string, lines: string[], line: number, [name, kind]: [string, string]): string => {
    const comparison = comparisonOf(language);
    return reasonOf({ definition: tag(name, kind, line, comparison), nearest: undefined, comparison, lines, own: [] });
  };

  it("is a header's guard only where the macro is asked for right before", () => {
    const guarded = ["#ifndef SHOP_H", "#define SHOP_H", "#define LIMIT"];
    expect(reasonAt("c", guarded, 2, ["SHOP_H", "macro"])).toContain("guards a header");
    expect(reasonAt("c", guarded, 3, ["LIMIT", "macro"])).toBe(OPEN);
  });

  it("is a documentation string only inside of one", () => {
    const documented = ['@moduledoc """', "def a, do: 1", '"""', "def b, do: 2"];
    expect(reasonAt("elixir", documented, 2, ["a", "function"])).toContain("documentation string");
    expect(reasonAt("elixir", documented, 4, ["b", "function"])).toBe(OPEN);
  });

  it("is none of another language", () => {
    expect(reasonAt("python", ["_ = 1"], 1, ["_", "variable"])).toBe(OPEN);
  });
});
