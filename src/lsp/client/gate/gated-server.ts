import { deadline } from "../../../base/deadline.ts";
import { ReticleError } from "../../../base/errors.ts";
import type { ResolvedPath } from "../../../workspace/workspace.ts";
import type {
  FileChange,
  HoldOptions,
  LanguageServer,
  OpenDocument,
  ProposedText,
  RequestOptions,
  TouchOptions,
} from "../../language-servers.ts";
import { HeldServer } from "./held-server.ts";
import { ServerGate } from "./server-gate.ts";
import { ServerView } from "./server-view.ts";
import { showProposed } from "./show-proposed.ts";

/** Beyond this nobody waits for the end of somebody's look at proposed text; it has a bound of its own before. */
const MAX_CLOSED_MS = 60_000;

/** A running server as the fleet hands it out: whoever asks it is answered from what the disk holds. */
export class GatedServer extends ServerView {
  readonly #gate = new ServerGate();

  /** Requests that wait for an answer, or somebody who shows it proposed text. */
  get isBusy(): boolean {
    return this.server.pending > 0 || this.#gate.isClosed;
  }

  /** `performance.now()` of the latest answer, or of the start. */
  get usedAt(): number {
    return this.server.usedAt;
  }

  override open(file: ResolvedPath): Promise<OpenDocument> {
    return this.#inside(() => super.open(file));
  }

  override touch(path: string, options?: TouchOptions): Promise<void> {
    return this.#inside(() => super.touch(path, options));
  }

  override close(path: string): Promise<void> {
    return this.#inside(() => super.close(path));
  }

  override notify(method: string, params: unknown): Promise<void> {
    return this.#inside(() => super.notify(method, params));
  }

  /** The wait for the gate is a part of the time that the request has. */
  override request<R>(method: string, params: unknown, options: RequestOptions): Promise<R> {
    const { signal, deadlineMs } = options;
    const startedAt = performance.now();
    const send = () => {
      const leftMs = Math.max(1, deadlineMs - (performance.now() - startedAt));
      return super.request<R>(method, params, { ...options, deadlineMs: leftMs });
    };
    return this.#inside(send, signal, deadlineMs);
  }

  /** Open documents follow the disk; watched files are told as the server asked for them. */
  notifyChanged(changes: readonly FileChange[]): Promise<void> {
    return this.#inside(() => this.server.notifyChanged(changes));
  }

  hold<T>(query: (server: LanguageServer) => Promise<T>, { signal, waitMs }: HoldOptions): Promise<T> {
    return this.#inside(() => query(new HeldServer(this.server)), signal, waitMs);
  }

  async showProposed<T>(
    texts: readonly ProposedText[],
    look: (shown: LanguageServer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const open = await this.#gate.close(AbortSignal.any([signal, this.ended]));
    try {
      return await showProposed(this.server, { texts, look, signal });
    } finally {
      open();
    }
  }

  stop(graceMs: number): Promise<void> {
    return this.server.stop(graceMs);
  }

  async #inside<T>(work: () => Promise<T>, signal?: AbortSignal, waitMs = MAX_CLOSED_MS): Promise<T> {
    const leave = this.#gate.tryEnter() ?? (await this.#wait(signal, waitMs));
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async #wait(signal: AbortSignal | undefined, waitMs: number): Promise<() => void> {
    const limit = deadline(waitMs, "the wait", signal);
    try {
      return await this.#gate.enter(AbortSignal.any([limit.signal, this.ended]));
    } catch (error) {
      signal?.throwIfAborted();
      if (this.ended.aborted) throw error;
      throw new ReticleError(
        "timeout",
        `${this.definition.title} is being shown a proposed change and was not free within ${Math.round(waitMs)} ms`,
        { hint: "ask again in a while" },
      );
    } finally {
      limit.clear();
    }
  }
}
