import { describe, expect, test } from "vitest";
import { declareSpecTools } from "../../test/helpers/spec-tools.ts";
import schemas from "../../test/fixtures/lens-schemas.json" with { type: "json" };
import { isRunBound } from "../tools/core/spec-table.ts";
import { namesOf, type SurfaceOptions, visibleTools } from "./surfaces.ts";

const tools = declareSpecTools();
const show = (options: Partial<SurfaceOptions>) =>
  visibleTools(tools, { surface: "main", dialect: "own", hasRunTools: false, ...options });
const names = (options: Partial<SurfaceOptions>): string[] => show(options).map(({ name }) => name);

describe("surfaces", () => {
  test("main shows all of the dialect", () => {
    expect(names({})).toEqual(tools.map(({ name }) => name));
    expect(names({ dialect: "pi", hasRunTools: true })).toEqual(
      tools.flatMap(({ name, pi }) => (pi === false ? [] : [name])),
    );
  });

  test("pi has the run-bound tools unless they are switched off", () => {
    const shown = names({ dialect: "pi", hasRunTools: false });
    expect(shown).toContain("read_symbol");
    expect(shown.filter(isRunBound)).toEqual([]);
  });

  test.each(["plan", "read-only"] as const)("T-03 %s shows the read tier and nothing else", (surface) => {
    for (const dialect of ["own", "pi", "mcp"] as const) {
      expect(show({ surface, dialect }).length).toBeGreaterThan(5);
      expect(show({ surface, dialect }).filter(({ tier }) => tier !== "read")).toEqual([]);
    }
  });

  test("mcp shows exactly the 18 lens tools", () => {
    const shown = namesOf(show({ surface: "mcp", dialect: "mcp" }), "mcp");
    expect([...shown.keys()].sort()).toEqual(Object.keys(schemas).sort());
  });

  test("mcp with the switch adds the run-bound tools under their own names, and no pi-only tool", () => {
    const before = new Set(names({ surface: "mcp", dialect: "mcp" }));
    const added = names({ surface: "mcp", dialect: "mcp", hasRunTools: true }).filter((name) => !before.has(name));
    expect(added).toEqual(tools.flatMap(({ name }) => (isRunBound(name) ? [name] : [])));
    expect(names({ surface: "main", dialect: "mcp" }).sort()).toEqual([...before, ...added].sort());
  });
});

describe("names", () => {
  test("our own dialect answers to MCP names too, with MCP's argument names", () => {
    const known = namesOf(show({}), "own");
    expect(known.get("read_symbol")?.dialect).toBe("own");
    expect(known.get("pilens_read_symbol")).toMatchObject({ tool: { name: "read_symbol" }, dialect: "mcp" });
    expect(known.get("pilens_latency")?.dialect).toBe("own");
  });

  test("pi and mcp answer to their own names only", () => {
    expect(namesOf(show({ dialect: "pi" }), "pi").has("pilens_read_symbol")).toBe(false);
    expect(namesOf(show({ dialect: "mcp" }), "mcp").has("read_symbol")).toBe(false);
  });
});
