import { raceSignal } from "../../base/deadline.ts";
import type { FileWork, ServerProgress } from "../language-servers.ts";

/** The parameters of `$/progress`, as far as reports of work use them. */
export interface ProgressParams {
  readonly token: string | number;
  readonly value: unknown;
}

interface WorkReport {
  readonly kind?: string;
  readonly title?: string;
  readonly percentage?: number;
}

interface Report {
  readonly title: string;
  readonly percentage: number | undefined;
}

/** Files whose work is known; more are not open at a time. */
const MAX_FILES = 1_000;

/** What a server says it is busy with. Tokens of partial results and the like are not reports. */
export class ProgressReports implements ServerProgress {
  readonly #running = new Map<string | number, Report>();
  readonly #files = new Map<string, FileWork>();
  #hasReported = false;
  #idle: PromiseWithResolvers<void> | undefined;

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  get hasReported(): boolean {
    return this.#hasReported;
  }

  describe(): readonly string[] {
    return [...this.#running.values()].map(({ title, percentage }) =>
      percentage === undefined ? title : `${title} ${Math.round(percentage)} %`,
    );
  }

  async whenIdle(signal: AbortSignal): Promise<void> {
    if (this.isIdle) return;
    this.#idle ??= Promise.withResolvers<void>();
    await raceSignal(this.#idle.promise, signal);
  }

  ofFile(path: string): FileWork | undefined {
    return this.#files.get(path);
  }

  /** A server's word on whether it is at work on one file. */
  receiveFile(path: string, isAtWork: boolean): void {
    const now = performance.now();
    const busyAt = isAtWork ? now : (this.#files.get(path)?.busyAt ?? 0);
    this.#files.delete(path);
    this.#files.set(path, { busyAt, quietSince: isAtWork ? undefined : now });
    const [oldest] = this.#files.keys();
    if (this.#files.size > MAX_FILES && oldest !== undefined) this.#files.delete(oldest);
  }

  /** `$/progress`, or a report of another kind given its shape. */
  receive({ token, value }: ProgressParams): void {
    const { kind, title = "working", percentage } = (value ?? {}) as WorkReport;
    if (kind === "begin") {
      this.#hasReported = true;
      this.#running.set(token, { title, percentage });
    } else if (kind === "report") {
      this.#update(token, percentage);
    } else if (kind === "end") {
      this.#running.delete(token);
      this.#wake();
    }
  }

  #update(token: string | number, percentage: number | undefined): void {
    const running = this.#running.get(token);
    if (running !== undefined && percentage !== undefined) this.#running.set(token, { ...running, percentage });
  }

  #wake(): void {
    if (!this.isIdle) return;
    this.#idle?.resolve();
    this.#idle = undefined;
  }
}
