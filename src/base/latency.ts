export interface LatencyPhase {
  readonly name: string;
  readonly durationMs: number;
}
export interface LatencyReport {
  readonly tool: string;
  /** The file the call was about, relative to the workspace root, when it was about one. */
  readonly file?: string;
  readonly totalMs: number;
  readonly outcome: "ok" | "error";
  readonly phases: readonly LatencyPhase[];
  /** Epoch milliseconds at which the call ended. */
  readonly at: number;
}

const MAX_REPORTS = 200;

/** The latest calls with their durations, newest first; bounded. */
export class LatencyLedger {
  readonly #reports: LatencyReport[] = [];
  #total = 0;

  record(report: LatencyReport): void {
    this.#total += 1;
    this.#reports.push(report);
    if (this.#reports.length > MAX_REPORTS) this.#reports.shift();
  }

  get total(): number {
    return this.#total;
  }

  latest(limit: number, fileSuffix?: string): LatencyReport[] {
    const matching =
      fileSuffix === undefined ? this.#reports : this.#reports.filter((report) => report.file?.endsWith(fileSuffix));
    return matching.slice(-limit).reverse();
  }
}
