import { coverageLine } from "../../base/coverage.ts";
import { isReticleError } from "../../base/errors.ts";
import { settlesWithin } from "../../base/settles-within.ts";
import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import type { WriteReports } from "../../tools/diagnostics/write-reports.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import { diagnose, fileOf, runningServers } from "./diagnose.ts";
import { type FileNews, newsLines } from "../../tools/diagnostics/news-lines.ts";
import { newsOf } from "./news-of.ts";
import { isAwaited, observationOf } from "./observation.ts";
import { lookAtOthers } from "./other-files.ts";
import { unseenImporters } from "./importers.ts";
import type { LateReports } from "./late-reports.ts";
import type { Preparations } from "./preparations.ts";
import type { ReportMemory, ReportView } from "./report-memory.ts";
import { noteBefore } from "./seen-outside.ts";
import { documentNow, versionNow } from "./version-now.ts";

/** Of one change; the others of a larger one are not looked at, and the answer says so. */
const MAX_FILES = 50;
const LATE_FILES = 20;
/** Of the time before a change, for files that import what changes. */
const IMPORTERS_SHARE = 0.35;
/** For a file that was read, whose server may have to start first. */
const PREPARE_MS = 20_000;

export interface CallReportsParts {
  readonly memory: ReportMemory;
  readonly late: LateReports;
  readonly preparations: Preparations;
  readonly view: ReportView;
}

interface BaselineOptions {
  readonly signal: AbortSignal;
  readonly waitMs: number;
  /** Asked when the answer is there; default: it is. */
  readonly isWanted?: () => boolean;
  /** Told of each file that is there. */
  readonly onDocument?: ((document: SourceDocument) => void) | undefined;
}

/** The reports of one run, for one call. */
export class CallReports implements WriteReports {
  readonly #memory: ReportMemory;
  readonly #late: LateReports;
  readonly #preparations: Preparations;
  readonly #view: ReportView;

  constructor({ memory, late, preparations, view }: CallReportsParts) {
    this.#memory = memory;
    this.#late = late;
    this.#preparations = preparations;
    this.#view = view;
  }

  get #waitMs(): number {
    return this.#view.config.get("diagnosticsOnWrite.waitMs");
  }

  async before(paths: readonly string[], signal: AbortSignal): Promise<void> {
    const waitMs = this.#view.config.get("diagnosticsOnWrite.baselineMs");
    if (this.#waitMs === 0) return;
    const until = performance.now() + waitMs;
    try {
      // Those of other files too: the change may break them.
      await settlesWithin(this.#preparations.ended(), waitMs);
      const onDocument = noteBefore(paths, this.#memory);
      await this.#takeBaseline(paths, { signal, waitMs: Math.max(0, until - performance.now()), onDocument });
      await this.#lookAtImporters(paths, { signal, waitMs: until - performance.now() });
      await this.#noteArrivals(paths);
    } catch (error) {
      // Without a baseline the list of what is wrong says that it has none.
      if (!signal.aborted) this.#memory.ports.degraded("baseline", error);
    }
    this.#memory.changeCount += 1;
  }

  async after(
    changes: readonly PathChange[],
    signal: AbortSignal,
    { isAnnounced = false }: { readonly isAnnounced?: boolean } = {},
  ): Promise<readonly string[]> {
    const { ledger, ports } = this.#memory;
    if (!isAnnounced) await ports.announce(changes).catch(() => {});
    ledger.move(changes.flatMap(({ path, from }) => (from === undefined ? [] : [{ from, to: path }])));
    for (const { path, kind } of changes) if (kind === "deleted") ledger.forget(path);
    this.#late.drop(changes.map(({ path }) => path));
    this.#late.dropOthers();
    const paths = [...new Set(changes.flatMap(({ path, kind }) => (kind === "deleted" ? [] : [path])))];
    if (this.#waitMs === 0 || changes.length === 0) return [];
    const waitMs = this.#memory.patienceMs(paths, this.#waitMs);
    const startedAt = performance.now();
    const asked = this.#chosen(paths);
    const diagnosis = diagnose(asked, { ports, view: this.#view, signal, waitMs });
    const tellOthers = lookAtOthers(changes, diagnosis, { memory: this.#memory, late: this.#late, view: this.#view });
    try {
      const lines = await this.#tell(await diagnosis);
      const leftMs = waitMs - (performance.now() - startedAt);
      return [...lines, ...(await tellOthers(leftMs)), ...leftOut(paths.length - asked.length)];
    } catch (error) {
      const lines = await this.#failed(asked, error, { signal, waitedMs: performance.now() - startedAt });
      return [...lines, ...(await tellOthers(0))];
    }
  }

  prepare(path: string): void {
    const { closing, ports } = this.#memory;
    if (this.#waitMs === 0 || !ports.canWrite()) return;
    this.#preparations.add(path, () => {
      const { changeCount } = this.#memory;
      const isWanted = (): boolean => this.#memory.changeCount === changeCount;
      return this.#takeBaseline([path], { signal: closing, waitMs: PREPARE_MS, isWanted });
    });
  }

  record(reports: readonly FileReport[]): void {
    for (const report of reports) {
      const observation = observationOf(report);
      if (observation === undefined) continue;
      this.#memory.heard(report);
      this.#memory.ledger.know(report.file.absolute, observation);
      this.#late.drop([report.file.absolute]);
    }
  }

  takeLate(): Promise<readonly string[]> {
    return this.#late.take(this.#view);
  }

  /** Of many files those that the agent has looked at come first. */
  #chosen(paths: readonly string[]): readonly string[] {
    const all = [...new Set(paths)];
    if (all.length <= MAX_FILES) return all;
    const isKnown = (path: string): boolean => this.#memory.served.has(path);
    return [...all.filter(isKnown), ...all.filter((path) => !isKnown(path))].slice(0, MAX_FILES);
  }

  /** What is wrong already with files of which it is not known. */
  async #takeBaseline(
    paths: readonly string[],
    { signal, waitMs, isWanted = () => true, onDocument }: BaselineOptions,
  ): Promise<void> {
    const { ledger, ports } = this.#memory;
    /** With the version that something is known of. */
    const unknown = new Map<string, string | undefined>();
    for (const path of this.#chosen(paths)) {
      const now = await documentNow(path);
      if (now === undefined) ledger.knowAbsent(path);
      else if (ledger.versionOf(path)?.hash !== now.hash) unknown.set(path, ledger.versionOf(path)?.hash);
      if (now !== undefined) onDocument?.(now);
    }
    const patienceMs = this.#memory.patienceMs([...unknown.keys()], waitMs);
    for (const report of await diagnose([...unknown.keys()], { ports, view: this.#view, signal, waitMs: patienceMs })) {
      const { absolute } = report.file;
      const observation = observationOf(report);
      const isStill = isWanted() && ledger.versionOf(absolute)?.hash === unknown.get(absolute);
      if (observation !== undefined && isStill) ledger.know(absolute, observation);
      this.#memory.heard(report);
    }
  }

  async #lookAtImporters(
    paths: readonly string[],
    { signal, waitMs }: { readonly signal: AbortSignal; readonly waitMs: number },
  ): Promise<void> {
    if (waitMs <= 0) return;
    const importers = await unseenImporters(paths, this.#memory, this.#view);
    if (importers.length > 0) await this.#takeBaseline(importers, { signal, waitMs: waitMs * IMPORTERS_SHARE });
  }

  async #noteArrivals(paths: readonly string[]): Promise<void> {
    const { ports, arrivals } = this.#memory;
    for (const server of await runningServers(paths, ports, this.#view)) {
      arrivals.set(server, server.published.arrivals);
    }
  }

  /** The news of files that were changed, below the line about those that nobody could answer for. */
  async #tell(reports: readonly FileReport[]): Promise<readonly string[]> {
    const { ledger, told } = this.#memory;
    const news: FileNews[] = [];
    /** With the hashes of what was waited for. */
    const awaited = new Map<string, string>();
    for (const report of reports) {
      const { absolute, shown } = report.file;
      const observation = observationOf(report);
      this.#memory.heard(report);
      const hash = observation?.hash ?? (await this.#unseen(absolute));
      if (observation !== undefined) news.push(...newsOf(shown, ledger.takeNew(absolute, observation)));
      if (isAwaited(report) && hash !== undefined && awaited.size < LATE_FILES) awaited.set(absolute, hash);
    }
    this.#late.await(awaited, this.#view);
    return [...told.lineFor(reports), ...newsLines(news)];
  }

  /** The hash of what is there now. */
  async #unseen(path: string): Promise<string | undefined> {
    const now = await versionNow(path);
    if (now !== undefined) this.#memory.ledger.changedUnseen(path, now);
    return now?.hash;
  }

  /** The change is made; that nobody could be asked is one line at most. */
  async #failed(
    paths: readonly string[],
    error: unknown,
    { signal, waitedMs }: { readonly signal: AbortSignal; readonly waitedMs: number },
  ): Promise<readonly string[]> {
    if (signal.aborted) return [];
    this.#memory.ports.degraded("after a change", error);
    const awaited = new Map<string, string>();
    for (const path of paths) {
      const hash = await this.#unseen(path);
      if (hash !== undefined && awaited.size < LATE_FILES) awaited.set(path, hash);
    }
    this.#late.await(awaited, this.#view);
    const reason = isReticleError(error) ? error.message : "the language servers did not take the question in time";
    const reports = paths.map((path): FileReport => {
      const file = fileOf(path, this.#view);
      const rest = { linters: [], missing: [], isTimedOut: true, waitedMs };
      return { file, verdict: "unconfirmed", reason, ...rest };
    });
    for (const report of reports) this.#memory.heard(report);
    return this.#memory.told.lineFor(reports);
  }
}

function leftOut(count: number): readonly string[] {
  const whole = `${count + MAX_FILES} files`;
  const line = coverageLine(
    count <= 0
      ? { state: "complete" }
      : { state: "partial", looked: String(MAX_FILES), whole, missing: `diagnostics of ${count} changed files` },
  );
  return line === undefined ? [] : [line];
}
