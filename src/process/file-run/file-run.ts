import type { ChildProcesses } from "../children.ts";
import type { ChildExit } from "../owned-child.ts";
import type { OutputFile } from "./output-file.ts";
import { OutputFiles } from "./output-files.ts";

/** A command and its arguments. */
export type Command = readonly [string, ...string[]];

/** What all commands of one kind have in common. */
export interface CommandKind {
  /** What they are for, in errors and health: "ast-grep". */
  readonly label: string;
  /** Added to our own environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface FileRunOptions {
  readonly cwd: string;
  /** Kills the command when it aborts. */
  readonly signal: AbortSignal;
}

/**
 * A command without input whose output goes into files. They can be read until it is disposed, which ends
 * the command.
 */
export interface FileRun extends Disposable {
  readonly pid: number;
  readonly stdout: OutputFile;
  readonly stderr: OutputFile;
  /** Never rejects. */
  readonly exited: Promise<ChildExit>;
  /** Kills it. */
  readonly stop: () => Promise<unknown>;
}

/** Starts a command as a child of this process. Throws as `children.spawn` does, and `start_failed` without room for files. */
export async function startFileRun(
  children: ChildProcesses,
  [command, ...args]: Command,
  options: CommandKind & FileRunOptions,
): Promise<FileRun> {
  const files = new OutputFiles();
  try {
    const { stdout, stderr } = files;
    const output = { stdin: "ignore", stdoutFile: stdout.fd, stderrFile: stderr.fd } as const;
    const { pid, exited, stop } = await children.spawn(command, args, { ...options, ...output });
    const dispose = () => {
      void stop(0);
      files[Symbol.dispose]();
    };
    return { pid, stdout, stderr, exited, stop: () => stop(0), [Symbol.dispose]: dispose };
  } catch (error) {
    files[Symbol.dispose]();
    throw error;
  }
}
