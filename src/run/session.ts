import { DegradationLedger } from "../base/degradations.ts";
import { LatencyLedger } from "../base/latency.ts";
import type { HealthRow, SessionView } from "../tools/core/context.ts";

/** The counters of one run. */
export class Session implements SessionView {
  readonly degradations = new DegradationLedger();
  readonly latency = new LatencyLedger();
  readonly startedAt = Date.now();
  readonly health: () => readonly HealthRow[];
  readonly #calls = new Map<string, number>();
  readonly #once = new Set<string>();
  readonly #situational: () => readonly string[];

  /** `situational` names the tools of this run whose disuse is worth a record. */
  constructor(options: { health: () => readonly HealthRow[]; situational: () => readonly string[] }) {
    this.health = options.health;
    this.#situational = options.situational;
  }

  get calls(): ReadonlyMap<string, number> {
    return this.#calls;
  }

  count(tool: string): void {
    this.#calls.set(tool, (this.#calls.get(tool) ?? 0) + 1);
  }

  recordOnce(kind: string, subject: string, reason: string): void {
    if (this.#once.has(kind)) return;
    this.#once.add(kind);
    this.degradations.record(kind, subject, reason);
  }

  readonly end = (): readonly string[] => {
    const neverUsed = this.#situational().filter((name) => !this.#calls.has(name));
    if (neverUsed.length > 0) this.recordOnce("unused-tools", "session", neverUsed.join(", "));
    return neverUsed;
  };
}
