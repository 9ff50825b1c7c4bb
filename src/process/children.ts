import type { Readable, Writable } from "node:stream";

export interface SpawnOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What the child is for, in errors and health: "ast-grep". */
  readonly label: string;
  /** Kills the whole group when it aborts. */
  readonly signal?: AbortSignal;
  readonly stdin?: "pipe" | "ignore";
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child process with one owner, in a process group of its own. */
export interface OwnedChild {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The last bytes of stderr, for error messages. */
  readonly stderrTail: () => string;
  /** Resolves once the child is gone and its pipes are closed; never rejects. */
  readonly exited: Promise<ChildExit>;
  /** Asks the group to end, then kills it; resolves when it is gone. */
  readonly stop: (graceMs?: number) => Promise<ChildExit>;
}

export interface CollectOptions extends SpawnOptions {
  readonly input?: string | Uint8Array;
  /** Beyond this many bytes of stdout the child is killed and `isTruncated` set. */
  readonly maxStdoutBytes: number;
}
export interface Collected extends ChildExit {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly isTruncated: boolean;
}

/** Owns every child process of an engine: all of them die with it, also after a kill -9 of the host. */
export interface ChildProcesses {
  spawn(command: string, args: readonly string[], options: SpawnOptions): Promise<OwnedChild>;
  /** Runs a command to its end and collects what it prints. Rejects with the signal's reason on abort. */
  collect(command: string, args: readonly string[], options: CollectOptions): Promise<Collected>;
  readonly running: number;
  dispose(): Promise<void>;
}
