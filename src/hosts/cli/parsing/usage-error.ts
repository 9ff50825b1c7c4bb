import { ReticleError } from "../../../base/errors.ts";

/** The command line itself was wrong: exit code 2, nothing ran. */
export class UsageError extends ReticleError {
  constructor(message: string, hint?: string) {
    super("invalid_input", message, hint === undefined ? {} : { hint });
    this.name = "UsageError";
  }
}
