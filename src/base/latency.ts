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
/** What is longer is no path that any file has, and not worth the memory. */
const MAX_FILE_CHARS = 4_096;

/** The latest calls with their durations, newest first; bounded. */
export class LatencyLedger {
  readonly #reports: LatencyReport[] = [];
  #total = 0;

  record({ file, ...report }: LatencyReport): void {
    this.#total += 1;
    this.#reports.push(file === undefined || file.length > MAX_FILE_CHARS ? report : { ...report, file });
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
