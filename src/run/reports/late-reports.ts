import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import { diagnose } from "./diagnose.ts";
import { linesOfOthers } from "./lines-of-others.ts";
import { newsLines } from "../../tools/diagnostics/news-lines.ts";
import { newsOf } from "./news-of.ts";
import { observationOf } from "./observation.ts";
import type { ReportMemory, ReportView } from "./report-memory.ts";
import { versionNow } from "./version-now.ts";

/** How long an answer that a result did not wait for is waited for after it. */
const LATE_MS = 60_000;

/** Answers that come after the result of the change they are about; a later result tells them. */
export class LateReports {
  readonly #memory: ReportMemory;
  /** Path → the wait for its latest change; another one, or none, means that the file changed meanwhile. */
  readonly #awaited = new Map<string, symbol>();
  readonly #ready = new Map<string, { readonly report: FileReport; readonly changedAt: number }>();
  readonly #tasks = new Set<Promise<void>>();
  /** About files that the latest change did not touch. */
  #others: { readonly reports: readonly FileReport[]; readonly changedAt: number } | undefined;
  #othersWait: symbol | undefined;

  constructor(memory: ReportMemory) {
    this.#memory = memory;
  }

  /** Waits on for answers about these versions (path → hash) of files. */
  await(files: ReadonlyMap<string, string>, view: ReportView): void {
    if (files.size === 0 || this.#memory.closing.aborted) return;
    const wait = Symbol("wait");
    for (const path of files.keys()) this.#awaited.set(path, wait);
    this.#own(this.#wait(files, wait, view));
  }

  /** Waits on for what the latest change did to files that it did not touch. */
  awaitOthers(looking: Promise<readonly FileReport[] | undefined>): void {
    const wait = Symbol("others");
    this.#othersWait = wait;
    const changedAt = performance.now();
    this.#own(
      looking.then((reports) => {
        if (this.#othersWait === wait && reports !== undefined) this.#others = { reports, changedAt };
      }),
    );
  }

  /** Another change: what was seen of other files belongs to the one before. */
  dropOthers(): void {
    this.#othersWait = undefined;
    this.#others = undefined;
  }

  /** The files have changed, or their agent knows. */
  drop(paths: readonly string[]): void {
    for (const path of paths) {
      this.#awaited.delete(path);
      this.#ready.delete(path);
    }
  }

  /** What came since, of files that are still what it is about. */
  async take(view: ReportView): Promise<readonly string[]> {
    const ready = [...this.#ready.values()];
    this.#ready.clear();
    const lines: string[] = [];
    for (const { report, changedAt } of ready) {
      const { absolute } = report.file;
      const observation = observationOf(report);
      if (observation === undefined || (await versionNow(absolute))?.hash !== observation.hash) continue;
      this.#memory.heard(report);
      this.#memory.told.settle(report);
      const shown = view.workspace.show(absolute, view.cwd);
      const news = newsOf(shown, this.#memory.ledger.takeNew(absolute, observation));
      lines.push(...withAge(newsLines(news), changedAt));
    }
    return [...lines, ...(await this.#takeOthers())];
  }

  async #takeOthers(): Promise<readonly string[]> {
    if (this.#others === undefined) return [];
    const { reports, changedAt } = this.#others;
    this.#others = undefined;
    const current: FileReport[] = [];
    for (const report of reports) {
      if ((await versionNow(report.file.absolute))?.hash === report.hash) current.push(report);
    }
    return withAge(linesOfOthers(current, this.#memory), changedAt);
  }

  #own(work: Promise<void>): void {
    const task = work.finally(() => this.#tasks.delete(task));
    this.#tasks.add(task);
  }

  async ended(): Promise<void> {
    await Promise.all(this.#tasks);
  }

  async #wait(files: ReadonlyMap<string, string>, wait: symbol, view: ReportView): Promise<void> {
    const { ports, closing: signal } = this.#memory;
    const changedAt = performance.now();
    try {
      for (const report of await diagnose([...files.keys()], { ports, view, signal, waitMs: LATE_MS })) {
        const { absolute } = report.file;
        if (this.#awaited.get(absolute) !== wait) continue;
        this.#awaited.delete(absolute);
        if (report.hash === files.get(absolute) && observationOf(report) !== undefined)
          this.#ready.set(absolute, { report, changedAt });
      }
    } catch (error) {
      if (!signal.aborted) ports.degraded("late", error);
      // The run has ended, or nobody answers: the result of the change has said that nothing is confirmed.
    }
  }
}

function withAge(lines: readonly string[], changedAt: number): readonly string[] {
  const age = Math.round((performance.now() - changedAt) / 1_000);
  return lines.length === 0 ? [] : [`Late diagnostics, of a change made ${age} s ago:`, ...lines];
}
