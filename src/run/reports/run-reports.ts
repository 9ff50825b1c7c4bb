import type { WriteReports } from "../../tools/diagnostics/write-reports.ts";
import { CallReports } from "./call-reports.ts";
import { LateReports } from "./late-reports.ts";
import { Preparations } from "./preparations.ts";
import { ReportMemory, type ReportPorts, type ReportView } from "./report-memory.ts";

/** What changes of files broke, as one run tells it. */
export class RunReports {
  readonly #closing = new AbortController();
  readonly #memory: ReportMemory;
  readonly #late: LateReports;
  readonly #preparations = new Preparations();

  constructor(ports: ReportPorts) {
    this.#memory = new ReportMemory(ports, this.#closing.signal);
    this.#late = new LateReports(this.#memory);
  }

  at(view: ReportView): WriteReports {
    return new CallReports({ memory: this.#memory, late: this.#late, preparations: this.#preparations, view });
  }

  /** Gives up what is waited for in the background. */
  async dispose(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#late.ended(), this.#preparations.ended()]);
  }
}
