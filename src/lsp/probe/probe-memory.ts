import type { Config } from "../../config/config.ts";
import type { DiskLook } from "../../workspace/probe/disk-look.ts";
import type { ServerCandidate } from "../server-probe.ts";

/** Files whose servers are remembered; the one that was longest unused goes first. */
const MAX_FILES = 32;

interface Known {
  readonly config: Config;
  /** PATH then. */
  readonly programs: string | undefined;
  readonly look: DiskLook;
  readonly candidates: readonly ServerCandidate[];
}

/**
 * What was found for a file, as long as everything that was looked at for it is as it was: to look whether that
 * is so takes a tenth of the time of finding it anew.
 */
export class ProbeMemory {
  readonly #known = new Map<string, Known>();

  find(key: string, config: Config): readonly ServerCandidate[] | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    this.#known.delete(key);
    if (known.config !== config || known.programs !== process.env["PATH"] || !known.look.stillHolds()) return undefined;
    this.#known.set(key, known);
    return known.candidates;
  }

  keep(key: string, { config, look, candidates }: Omit<Known, "programs">): void {
    if (!look.isSettled) return;
    this.#known.set(key, { config, programs: process.env["PATH"], look, candidates });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_FILES && oldest !== undefined) this.#known.delete(oldest);
  }
}
