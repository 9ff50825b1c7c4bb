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
}

/** Runs a command to its end; resolves with its exit code. */
export type Command = (context: CommandContext) => Promise<number>;
