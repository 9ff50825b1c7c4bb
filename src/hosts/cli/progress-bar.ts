import type { CliIo } from "./io.ts";

const WIDTH = 30;
const MIN_INTERVAL_MS = 80;

/** A bar on one line of a terminal; nothing where the stream is none. */
export class ProgressBar {
  readonly #stream: CliIo["stderr"];
  readonly #unit: string;
  #lastAt = Number.NEGATIVE_INFINITY;
  #isShown = false;

  constructor(stream: CliIo["stderr"], unit: string) {
    this.#stream = stream;
    this.#unit = unit;
  }

  show(done: number, total: number): void {
    const now = performance.now();
    if (this.#stream.isTTY !== true || now - this.#lastAt < MIN_INTERVAL_MS) return;
    this.#lastAt = now;
    this.#isShown = true;
    const filled = total === 0 ? 0 : Math.round((Math.min(done, total) / total) * WIDTH);
    const bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
    this.#stream.write(`\r[${bar}] ${done} of ${total} ${this.#unit}\u001b[K`);
  }

  clear(): void {
    if (this.#isShown) this.#stream.write("\r\u001b[K");
    this.#isShown = false;
  }
}
