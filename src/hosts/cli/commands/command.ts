import type { ThreadLane } from "../../../index/parse/thread-lane.ts";
import type { CliIo } from "../io.ts";
import type { Output } from "../output.ts";
import type { Invocation } from "../parsing/parse.ts";

/** What a command works with. */
export interface CommandContext {
  readonly invocation: Invocation;
  readonly io: CliIo;
  readonly out: Output;
  /** Aborts when the operator interrupts or the reader of stdout is gone. */
  readonly signal: AbortSignal;
  /** For the command that builds an index, if it was started ahead. Whoever started it ends it. */
  readonly parseThread?: ThreadLane | undefined;
}

/** Runs a command to its end; resolves with its exit code. */
export type Command = (context: CommandContext) => Promise<number>;
