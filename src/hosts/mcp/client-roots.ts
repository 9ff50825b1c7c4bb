import { ReticleError, isReticleError } from "../../base/errors.ts";
import { uriToPath } from "../../workspace/uri.ts";

export interface ClientRootsOptions {
  /** Asks the client (roots/list); the URIs in its order. */
  readonly list: () => Promise<readonly string[]>;
  /** Gives the folders to the run; rejects with a ReticleError when none of them can be used. */
  readonly apply: (folders: readonly string[]) => Promise<void>;
  /** How long calls wait for an answer that is outstanding. */
  readonly waitMs: number;
  readonly log: (line: string) => void;
}

/**
 * The folders that the client has open. Calls that arrive while they are being asked for wait a
 * bounded time; a client that does not answer is served from the folders known so far.
 */
export class ClientRoots {
  readonly #options: ClientRootsOptions;
  /** Resolves when the outstanding question is answered or its wait is over; never rejects. */
  #known: Promise<void> = Promise.resolve();
  /** Ends the wait that `expect` began. */
  #onAnswered: (() => void) | undefined;
  #applied: Promise<void> = Promise.resolve();
  readonly #abandoned = Promise.withResolvers<void>();
  #isAbandoned = false;
  #latest = 0;
  #problem: ReticleError | undefined;

  constructor(options: ClientRootsOptions) {
    this.#options = options;
  }

  /** The client has roots and will be asked for them: calls wait, if they were not asked for already. */
  expect(): void {
    if (this.#latest > 0 || this.#onAnswered !== undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onAnswered = resolve;
    this.#known = within(promise, this.#options.waitMs);
  }

  /** Asks the client now; also after it said that its roots changed. */
  refresh(): Promise<void> {
    const question = ++this.#latest;
    const answered = this.#ask(question);
    this.#known = within(answered, this.#options.waitMs);
    void answered.then(this.#onAnswered);
    return answered;
  }

  /** No answer can come any more: calls that wait for one go on with the folders known so far. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#abandoned.resolve();
  }

  /** Resolves when calls may run. Throws when the client's folders cannot be used, naming what to do. */
  async settled(): Promise<void> {
    await Promise.race([this.#known, this.#abandoned.promise]);
    if (this.#problem !== undefined) throw this.#problem;
  }

  /** Never rejects. Only the latest question counts: an older answer may arrive after a newer one. */
  async #ask(question: number): Promise<void> {
    let uris: readonly string[];
    try {
      uris = await this.#options.list();
    } catch (error) {
      if (this.#isAbandoned) return;
      this.#options.log(`the client did not answer roots/list (${describe(error)}); its folders are not known`);
      return;
    }
    // One after the other, so that the last answer is the one that stays in force.
    this.#applied = this.#applied.then(async () => {
      if (question !== this.#latest) return;
      this.#problem = await this.#use(uris);
      if (this.#problem !== undefined) this.#options.log(this.#problem.message);
    });
    await this.#applied;
  }

  async #use(uris: readonly string[]): Promise<ReticleError | undefined> {
    const folders: string[] = [];
    const problems: string[] = [];
    for (const uri of uris) {
      try {
        folders.push(uriToPath(uri));
      } catch (error) {
        problems.push(describe(error));
      }
    }
    if (folders.length === 0 && problems.length > 0) {
      return new ReticleError("refused", `None of the client's roots can be used: ${problems.join("; ")}`, {
        hint: "open a folder of this machine in the client, or start reticle with --root DIR from a client without roots",
      });
    }
    for (const problem of problems) this.#options.log(`a root is left out: ${problem}`);
    try {
      await this.#options.apply(folders);
      return undefined;
    } catch (error) {
      return isReticleError(error) ? error : new ReticleError("internal", describe(error), { cause: error });
    }
  }
}

/** Resolves with the promise or after `ms`, whichever is first. The timer keeps no process alive. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  timer.unref();
  await Promise.race([promise, over]);
  clearTimeout(timer);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
