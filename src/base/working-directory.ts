import { ReticleError } from "./errors.ts";

/** The process's working directory. Throws `not_found` when it was removed under the process. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new ReticleError("not_found", "The working directory no longer exists", {
      hint: "change to a folder that exists, then start again",
      cause,
    });
  }
}
