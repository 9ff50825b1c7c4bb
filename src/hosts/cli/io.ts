import type { Readable, Writable } from "node:stream";
import { workingDirectory } from "../../base/working-directory.ts";

/** What a command reads from and writes to; the process's own streams unless a test brings others. */
export interface CliIo {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

export function processIo(): CliIo {
  const { stdin, stdout, stderr, env } = process;
  return {
    stdin,
    stdout,
    stderr,
    env,
    // Looked up by the commands that need it: help and version work in a folder that was removed.
    get cwd() {
      return workingDirectory();
    },
  };
}
