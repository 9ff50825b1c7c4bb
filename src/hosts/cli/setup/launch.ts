import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Launch } from "./setup-client.ts";

/** npm and npx put these on the PATH of what they run; clients do not have them there. */
const PACKAGE_COMMANDS = /[/\\]node_modules[/\\]\.bin[/\\]?$/;

/** The command by which clients start this very program: by its name where the PATH leads here, else by its path. */
export function findLaunch(env: NodeJS.ProcessEnv, main: string, node: string = process.execPath): Launch {
  const here = canonical(main);
  for (const folder of (env["PATH"] ?? "").split(delimiter)) {
    if (!isAbsolute(folder) || PACKAGE_COMMANDS.test(folder)) continue;
    const path = join(folder, "reticle");
    const found = isExecutable(path) ? canonical(path) : undefined;
    if (found === undefined) continue;
    // The first one is what a client gets.
    return found === here ? ["reticle"] : [node, here];
  }
  return [node, here];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function canonical(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
