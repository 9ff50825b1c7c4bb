import { isReticleError, ReticleError } from "../../base/errors.ts";
import type { ThreadLane } from "../../index/parse/thread-lane.ts";
import { packageVersion } from "../../config/package-version.ts";
import { onHostExit } from "../../process/host-exit.ts";
import type { Command, CommandContext } from "./commands/command.ts";
import { processIo } from "./io.ts";
import type { CliIo } from "./io.ts";
import { Output } from "./output.ts";
import { findCommand } from "./parsing/declarations.ts";
import type { CommandName } from "./parsing/declarations.ts";
import { commandHelp, overviewHelp } from "./parsing/help.ts";
import { parseCommandLine } from "./parsing/parse.ts";
import type { Invocation } from "./parsing/parse.ts";
import { UsageError } from "./parsing/usage-error.ts";

export const EXIT = { answered: 0, failed: 1, usage: 2 } as const;

export interface CliOptions {
  readonly io?: CliIo;
  /** Serves `reticle mcp` with its parsed flags; the entry point brings it, because hosts do not know one another. */
  readonly mcp?: (invocation: Invocation) => Promise<number>;
  /** See the context of commands. */
  readonly parseThread?: ThreadLane | undefined;
}

/** Loaded on demand: most of them bring the engine along, which serving, help and usage errors must not wait for. */
const ownCommands: Readonly<Record<Exclude<CommandName, "mcp">, () => Promise<Command>>> = {
  call: async () => (await import("./commands/call.ts")).call,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  hook: async () => (await import("./commands/hook.ts")).hook,
  install: async () => (await import("./commands/install.ts")).install,
  index: async () => (await import("./commands/index-command.ts")).index,
  run: async () => (await import("./commands/run.ts")).run,
  setup: async () => (await import("./commands/setup.ts")).setup,
  tools: async () => (await import("./commands/tools.ts")).tools,
  tour: async () => (await import("./commands/tour.ts")).tour,
};

/**
 * Runs one command line and resolves with its exit code; never rejects. A signal ends what runs, then
 * the process, with 128 + the signal's number.
 */
export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<number> {
  const io = options.io ?? processIo();
  let invocation: Invocation;
  try {
    invocation = parseCommandLine(argv);
  } catch (error) {
    return reportError(io, error);
  }
  if (invocation.command === "mcp" && !invocation.wantsHelp && !invocation.wantsVersion) {
    return serveMcp(invocation, io, options);
  }
  const interruption = new AbortController();
  const stop = (reason: string): void => interruption.abort(new ReticleError("cancelled", reason));
  const out = new Output(io.stdout, () => stop("The reader of the output closed it"));
  const notices = new Output(io.stderr, () => {});
  const { signal } = interruption;
  const finished = runToEnd({ invocation, io, out, signal, parseThread: options.parseThread });
  const stopWatching = onHostExit(async () => {
    stop("The command was interrupted");
    await finished;
  });
  try {
    return await finished;
  } finally {
    await notices.end();
    stopWatching();
  }
}

async function runToEnd(context: CommandContext): Promise<number> {
  const { io, out, signal } = context;
  let code: number;
  try {
    code = await runCommand(context);
  } catch (error) {
    code = signal.aborted ? EXIT.failed : reportError(io, error);
  }
  await out.end();
  if (out.failure !== undefined) {
    const hint = "make room or choose another place for the output, then run the command again";
    return reportError(
      io,
      new ReticleError("internal", `The answer could not be written: ${out.failure.message}`, { hint }),
    );
  }
  // A reader that has seen enough is no failure of ours.
  return out.isClosed ? EXIT.answered : code;
}

async function runCommand(context: CommandContext): Promise<number> {
  const { invocation, out } = context;
  if (invocation.wantsVersion) {
    await out.write(`${packageVersion()}\n`);
    return EXIT.answered;
  }
  const declaration = invocation.command === undefined ? undefined : findCommand(invocation.command);
  if (invocation.wantsHelp || declaration === undefined) return help(context);
  if (declaration.name === "mcp") throw new UsageError("The MCP server is not part of this program");
  const command = await ownCommands[declaration.name]();
  return command(context);
}

async function help({ invocation, io, out }: CommandContext): Promise<number> {
  const declaration = invocation.command === undefined ? undefined : findCommand(invocation.command);
  if (declaration !== undefined) {
    await out.write(commandHelp(declaration));
    return EXIT.answered;
  }
  const text = overviewHelp(packageVersion());
  if (invocation.wantsHelp) {
    await out.write(text);
    return EXIT.answered;
  }
  io.stderr.write(text);
  return EXIT.usage;
}

async function serveMcp(invocation: Invocation, io: CliIo, { mcp }: CliOptions): Promise<number> {
  try {
    if (mcp === undefined) throw new UsageError("The MCP server is not part of this program");
    return await mcp(invocation);
  } catch (error) {
    return reportError(io, error);
  }
}

/** Says on stderr what went wrong and what to do; resolves to the exit code. */
function reportError(io: CliIo, error: unknown): number {
  if (isReticleError(error)) {
    io.stderr.write(`reticle: ${error.message}\n${error.hint === undefined ? "" : `  ${error.hint}\n`}`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
  io.stderr.write(`reticle: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return EXIT.failed;
}
