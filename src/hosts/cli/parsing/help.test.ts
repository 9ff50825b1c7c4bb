import { describe, expect, it } from "vitest";
import { commands, findCommand, globalFlags } from "./declarations.ts";
import { commandHelp, overviewHelp } from "./help.ts";
import { parseCommandLine } from "./parse.ts";

/** Splits an example as a shell would: words, with single quotes taken off. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|\S)+/g)].map(([word]) => word.replaceAll("'", ""));
}

describe("help", () => {
  it("names every command and every global flag in the overview", () => {
    const text = overviewHelp("1.2.3");
    expect(text).toContain("reticle 1.2.3");
    for (const command of commands) expect(text).toMatch(new RegExp(`^  ${command.name}\\b`, "m"));
    for (const flag of globalFlags) expect(text).toContain(`--${flag.name}`);
    expect(text).toContain("--approve allow|ask|deny");
  });

  it.each(commands.map((command) => command.name))("explains %s with its flags and examples", (name) => {
    const command = findCommand(name)!;
    const text = commandHelp(command);
    expect(text).toMatch(new RegExp(`^Usage: reticle ${name}`));
    for (const flag of command.flags) expect(text).toContain(`--${flag.name}`);
    for (const example of command.examples) expect(text).toContain(example);
  });

  it("stays within the width of a terminal", () => {
    const texts = [overviewHelp("1.2.3"), ...commands.map((command) => commandHelp(command))];
    const tooWide = texts
      .flatMap((text) => text.split("\n"))
      .filter((line) => line.length > 100 && !line.includes("reticle "));
    expect(tooWide).toEqual([]);
  });

  it.each(commands.flatMap((command) => command.examples.map((example) => ({ name: command.name, example }))))(
    "shows an example that parses: $example",
    ({ name, example }) => {
      const own = example.split(" | ").find((part) => part.startsWith("reticle"))!;
      expect(parseCommandLine(shellWords(own).slice(1)).command).toBe(name);
    },
  );
});
