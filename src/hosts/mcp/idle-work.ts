/** Long enough for a client to send its first call after tools/list; that call comes first. */
const QUIET_MS = 300;

/**
 * Prepares what calls will probably need, once, after the client has its list of tools and while
 * nothing else is running. Keeps no process alive.
 */
export class IdleWork implements Disposable {
  readonly #work: () => Promise<void>;
  readonly #log: (line: string) => void;
  #state: "waiting" | "started" | "over" = "waiting";
  #timer: NodeJS.Timeout | undefined;

  constructor(work: () => Promise<void>, log: (line: string) => void) {
    this.#work = work;
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
      if (isIdle()) this.#run();
      else this.#schedule(isIdle);
    }, QUIET_MS);
    this.#timer.unref();
  }

  #run(): void {
    this.#state = "over";
    this.#work().catch((error: unknown) => {
      // The call that needs it will try again and say what is wrong.
      this.#log(`idle work failed: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
}
