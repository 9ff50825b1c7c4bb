import { expect, it } from "vitest";
import { createInstructions } from "./instructions.ts";

/** Every name on MCP, existing or to come: the instructions for them all are the longest there are. */
const allNames = [
  "pilens_analyze",
  "pilens_diagnostics",
  "pilens_latency",
  "pilens_rebuild",
  "pilens_project_scan",
  "pilens_symbol_search",
  "pilens_module_report",
  "pilens_project_report",
  "pilens_read_symbol",
  "pilens_read_enclosing",
  "pilens_health",
  "pilens_effective_config",
  "pilens_session_start",
  "pilens_turn_end",
  "pilens_session_end",
  "pilens_ast_grep_search",
  "pilens_ast_grep_replace",
  "pilens_lsp_navigation",
];

function namedIn(text: string): string[] {
  return [...new Set(text.match(/pilens_[a-z_]+/g) ?? [])].sort();
}

it("stays within 60 lines with every tool there is, and names only known tools", () => {
  const text = createInstructions(allNames);
  expect(text.split("\n").length).toBeLessThanOrEqual(60);
  expect(allNames).toEqual(expect.arrayContaining(namedIn(text)));
  expect(namedIn(text).length).toBeGreaterThan(6);
});

it("never names a tool that the surface does not have, whichever tools it has", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const names = allNames.filter((_name, index) => ((seed * 2_654_435_761) >>> (index + 3)) % 2 === 1);
    expect(names).toEqual(expect.arrayContaining(namedIn(createInstructions(names))));
  }
});

it("leaves a topic out when nothing of it is there", () => {
  const text = createInstructions(["pilens_module_report"]);
  expect(text).toContain("Reading code:");
  expect(text).not.toContain("Searching:");
  expect(text).not.toContain("Changing code:");
});
