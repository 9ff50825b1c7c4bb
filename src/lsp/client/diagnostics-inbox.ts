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
  /** What this one stands in for. */
  readonly #stem: PublishedInbox | undefined;
  #arrivals = 0;
  #hasVersions = false;
  #aside: PublishedInbox | undefined;

  constructor(stem?: PublishedInbox) {
    this.#stem = stem;
    this.#arrivals = stem?.arrivals ?? 0;
  }

  /** Whether the server says which version a publish is about. */
  get hasVersions(): boolean {
    return this.#hasVersions || this.#stem?.hasVersions === true;
  }

  get arrivals(): number {
    return this.#aside?.arrivals ?? this.#arrivals;
  }

  /** From now on publishes go there, and nobody here hears of them; arrivals are counted on. */
  putAside(): PublishedInbox {
    this.#aside = new PublishedInbox(this);
    return this.#aside;
  }

  /** Publishes come here again, and of those that were put aside what `keep` makes of them. */
  takeBack(keep: (published: PublishedDiagnostics) => PublishedDiagnostics | undefined): void {
    const aside = this.#aside;
    if (aside === undefined) return;
    this.#arrivals = aside.#arrivals;
    this.#aside = undefined;
    this.#hasVersions ||= aside.#hasVersions;
    for (const published of aside.#latest.values()) {
      const kept = keep(published);
      if (kept !== undefined) this.#keep(kept);
    }
  }

  latest(path: string): PublishedDiagnostics | undefined {
    return this.#latest.get(path) ?? this.#stem?.latest(path);
  }

  /** Whether anything came for the path since this one stands in for another. */
  has(path: string): boolean {
    return this.#latest.has(path);
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
  receive(params: PublishDiagnosticsParams): void {
    if (this.#aside !== undefined) {
      this.#aside.receive(params);
      return;
    }
    const { uri, version, diagnostics } = params;
    const path = pathOf(uri);
    if (path === undefined) return;
    this.#arrivals += 1;
    this.#hasVersions ||= typeof version === "number";
    this.#keep({
      path,
      diagnostics: Array.isArray(diagnostics) ? diagnostics : [],
      ...(typeof version === "number" ? { version } : {}),
      arrival: this.#arrivals,
      nth: (this.latest(path)?.nth ?? 0) + 1,
      receivedAt: performance.now(),
    });
  }

  #keep(published: PublishedDiagnostics): void {
    const { path } = published;
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
