import { describe, expect, test } from "vitest";
import { isReticleError, type ReticleError } from "../base/errors.ts";
import { toServerPosition } from "./position-encoding.ts";
import { findSymbol, linesOf, type SymbolPlace } from "./symbol-position.ts";

const text = [
  "import { foo } from './a';",
  'const x = x1 + x; // "😀"',
  '  const e = "😀"; foo(e, client.connect());',
  "",
  "A::B::call(1); handler",
].join("\n");

function find(line: number | undefined, symbol: string | undefined): SymbolPlace {
  return findSymbol(text, { action: "definition", shown: "src/a.ts", line, symbol });
}

function failure(line: number | undefined, symbol: string | undefined): ReticleError {
  try {
    find(line, symbol);
  } catch (error) {
    if (isReticleError(error)) return error;
  }
  throw new Error("did not throw");
}

describe("L-05 a place is a line and a symbol on it", () => {
  test.each([
    [1, "foo", 9, "foo"],
    [2, "x1", 10, "x1"],
    [2, "x#1", 6, "x"],
    [2, "x#2", 15, "x"],
    [3, "foo", 18, "foo"],
    [3, "client.connect", 32, "connect"],
    [3, "connect(", 32, "connect"],
    [3, " foo ", 18, "foo"],
    [3, '"😀"', 13, "😀"],
    [5, "A::B::call", 6, "call"],
    [5, "hand", 15, "hand"],
    [5, ");", 12, ");"],
  ] as const)("line %i, %j", (line, symbol, start, name) => {
    expect(find(line, symbol)).toMatchObject({ line, start, name });
  });

  test("an emoji before the symbol shifts UTF-8 and UTF-32 positions as it should", () => {
    const { line, start, lineText } = find(3, "foo");
    const lines = ["", "", lineText];
    const at = (encoding: "utf-8" | "utf-16" | "utf-32"): number =>
      toServerPosition(lines, { line: line - 1, character: start }, encoding).character;
    expect([at("utf-16"), at("utf-8"), at("utf-32")]).toEqual([18, 20, 17]);
  });

  test("a line that ends with CRLF, and a lone # in a name", () => {
    expect(
      findSymbol("a\r\n#count = 1\r\n", { action: "hover", shown: "a.js", line: 2, symbol: "#count" }),
    ).toMatchObject({
      start: 1,
      name: "count",
      lineText: "#count = 1",
    });
    expect(findSymbol("see #12", { action: "hover", shown: "a.md", line: 1, symbol: "#12" })).toMatchObject({
      start: 4,
    });
    expect(findSymbol("b#2", { action: "hover", shown: "a.md", line: 1, symbol: "b#2" })).toMatchObject({
      start: 0,
    });
  });
});

describe("L-06 a missing symbol is an error that names it", () => {
  test.each([undefined, "", "  "])("%j", (symbol) => {
    const { message, hint, kind } = failure(1, symbol);
    expect(kind).toBe("invalid_input");
    expect(message).toBe(
      `"symbol" is required for definition: name the identifier on line 1. Line 1 is: import { foo } from './a';`,
    );
    expect(hint).toContain('"foo"');
  });

  test("so is a missing line", () => {
    expect(failure(undefined, "foo").message).toContain('"line" is required for definition');
  });
});

describe("L-07 a symbol that is not there", () => {
  test("quotes the line, lists near misses and where the symbol does stand", () => {
    const { message, hint } = failure(1, "fooo");
    expect(message).toBe(`"fooo" is not on line 1 of src/a.ts. Line 1 is: import { foo } from './a';`);
    expect(hint).toBe('on the line there is "foo"');
    expect(failure(2, "foo").hint).toBe('on the line there is "const", "x", "x1"; "foo" stands on lines 1, 3');
    expect(failure(1, "Foo").hint).toBe('on the line there is "foo"');
  });

  test("a line past the end tells how many there are", () => {
    expect(failure(9, "foo").message).toBe("`line` 9 is past the end of src/a.ts, which has 5 lines");
    expect(() => findSymbol("a\n", { action: "hover", shown: "b", line: 2, symbol: "a" })).toThrow("has 1 line");
    expect(() => findSymbol("", { action: "hover", shown: "b", line: 1, symbol: "a" })).toThrow("is empty");
  });

  test("a blank line says so", () => {
    expect(failure(4, "foo").message).toContain("Line 4 is: (blank)");
  });
});

describe("OPEN-3 a symbol that stands there more than once", () => {
  test("is an error that lists the choices with the line", () => {
    const { message, hint } = failure(2, "x");
    expect(message).toBe(
      '"x" stands 2 times on line 2 of src/a.ts. Line 2 with each numbered: const x#1 = x1 + x#2; // "😀"',
    );
    expect(hint).toBe('say which one: "x#1", "x#2"');
  });

  test.each(["x#3", "x#0"])("%s is not one of them", (symbol) => {
    expect(failure(2, symbol).message).toContain(`so there is no ${symbol}`);
  });

  test("#2 of a single one", () => {
    const { message, hint } = failure(1, "foo#2");
    expect(message).toContain('"foo" stands once on line 1 of src/a.ts, so there is no foo#2');
    expect(hint).toBe('say which one: "foo"');
  });

  test("letter case counts", () => {
    expect(failure(2, "X").message).toContain("is not on line 2");
  });

  test("several names in one symbol are not guessed between", () => {
    expect(failure(1, "import { foo").hint).toBe('name one: "import", "foo"');
  });
});

test("a very long line is shown around the symbol", () => {
  const long = `${"y".repeat(5_000)} = a + a + ${"z".repeat(5_000)}`;
  const message = ((): string => {
    try {
      findSymbol(long, { action: "hover", shown: "min.js", line: 1, symbol: "a" });
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(message).toContain("= a#1 + a#2 +");
  expect(message.length).toBeLessThan(500);
});

test.each(["", "\n", "a", "a\n", "a\n\n", "\na", "a\r\nb\r\n", "a\rb\nc", "a\n b\n\nc d"])(
  "the lines of %j are those that the protocol counts",
  (source) => {
    const lines = linesOf(source);
    for (let line = 0; line <= lines.length + 2; line += 1) {
      const lineText = lines[line - 1];
      const symbol = lineText?.trim().slice(0, 1) || "?";
      const look = (): SymbolPlace => findSymbol(source, { action: "definition", shown: "a", line, symbol });
      if (lineText === undefined) expect(look).toThrow(/line|empty/);
      else if (symbol === "?") expect(look).toThrow(/"\?"/);
      else expect(look().lineText).toBe(lineText);
    }
  },
);
