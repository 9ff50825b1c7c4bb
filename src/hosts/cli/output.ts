import { once } from "node:events";
import type { Writable } from "node:stream";

/**
 * Writes to a stream that its reader may close at any time (`reticle tools | head -1`): a closed
 * pipe ends the work quietly, every other write error is kept for the caller.
 */
export class Output {
  readonly #stream: Writable;
  readonly #onClosed: () => void;
  readonly #onError: (error: NodeJS.ErrnoException) => void;
  #isClosed = false;
  #failure: Error | undefined;

  constructor(stream: Writable, onClosed: () => void) {
    this.#stream = stream;
    this.#onClosed = onClosed;
    this.#onError = (error) => {
      if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") this.#failure ??= error;
      if (this.#isClosed) return;
      this.#isClosed = true;
      this.#onClosed();
    };
    stream.on("error", this.#onError);
  }

  /** The reader is gone; nothing written from here on arrives. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Why writing failed, when it was not the reader closing the pipe. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Resolves once the stream takes more; never rejects. */
  async write(text: string): Promise<void> {
    if (this.#isClosed || this.#stream.destroyed) return;
    if (this.#stream.write(text)) return;
    const waiting = new AbortController();
    const stop = { signal: waiting.signal };
    await Promise.race([once(this.#stream, "drain", stop), once(this.#stream, "close", stop)]).catch(() => {
      // An error event was handled above.
    });
    waiting.abort();
  }

  /** Waits until everything written has left, then stops listening. */
  async end(): Promise<void> {
    if (!this.#isClosed && !this.#stream.destroyed) {
      await new Promise<void>((resolve) => this.#stream.write("", () => resolve()));
      // A failed write calls back before its error event is emitted.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    this.#stream.removeListener("error", this.#onError);
  }
}
