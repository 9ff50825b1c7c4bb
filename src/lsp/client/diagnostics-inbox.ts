import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { uriToPath } from "../../workspace/uri.ts";
import type { DiagnosticsInbox, PublishedDiagnostics } from "../language-servers.ts";

/** Paths whose publishes are kept; a server that publishes a whole project has many. */
const MAX_PATHS = 20_000;

interface Waiter {
  readonly after: number;
  readonly resolve: (published: PublishedDiagnostics) => void;
}

/** Keeps the latest publish of each file and wakes who waits for a newer one. */
export class PublishedInbox implements DiagnosticsInbox {
  readonly #latest = new Map<string, PublishedDiagnostics>();
  readonly #pulled = new Map<string, readonly Diagnostic[]>();
  readonly #waiters = new Map<string, Set<Waiter>>();
  #arrivals = 0;

  get arrivals(): number {
    return this.#arrivals;
  }

  latest(path: string): PublishedDiagnostics | undefined {
    return this.#latest.get(path);
  }

  all(): readonly PublishedDiagnostics[] {
    return [...this.#latest.values()].reverse();
  }

  recordPull(path: string, diagnostics: readonly Diagnostic[]): void {
    this.#pulled.delete(path);
    this.#pulled.set(path, diagnostics);
    dropOldest(this.#pulled);
  }

  lastPull(path: string): readonly Diagnostic[] | undefined {
    return this.#pulled.get(path);
  }

  async next(path: string, after: number, signal: AbortSignal): Promise<PublishedDiagnostics> {
    const latest = this.#latest.get(path);
    if (latest !== undefined && latest.arrival > after) return latest;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<PublishedDiagnostics>();
    const waiter: Waiter = { after, resolve };
    const waiters = this.#waiters.get(path) ?? new Set();
    this.#waiters.set(path, waiters.add(waiter));
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
      waiters.delete(waiter);
      if (waiters.size === 0) this.#waiters.delete(path);
    }
  }

  /** A publish as it came from the server; one that names no file of this machine is dropped. */
  receive({ uri, version, diagnostics }: PublishDiagnosticsParams): void {
    const path = pathOf(uri);
    if (path === undefined) return;
    this.#arrivals += 1;
    const published: PublishedDiagnostics = {
      path,
      diagnostics: Array.isArray(diagnostics) ? diagnostics : [],
      ...(typeof version === "number" ? { version } : {}),
      arrival: this.#arrivals,
      nth: (this.#latest.get(path)?.nth ?? 0) + 1,
      receivedAt: performance.now(),
    };
    this.#latest.delete(path);
    this.#latest.set(path, published);
    dropOldest(this.#latest);
    for (const waiter of this.#waiters.get(path) ?? []) if (published.arrival > waiter.after) waiter.resolve(published);
  }
}

function dropOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MAX_PATHS && oldest !== undefined) map.delete(oldest);
}

function pathOf(uri: unknown): string | undefined {
  try {
    return typeof uri === "string" ? uriToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}
