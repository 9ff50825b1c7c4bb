import { hashLine } from "../../../workspace/reads/line-hashes.ts";

/** Older ones are another try. */
const WITHIN_MS = 5 * 60_000;
const MAX_TEXTS = 200;

/** How often the same text was looked for in a file and not found. */
export class FailedEdits {
  readonly #now: () => number;
  readonly #tries = new Map<string, { count: number; at: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many times that makes, this one included. */
  count(path: string, text: string): number {
    const key = `${path}\0${text.length}\0${hashLine(text)}`;
    const at = this.#now();
    const known = this.#tries.get(key);
    const count = known !== undefined && at - known.at <= WITHIN_MS ? known.count + 1 : 1;
    this.#tries.delete(key);
    this.#tries.set(key, { count, at });
    for (const oldest of this.#tries.keys()) {
      if (this.#tries.size <= MAX_TEXTS) break;
      this.#tries.delete(oldest);
    }
    return count;
  }
}
