import { commands, globalFlags } from "./declarations.ts";
import type { CommandDeclaration, FlagDeclaration } from "./declarations.ts";

const WIDTH = 92;

/** The overview: every command, the flags all of them take, the exit codes. */
export function overviewHelp(version: string): string {
  return [
    `reticle ${version}: an IDE's senses and hands for coding agents`,
    "",
    "Usage: reticle [flags] COMMAND [words] [flags]",
    "",
    "Commands:",
    ...table(commands.map((command) => [`${command.name} ${command.words}`.trimEnd(), command.summary])),
    "",
    "Flags of every command:",
    ...flagTable(globalFlags),
    "",
    "Exit codes: 0 answered, 1 the answer is an error, 2 the command line is wrong, 130 interrupted.",
    "stdout carries the answers, stderr everything else.",
    "",
  ].join("\n");
}

export function commandHelp(command: CommandDeclaration): string {
  const flags = command.flags.length === 0 ? [] : ["", "Flags:", ...flagTable(command.flags)];
  return [
    `Usage: reticle ${command.name}${command.words === "" ? "" : ` ${command.words}`} [flags]`,
    "",
    ...wrap(`${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`, WIDTH),
    ...command.about.flatMap((paragraph) => ["", ...wrap(paragraph, WIDTH)]),
    ...flags,
    "",
    "Flags of every command:",
    ...flagTable(globalFlags),
    "",
    command.examples.length === 1 ? "Example:" : "Examples:",
    ...command.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

function flagTable(flags: readonly FlagDeclaration[]): string[] {
  return table(
    flags.map((flag) => {
      const short = flag.short === undefined ? "" : `-${flag.short}, `;
      const choices = flag.choices === undefined ? flag.value : flag.choices.join("|");
      return [`${short}--${flag.name}${choices === undefined ? "" : ` ${choices}`}`, flag.doc];
    }),
  );
}

/** Two columns, the second wrapped. */
export function table(rows: readonly (readonly [string, string] | readonly string[])[]): string[] {
  const left = Math.max(...rows.map(([name]) => (name ?? "").length)) + 2;
  return rows.flatMap(([name = "", text = ""]) =>
    wrap(text, Math.max(30, WIDTH - left)).map((line, index) =>
      `  ${(index === 0 ? name : "").padEnd(left)}${line}`.trimEnd(),
    ),
  );
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
