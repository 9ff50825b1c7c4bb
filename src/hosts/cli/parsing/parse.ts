import { parseArgs } from "node:util";
import { APPROVE_CHOICES, commands, findCommand, globalFlags } from "./declarations.ts";
import type { CommandDeclaration, CommandName, FlagDeclaration } from "./declarations.ts";
import { didYouMean } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";

export type ApprovePolicy = (typeof APPROVE_CHOICES)[number];

/** A command line that was understood. */
export interface Invocation {
  /** Absent: only global flags were given. */
  readonly command: CommandName | undefined;
  readonly words: readonly string[];
  readonly roots: readonly string[];
  readonly isTrusted: boolean;
  readonly approve: ApprovePolicy;
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
  /** Values of the command's own flags by name. */
  readonly values: ReadonlyMap<string, string>;
  /** The command's own switches that were given. */
  readonly switches: ReadonlySet<string>;
}

interface Collected {
  readonly words: string[];
  readonly values: Map<string, string[]>;
}

/** Reads a command line. Throws UsageError, which names the word or flag and what is valid. */
export function parseCommandLine(argv: readonly string[]): Invocation {
  const commandIndex = findCommandIndex(argv);
  const collected: Collected = { words: [], values: new Map() };
  collect(argv.slice(0, commandIndex), globalFlags, undefined, collected);
  const name = argv[commandIndex];
  const command = name === undefined ? undefined : requireCommand(name);
  if (command !== undefined) {
    collect(argv.slice(commandIndex + 1), [...globalFlags, ...command.flags], command, collected);
    checkWords(collected.words, command);
  }
  const own = command?.flags ?? [];
  const approve = APPROVE_CHOICES.find((choice) => choice === collected.values.get("approve")?.at(-1)) ?? "allow";
  return {
    command: command?.name,
    words: collected.words,
    roots: collected.values.get("root") ?? [],
    isTrusted: collected.values.has("trust"),
    approve,
    wantsHelp: collected.values.has("help"),
    wantsVersion: collected.values.has("version"),
    values: new Map(own.flatMap((flag) => valueOf(flag, collected))),
    switches: new Set(own.filter((flag) => isSwitch(flag) && collected.values.has(flag.name)).map((flag) => flag.name)),
  };
}

function valueOf(flag: FlagDeclaration, collected: Collected): [string, string][] {
  const value = isSwitch(flag) ? undefined : collected.values.get(flag.name)?.at(-1);
  return value === undefined ? [] : [[flag.name, value]];
}

/** Index of the first word that is neither a flag nor a flag's value; the length when there is none. */
function findCommandIndex(argv: readonly string[]): number {
  const { tokens } = tokenize(argv, globalFlags);
  return tokens.find((token) => token.kind === "positional")?.index ?? argv.length;
}

function tokenize(args: readonly string[], flags: readonly FlagDeclaration[]) {
  const options = Object.fromEntries(
    flags.map((flag) => [
      flag.name,
      {
        type: isSwitch(flag) ? "boolean" : "string",
        multiple: true,
        ...(flag.short === undefined ? {} : { short: flag.short }),
      } as const,
    ]),
  );
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
}

function collect(
  args: readonly string[],
  flags: readonly FlagDeclaration[],
  command: CommandDeclaration | undefined,
  into: Collected,
): void {
  for (const token of tokenize(args, flags).tokens) {
    if (token.kind === "positional") into.words.push(token.value);
    if (token.kind !== "option") continue;
    const flag = flags.find((candidate) => candidate.name === token.name);
    if (flag === undefined) throw unknownFlag(token.rawName, flags, command);
    const value = checkValue(flag, token.value, token.inlineValue === true);
    const earlier = into.values.get(flag.name);
    if (earlier !== undefined && !isSwitch(flag) && flag.isRepeatable !== true) {
      throw new UsageError(`--${flag.name} was given twice`, "give it once");
    }
    into.values.set(flag.name, [...(earlier ?? []), value]);
  }
}

function checkValue(flag: FlagDeclaration, value: string | undefined, isInline: boolean): string {
  if (isSwitch(flag)) {
    if (value !== undefined) throw new UsageError(`--${flag.name} takes no value, got "${value}"`);
    return "";
  }
  const isNextFlag = !isInline && value !== undefined && value.startsWith("-") && value !== "-";
  if (value === undefined || value === "" || isNextFlag) {
    const hint = isNextFlag
      ? `write --${flag.name}=${value} if that is the value`
      : `write --${flag.name} ${flag.value}`;
    throw new UsageError(`--${flag.name} needs a value`, hint);
  }
  if (flag.choices !== undefined && !flag.choices.includes(value)) {
    throw new UsageError(
      `--${flag.name} must be one of ${flag.choices.join(", ")}, got "${value}"`,
      didYouMean(value, flag.choices) || undefined,
    );
  }
  return value;
}

function requireCommand(name: string): CommandDeclaration & { readonly name: CommandName } {
  const command = findCommand(name);
  if (command !== undefined) return command;
  const names = commands.map((each) => each.name);
  throw new UsageError(
    `Unknown command "${name}"; the commands are ${names.join(", ")}`,
    didYouMean(name, names, "reticle ") || "reticle --help shows what each does",
  );
}

function unknownFlag(
  rawName: string,
  flags: readonly FlagDeclaration[],
  command: CommandDeclaration | undefined,
): UsageError {
  const name = rawName.replace(/^-+/, "");
  const where = command === undefined ? "before the command" : `for "reticle ${command.name}"`;
  const owner =
    command === undefined ? commands.find((each) => each.flags.some((flag) => flag.name === name)) : undefined;
  const hint =
    owner === undefined
      ? didYouMean(
          name,
          flags.map((flag) => flag.name),
          "--",
        )
      : `write it behind the command: reticle ${owner.name} ${rawName}`;
  const valid = flags.map((flag) => `--${flag.name}`).join(", ");
  return new UsageError(`Unknown flag ${rawName} ${where}; the flags there are ${valid}`, hint || undefined);
}

function checkWords(words: readonly string[], command: CommandDeclaration): void {
  const extra = words[command.maxWords];
  if (extra === undefined) return;
  const usage = `reticle ${command.name}${command.words === "" ? "" : ` ${command.words}`}`;
  throw new UsageError(`Unexpected word "${extra}" after "reticle ${command.name}"`, `usage: ${usage}`);
}

function isSwitch(flag: FlagDeclaration): boolean {
  return flag.value === undefined;
}
