import type * as ChildProcessModule from "node:child_process";

/** Loading it takes 4 ms, which a start without any child need not pay. */
export function loadChildProcess(): typeof ChildProcessModule {
  return process.getBuiltinModule("node:child_process");
}
