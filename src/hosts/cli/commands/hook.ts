import { runHook } from "../hook/run-hook.ts";
import type { Command } from "./command.ts";

/** As the entry point runs it at once when no flag comes before it. */
export const hook: Command = ({ invocation, io }) =>
  runHook({ client: invocation.words[0], isTrusted: invocation.isTrusted }, io);
