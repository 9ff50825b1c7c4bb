import { describe, expect, test } from "vitest";
import { complete } from "../../base/coverage.ts";
import { defineTool, type Tool } from "./declaration.ts";
import { callIn, hostArgumentName, listingFor, nameIn, schemaIn, toOwnArguments } from "./dialect.ts";

const base = {
  title: "Read symbol",
  tier: "read",
  description: "Returns a symbol.",
  needs: ["workspace"],
  parallel: true,
  run: () => Promise.resolve({ coverage: complete, facts: null }),
  format: () => "",
} as const;

const readSymbol = defineTool({
  ...base,
  name: "read_symbol",
  mcp: { name: "pilens_read_symbol", rename: { path: "file" }, cwd: true },
  example: { path: "src/a.ts", symbol: "run" },
  input: {
    type: "object",
    properties: { path: { type: "string" }, symbol: { type: "string" } },
    required: ["path", "symbol"],
  },
});

const config = defineTool({
  ...base,
  name: "effective_config",
  pi: false,
  mcp: { name: "pilens_effective_config", cwd: true },
  example: {},
  input: { type: "object", properties: { cwd: { type: "string" }, file: { type: "string" } } },
});

const runBound = defineTool({ ...base, name: "lsp", example: {}, input: { type: "object", properties: {} } });

describe("names", () => {
  test.each([
    [readSymbol, "pi", "read_symbol"],
    [readSymbol, "own", "read_symbol"],
    [readSymbol, "mcp", "pilens_read_symbol"],
    [config, "pi", undefined],
    [config, "own", "effective_config"],
    [runBound, "mcp", "lsp"],
  ] as const)("%# in %s", (tool, dialect, name) => {
    expect(nameIn(tool, dialect)).toBe(name);
  });
});

describe("schemas", () => {
  test("pi: the declaration's own", () => {
    expect(schemaIn(readSymbol, "pi")).toEqual(readSymbol.input);
  });

  test("own: plus cwd, last", () => {
    expect(Object.keys(schemaIn(readSymbol, "own").properties)).toEqual(["path", "symbol", "cwd"]);
    expect(schemaIn(readSymbol, "own").required).toEqual(["path", "symbol"]);
  });

  test("mcp: renamed in place, plus cwd", () => {
    expect(Object.keys(schemaIn(readSymbol, "mcp").properties)).toEqual(["file", "symbol", "cwd"]);
    expect(schemaIn(readSymbol, "mcp").required).toEqual(["file", "symbol"]);
  });

  test("a tool that is not on MCP takes cwd in our own dialect only", () => {
    const { mcp: _, ...withoutMcp } = readSymbol;
    const tool: Tool = { ...withoutMcp, takesCwd: true };
    expect(Object.keys(schemaIn(tool, "own").properties)).toEqual(["path", "symbol", "cwd"]);
    expect(toOwnArguments(tool, "own", { path: "a.ts", cwd: "sub" })).toEqual({ input: { path: "a.ts" }, cwd: "sub" });
    for (const dialect of ["pi", "mcp"] as const) expect(schemaIn(tool, dialect)).toEqual(readSymbol.input);
    expect(Object.keys(schemaIn(withoutMcp, "own").properties)).not.toContain("cwd");
  });

  test("a cwd of the tool's own is kept as it is", () => {
    expect(schemaIn(config, "mcp").properties).toEqual(config.input.properties);
    expect(toOwnArguments(config, "mcp", { cwd: "x" })).toEqual({ input: { cwd: "x" }, cwd: undefined });
  });
});

describe("arguments", () => {
  test("mcp names map back, cwd apart", () => {
    expect(toOwnArguments(readSymbol, "mcp", { file: "a.ts", symbol: "f", cwd: "sub" })).toEqual({
      input: { path: "a.ts", symbol: "f" },
      cwd: "sub",
    });
  });

  test("mapping there and back is the identity in every dialect", () => {
    for (const dialect of ["pi", "mcp", "own"] as const) {
      const theirs = Object.fromEntries(
        Object.entries(readSymbol.example).map(([own, value]) => [hostArgumentName(readSymbol, dialect, own), value]),
      );
      expect(toOwnArguments(readSymbol, dialect, theirs).input).toEqual(readSymbol.example);
    }
  });
});

describe("a call to make next", () => {
  const own = { path: "a.ts", symbol: "f", cwd: "/other" };

  test.each([
    ["mcp", { tool: "pilens_read_symbol", arguments: { file: "a.ts", symbol: "f", cwd: "/other" } }],
    ["pi", { tool: "read_symbol", arguments: { path: "a.ts", symbol: "f" } }],
    ["own", { tool: "read_symbol", arguments: { path: "a.ts", symbol: "f", cwd: "/other" } }],
  ] as const)("has the names of %s", (dialect, expected) => {
    expect(callIn(readSymbol, dialect, own)).toEqual(expected);
  });

  test("is none where the host has no such tool", () => {
    const { mcp: _, ...withoutMcp } = readSymbol;
    expect(callIn(withoutMcp, "mcp", own)).toBeUndefined();
  });
});

test("a listing shows the example in the host's argument names", () => {
  expect(listingFor(readSymbol, "mcp")).toMatchObject({
    name: "pilens_read_symbol",
    description: 'Returns a symbol. Example: {"file":"src/a.ts","symbol":"run"}',
    tier: "read",
  });
});
