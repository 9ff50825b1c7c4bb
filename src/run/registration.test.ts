import { describe, expect, test } from "vitest";
import { declareSpecTools } from "../../test/helpers/spec-tools.ts";
import type { Resource, Tool } from "../tools/core/declaration.ts";
import { isRunBound } from "../tools/core/spec-table.ts";
import { registerTools } from "./registration.ts";

const tools = declareSpecTools();

/** They need no more than a working directory. */
const forFiles = new Set(["undo", "read", "write", "edit", "apply_patch"]);

/** Run-bound tools that a working directory and these resources bring. */
function boundWith(...resources: Resource[]): string[] {
  const attached = new Set<Resource>(["workspace", ...resources]);
  return registerTools(tools, attached).flatMap(({ name }) => (isRunBound(name) && !forFiles.has(name) ? [name] : []));
}

describe("G-04", () => {
  test.each<[Resource[], string[]]>([
    [["languageServers"], ["lsp", "lsp_rename", "lsp_fix"]],
    [["parser"], ["ast_grep", "ast_edit", "resolve", "edit_symbol"]],
    [["debugSupervisor", "conversation"], ["debug"]],
    [["kernelFactory"], ["eval"]],
    [["questionPort", "targetSpace"], ["ask_user"]],
    [["vibeRoster"], ["vibe_spawn", "vibe_send", "vibe_wait", "vibe_kill", "vibe_list"]],
    [["debugSupervisor"], []],
    [["questionPort"], []],
    [["targetSpace"], []],
    [["conversation"], []],
  ])("G-04 %j attached alone: exactly its tools", (resources, names) => {
    expect(boundWith(...resources)).toEqual(names);
  });

  test("G-04 no resource: none of the run-bound tools", () => {
    expect(boundWith()).toEqual([]);
    expect(registerTools(tools, new Set()).filter(({ name }) => isRunBound(name))).toEqual([]);
  });

  test("L-01 the tools of language servers need those and a working directory", () => {
    const named = (...resources: Resource[]) =>
      registerTools(tools, new Set(resources)).flatMap(({ name }) => (name.startsWith("lsp") ? [name] : []));
    expect(named("languageServers")).toEqual([]);
    expect(named("workspace")).toEqual([]);
    expect(named("languageServers", "workspace")).toEqual(expect.arrayContaining(["lsp", "lsp_rename"]));
  });

  test("G-04 every resource: every tool, in the order given", () => {
    const all = new Set(tools.flatMap(({ needs }) => needs));
    expect(registerTools(tools, all)).toEqual(tools);
  });
});

describe("unfit declarations", () => {
  const [one] = tools;
  if (one === undefined) throw new Error("the table is empty");
  const register =
    (...unfit: Tool[]) =>
    () =>
      registerTools(unfit, new Set());

  test.each(["admin", "READ", "", undefined, "constructor"])("T-01 the unknown tier %j is rejected", (tier) => {
    expect(register({ ...one, tier } as unknown as Tool)).toThrow(/tool "lens_diagnostics" declares the unknown tier/);
  });

  test("T-01 also where its resources are not attached", () => {
    expect(register({ ...one, needs: ["vibeRoster"], tier: "admin" } as unknown as Tool)).toThrow(/unknown tier/);
  });

  test("a name used twice is rejected, MCP names included", () => {
    expect(register(one, { ...one, mcp: { name: "other", cwd: false } })).toThrow(/"lens_diagnostics" a second time/);
    expect(register(one, { ...one, name: "other" })).toThrow(/"pilens_diagnostics" a second time/);
  });

  test("a deadline above 55 s is for those alone who wait for people and cells", () => {
    expect(register({ ...one, deadlineMs: 55_001 })).toThrow(/deadline of 55001 ms/);
    expect(register({ ...one, deadlineMs: 55_000 })).not.toThrow();
    expect(register({ ...one, name: "ask_user", deadlineMs: 600_000 })).not.toThrow();
  });
});
