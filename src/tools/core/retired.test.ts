import { expect, test } from "vitest";
import { findRetired, translateRetired } from "./retired.ts";
import { specTable } from "./spec-table.ts";

test("retired names are no current names, and their targets are", () => {
  for (const name of ["pilens_lsp_diagnostics", "pilens_ast_grep_dump"]) {
    expect(specTable.some((row) => row.name === name || row.mcp === name)).toBe(false);
    expect(specTable.some((row) => row.name === findRetired(name)?.target)).toBe(true);
  }
  expect(findRetired("constructor")).toBeUndefined();
});

test("the dump of earlier versions becomes a search with dump", () => {
  const retired = findRetired("pilens_ast_grep_dump");
  if (retired === undefined) throw new Error("not in the table");
  expect(translateRetired(retired, { source: "f(1)", lang: "go", dump: false })).toEqual({
    pattern: "f(1)",
    lang: "go",
    dump: true,
  });
  expect(retired.isChecked).toBe(false);
});

test("probing diagnostics keeps its own arguments and stays checked", () => {
  const retired = findRetired("pilens_lsp_diagnostics");
  if (retired === undefined) throw new Error("not in the table");
  expect(translateRetired(retired, { paths: ["a.ts"], scope: "workspace" })).toEqual({
    paths: ["a.ts"],
    source: "lsp",
    scope: "paths",
  });
  expect(retired.isChecked).toBe(true);
});
