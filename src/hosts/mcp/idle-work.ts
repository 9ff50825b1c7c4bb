/** Long enough for a client to send its first call after tools/list; that call comes first. */
const QUIET_MS = 300;

/** What takes long asks now and then whether it is still quiet. */
type Work = (isIdle: () => boolean) => Promise<void>;

/**
 * Prepares what calls will probably need, once, after the client has its list of tools: each piece of work in a quiet
 * moment of its own, in which nothing else is running. Keeps no process alive.
 */
export class IdleWork implements Disposable {
  readonly #works: Work[];
  readonly #log: (line: string) => void;
  #state: "waiting" | "started" | "over" = "waiting";
  #timer: NodeJS.Timeout | undefined;

  constructor(works: readonly Work[], log: (line: string) => void) {
    this.#works = [...works];
    this.#log = log;
  }

  /** Begins to wait for a quiet moment; later calls have no effect. */
  start(isIdle: () => boolean): void {
    if (this.#state !== "waiting") return;
    this.#state = "started";
    this.#schedule(isIdle);
  }

  [Symbol.dispose](): void {
    this.#state = "over";
    clearTimeout(this.#timer);
  }

  #schedule(isIdle: () => boolean): void {
    this.#timer = setTimeout(() => {
      if (this.#state === "over") return;
      if (isIdle()) this.#run(isIdle);
      else this.#schedule(isIdle);
    }, QUIET_MS);
    this.#timer.unref();
  }

  #run(isIdle: () => boolean): void {
    const work = this.#works.shift();
    if (work === undefined) return;
    void work(() => this.#state !== "over" && isIdle())
      // The call that needs it will try again and say what is wrong.
      .catch((error: unknown) => {
        // What ends with the server has not failed.
        if (this.#state !== "over")
          this.#log(`idle work failed: ${error instanceof Error ? error.message : String(error)}`);
      })
      .then(() => {
        if (this.#state !== "over") this.#schedule(isIdle);
      });
  }
}
