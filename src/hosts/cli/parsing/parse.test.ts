import { describe, expect, it } from "vitest";
import { commands, globalFlags } from "./declarations.ts";
import { parseCommandLine } from "./parse.ts";
import { UsageError } from "./usage-error.ts";

function usageErrorOf(argv: readonly string[]): UsageError {
  try {
    parseCommandLine(argv);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`understood: ${argv.join(" ")}`);
}

describe("parseCommandLine", () => {
  it("takes global flags before and behind the command", () => {
    const invocation = parseCommandLine([
      "--root",
      "a",
      "--trust",
      "call",
      "x",
      "k=v",
      "--root=b",
      "--approve",
      "deny",
    ]);
    expect(invocation).toMatchObject({
      command: "call",
      words: ["x", "k=v"],
      roots: ["a", "b"],
      isTrusted: true,
      approve: "deny",
      wantsHelp: false,
    });
  });

  it("gives the defaults when nothing is said", () => {
    const invocation = parseCommandLine([]);
    expect(invocation).toMatchObject({ command: undefined, words: [], roots: [], isTrusted: false, approve: "allow" });
  });

  it("lets --json be a value for call and a switch for tools", () => {
    expect(parseCommandLine(["call", "x", "--json", '{"a":1}']).values.get("json")).toBe('{"a":1}');
    expect(parseCommandLine(["call", "x", "--json", "-"]).values.get("json")).toBe("-");
    const listing = parseCommandLine(["tools", "--json", "module_report"]);
    expect(listing.switches.has("json")).toBe(true);
    expect(listing.words).toEqual(["module_report"]);
  });

  it("takes words that begin with a dash behind --, and inside key=value", () => {
    expect(parseCommandLine(["call", "x", "pattern=--flag"]).words).toEqual(["x", "pattern=--flag"]);
    expect(parseCommandLine(["tour", "--", "--odd-folder"]).words).toEqual(["--odd-folder"]);
  });

  it("never takes a command's word for a command of its own", () => {
    expect(parseCommandLine(["--root", "tools", "call", "run"])).toMatchObject({
      command: "call",
      words: ["run"],
      roots: ["tools"],
    });
  });

  it.each([
    [
      ["cal"],
      'Unknown command "cal"; the commands are tour, call, run, tools, index, install, doctor, setup, hook, mcp',
      "did you mean reticle call?",
    ],
    [["toru"], 'Unknown command "toru"', "did you mean reticle tour?"],
    [["zzzz"], 'Unknown command "zzzz"', "reticle --help shows what each does"],
    [["doctor", "--verbos"], 'Unknown flag --verbos for "reticle doctor"; the flags there are --root', undefined],
    [["call", "x", "--jsn", "{}"], "Unknown flag --jsn", "did you mean --json?"],
    [
      ["--json", "{}", "call", "x"],
      "Unknown flag --json before the command",
      "write it behind the command: reticle call --json",
    ],
    [["-x", "tools"], "Unknown flag -x before the command", undefined],
    [
      ["tools", "--surface", "mpc"],
      '--surface must be one of main, plan, read-only, mcp, got "mpc"',
      "did you mean mcp?",
    ],
    [["--approve", "maybe", "tools"], '--approve must be one of allow, ask, deny, got "maybe"', undefined],
    [["call", "x", "--json"], "--json needs a value", "write --json ARGUMENTS"],
    [["--root", "--trust", "tools"], "--root needs a value", "write --root=--trust if that is the value"],
    [["--root=", "tools"], "--root needs a value", "write --root DIR"],
    [["--trust=yes", "tools"], '--trust takes no value, got "yes"', undefined],
    [["call", "x", "--json", "{}", "--json", "{}"], "--json was given twice", "give it once"],
    [["doctor", "now"], 'Unexpected word "now" after "reticle doctor"', "usage: reticle doctor"],
    [["tour", "a", "b"], 'Unexpected word "b" after "reticle tour"', "usage: reticle tour [DIR]"],
  ])("%j is a usage error that says what is valid", (argv, message, hint) => {
    const error = usageErrorOf(argv);
    expect(error.message).toContain(message);
    expect(error.hint).toBe(hint);
  });

  it("declares no flag twice and no command flag that hides a global one", () => {
    for (const command of commands) {
      const names = [...globalFlags, ...command.flags].map((flag) => flag.name);
      expect(new Set(names).size, command.name).toBe(names.length);
    }
  });
});
