import type { CliIo } from "./io.ts";

const WIDTH = 30;
const MIN_INTERVAL_MS = 80;

/** A bar on one line of a terminal; nothing where the stream is none. */
export class ProgressBar {
  readonly #stream: CliIo["stderr"];
  #lastAt = Number.NEGATIVE_INFINITY;
  #isShown = false;

  constructor(stream: CliIo["stderr"]) {
    this.#stream = stream;
  }

  /** `what`: a word or two behind the numbers. Without a total that is above 0 there is no bar. */
  show(done: number, total: number | undefined, what: string): void {
    const now = performance.now();
    if (this.#stream.isTTY !== true || now - this.#lastAt < MIN_INTERVAL_MS) return;
    this.#lastAt = now;
    this.#isShown = true;
    this.#stream.write(`\r${progressText(done, total, what)}\u001b[K`);
  }

  clear(): void {
    if (this.#isShown) this.#stream.write("\r\u001b[K");
    this.#isShown = false;
  }
}

function progressText(done: number, total: number | undefined, what: string): string {
  if (total === undefined || total <= 0) return `${done} ${what}`;
  const filled = Math.round((Math.min(done, total) / total) * WIDTH);
  return `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${done} of ${total} ${what}`;
}
