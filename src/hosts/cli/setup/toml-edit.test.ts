import { describe, expect, it } from "vitest";
import { removeTomlTable, setTomlTable, tomlStrings } from "./toml-edit.ts";

const NAME = "mcp_servers.reticle";
const VALUES = { command: "reticle", args: ["mcp"] };
const TABLE = '[mcp_servers.reticle]\ncommand = "reticle"\nargs = ["mcp"]\n';
const OTHERS =
  '# mine\nmodel = "gpt"\nnotes = """\n[mcp_servers.reticle]\n"""\n\n[mcp_servers.docs] # other\nargs = [\n  "a", # ]\n  "b",\n]\n';

describe("setTomlTable", () => {
  it.each([
    ["an empty file", "", TABLE],
    ["behind other tables", OTHERS, `${OTHERS}\n${TABLE}`],
    ["a last line without an end", 'model = "gpt"', `model = "gpt"\n\n${TABLE}`],
    [
      "a table that is there",
      `[mcp_servers.reticle]\n# by hand\nargs = [\n  "old",\n]\nenv = { A = "1" }\n\n# next\n[tui]\ntheme = "dark"\n`,
      `[mcp_servers.reticle]\ncommand = "reticle"\n# by hand\nargs = ["mcp"]\nenv = { A = "1" }\n\n# next\n[tui]\ntheme = "dark"\n`,
    ],
  ])("writes into %s, and a second time changes nothing", (_name, text, expected) => {
    expect(setTomlTable(text, NAME, VALUES)).toBe(expected);
    expect(setTomlTable(expected, NAME, VALUES)).toBe(expected);
  });

  it.each([
    ["mcp_servers = { docs = { command = 'x' } }\n", "writes `mcp_servers` without a table header"],
    ["[mcp_servers]\nreticle = { command = 'x' }\n", "writes `mcp_servers.reticle` without a table header"],
    ["mcp_servers.reticle.command = 'x'\n", "writes `mcp_servers.reticle.command` without"],
    ["a = 1\nnot toml\n", "line 2 is no table and no `key = value`"],
    ["a = [1,\n", "line 1 opens a bracket that is not closed"],
    ['a = 1\nb = "x\n', "line 2 opens a string that is not closed"],
  ])("refuses %j", (text, message) => {
    expect(() => setTomlTable(text, NAME, VALUES)).toThrow(message);
  });
});

describe("removeTomlTable", () => {
  it.each([
    ["the only table", TABLE, ""],
    ["the last table", `${OTHERS}\n${TABLE}`, OTHERS],
    [
      "a table with tables in it",
      `a = 1\n\n${TABLE}\n[mcp_servers.reticle.env]\nA = "1"\n\n# next\n[tui]\nx = 1\n`,
      "a = 1\n\n# next\n[tui]\nx = 1\n",
    ],
    ["nothing", OTHERS, OTHERS],
  ])("removes %s", (_name, text, expected) => {
    expect(removeTomlTable(text, NAME)).toBe(expected);
  });
});

describe("tomlStrings", () => {
  it.each([
    ['["mcp", "--trust"]', ["mcp", "--trust"]],
    ["[\n 'mcp'\n]", ["mcp"]],
    ["3", undefined],
  ])("reads %s", (value, expected) => {
    expect(tomlStrings(`[${NAME}]\nargs = ${value}\n`, NAME, "args")).toEqual(expected);
  });
});
