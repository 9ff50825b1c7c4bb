import { describe, expect, test } from "vitest";
import schemas from "../../../test/fixtures/lens-schemas.json" with { type: "json" };
import { allTools } from "../registry.ts";
import { isRunBound, notYet, situationalNames, specTable } from "./spec-table.ts";

const names = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name).sort();

describe("the table and the registry", () => {
  test("what does not exist yet can only shrink", () => {
    const existing = new Set(allTools.map(({ name }) => name));
    const missing = specTable.filter(({ name }) => !existing.has(name));
    expect(names(missing)).toEqual([...notYet].sort());
  });

  for (const tool of allTools) {
    test(`${tool.name} is declared as the table says`, () => {
      const row = specTable.find(({ name }) => name === tool.name);
      expect({
        mcp: tool.mcp?.name,
        tier: tool.tier,
        needs: new Set(tool.needs),
        parallel: tool.parallel,
      }).toEqual({ mcp: row?.mcp, tier: row?.tier, needs: new Set(row?.needs), parallel: row?.parallel });
    });
  }
});

describe("names", () => {
  test("each is used once", () => {
    const all = specTable.flatMap(({ name, mcp }) => [...new Set([name, mcp ?? name])]);
    expect(new Set(all).size).toBe(all.length);
  });

  test("the 18 names of MCP", () => {
    expect(specTable.flatMap(({ mcp }) => mcp ?? []).sort()).toEqual(Object.keys(schemas).sort());
  });

  test("the 13 run-bound names, undo, edit_symbol and the tools for files; none of them has a name on MCP", () => {
    const bound = specTable.filter(({ family }) => family === "run-bound");
    expect(names(bound)).toEqual(
      (
        "apply_patch ask_user ast_edit ast_grep debug edit edit_symbol eval lsp lsp_fix lsp_rename read resolve undo " +
        "vibe_kill vibe_list vibe_send vibe_spawn vibe_wait write"
      ).split(" "),
    );
    expect(bound.filter(({ mcp }) => mcp !== undefined)).toEqual([]);
    expect(isRunBound("eval") && !isRunBound("lsp_navigation") && !isRunBound("constructor")).toBe(true);
  });

  test("pi has tools of its own for files: ours are not there", () => {
    const own = names(specTable.filter(({ isPiOwn }) => isPiOwn === true));
    expect(names(allTools.filter(({ name, pi }) => own.includes(name) && pi === false))).toEqual(own);
  });

  test("the five situational tools", () => {
    expect([...situationalNames].sort()).toEqual([
      "ast_grep_outline",
      "ast_grep_replace",
      "ast_grep_search",
      "lens_diagnostic_mark",
      "lsp_navigation",
    ]);
  });
});

test("T-02 tiers of the run-bound tools", () => {
  const tiersOf = (tier: string): string[] =>
    names(specTable.filter((row) => row.family === "run-bound" && row.tier === tier));
  expect({ read: tiersOf("read"), write: tiersOf("write"), exec: tiersOf("exec") }).toEqual({
    read: ["ask_user", "ast_grep", "lsp", "read", "vibe_kill", "vibe_list", "vibe_send", "vibe_spawn", "vibe_wait"],
    write: ["apply_patch", "ast_edit", "edit", "edit_symbol", "lsp_fix", "lsp_rename", "resolve", "undo", "write"],
    exec: ["debug", "eval"],
  });
});

test("T-07 a tier is one word of the declaration: looking and changing are tools of their own", () => {
  // A plain value: nothing computes it, so no argument can.
  for (const tool of allTools) {
    expect(Object.getOwnPropertyDescriptor(tool, "tier")?.value).toMatch(/^(?:read|write|exec)$/);
  }
  const tierOf = (name: string): string | undefined => specTable.find((row) => row.name === name)?.tier;
  for (const [looks, changes] of [
    ["lsp", "lsp_rename"],
    ["ast_grep", "ast_edit"],
    ["ast_grep_search", "ast_grep_replace"],
    ["lens_diagnostics", "lens_diagnostic_mark"],
  ] as const) {
    expect([tierOf(looks), tierOf(changes)]).toEqual(["read", "write"]);
  }
});
