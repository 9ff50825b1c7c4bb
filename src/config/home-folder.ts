import { userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** Where the home directory of somebody who has none is: nowhere. */
const NO_HOME = "/nonexistent";

/** The user's home directory: `HOME` when it is an absolute path, else what the system has on record. Never throws. */
export function homeFolder(env: NodeJS.ProcessEnv): string {
  const named = env["HOME"];
  if (named !== undefined && isAbsolute(named)) return named;
  try {
    return userInfo().homedir;
  } catch {
    // A user without an entry, as in containers that run under any number.
    return NO_HOME;
  }
}
