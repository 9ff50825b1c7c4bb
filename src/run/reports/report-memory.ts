import { extname } from "node:path";
import type { Config } from "../../config/config.ts";
import { FindingsLedger } from "../../findings/findings-ledger.ts";
import type { FileReport } from "../../lsp/diagnostics/file-report.ts";
import type { LanguageServer, LanguageServers } from "../../lsp/language-servers.ts";
import { OutsideViews } from "../../syntax/outside-view/compare-views.ts";
import type { Syntax } from "../../syntax/syntax.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { ToldStates } from "./coverage-lines.ts";

export interface ReportPorts {
  readonly servers: () => Promise<LanguageServers>;
  /** Tells index and language servers what has changed on the disk. */
  readonly announce: (changes: readonly PathChange[]) => Promise<void>;
  /** Files that import this one, by the index, where it is at hand; absolute paths. */
  readonly importers: (path: string, limit: number) => Promise<readonly string[]>;
  readonly syntax: () => Promise<Syntax>;
  /** Whether the run has tools that change files. */
  readonly canWrite: () => boolean;
  /** Told what went wrong while nobody could be asked. */
  readonly degraded: (subject: string, error: unknown) => void;
}

/** What a call sees. */
export interface ReportView {
  readonly workspace: Workspace;
  readonly cwd: string;
  readonly config: Config;
}

/** After so many waits without an answer the next waits a shorter time for servers of that kind of file. */
const SILENT_WAITS = 3;
const SHORT_WAIT_MS = 750;
const MAX_SERVED = 1_000;

/** What one run remembers of the diagnostics of files, from one change to the next. */
export class ReportMemory {
  readonly ports: ReportPorts;
  /** Aborts when the run ends. */
  readonly closing: AbortSignal;
  readonly ledger = new FindingsLedger();
  readonly told = new ToldStates();
  /** Publishes of each server before the latest change. */
  readonly arrivals = new WeakMap<LanguageServer, number>();
  /** Changes so far: what was begun before one and ends after it saw neither state for sure. */
  changeCount = 0;
  /** Files that are about to change, as they are until then. */
  readonly before = new Map<string, SourceDocument>();
  readonly outsideViews = new OutsideViews();
  /** A change may have broken other files, and not all of them have been looked at since. */
  owesOthers = false;
  readonly #served = new Map<string, string>();
  readonly #silence = new Map<string, number>();

  constructor(ports: ReportPorts, closing: AbortSignal) {
    this.ports = ports;
    this.closing = closing;
  }

  /** File → the primary server that answered for it, latest last. */
  get served(): ReadonlyMap<string, string> {
    return this.#served;
  }

  /** How long to wait for servers of these files, in milliseconds. */
  patienceMs(paths: readonly string[], waitMs: number): number {
    const isSilent = paths.every((path) => (this.#silence.get(extname(path)) ?? 0) >= SILENT_WAITS);
    return isSilent ? Math.min(waitMs, SHORT_WAIT_MS) : waitMs;
  }

  /** Remembers who answered, and who did not. */
  heard({ file: { absolute }, primary, isTimedOut }: FileReport): void {
    const kind = extname(absolute);
    this.#silence.set(kind, isTimedOut ? (this.#silence.get(kind) ?? 0) + 1 : 0);
    if (primary?.state !== "confirmed") return;
    this.#served.delete(absolute);
    this.#served.set(absolute, primary.id);
    const [oldest] = this.#served.keys();
    if (this.#served.size > MAX_SERVED && oldest !== undefined) this.#served.delete(oldest);
  }
}
