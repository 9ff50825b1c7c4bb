import type { Config } from "../../../config/config.ts";
import type { Engine } from "../../../engine/engine.ts";

/** What a check looks at. */
export interface Patient {
  readonly engine: Engine;
  readonly config: Config;
  /** Canonical absolute folder the command was started in, or the first `--root`. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface Finding {
  /** broken: something that is needed does not work; note: works, but worth knowing. */
  readonly state: "ok" | "note" | "broken";
  readonly text: string;
  /** The command or setting that helps. */
  readonly remedy?: string;
}

export interface Check {
  readonly name: string;
  readonly examine: (patient: Patient) => Finding | Promise<Finding>;
}
