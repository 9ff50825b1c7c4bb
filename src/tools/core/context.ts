import type { DegradationLedger } from "../../base/degradations.ts";
import type { LatencyLedger } from "../../base/latency.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Config } from "../../config/config.ts";
import type { LanguageServers } from "../../lsp/language-servers.ts";
import type { ChildProcesses } from "../../process/children.ts";
import type { SymbolIndex } from "../../index/symbol-index.ts";
import type { StructuralSearch } from "../../syntax/structural/search.ts";
import type { Syntax } from "../../syntax/syntax.ts";
import type { ChangeSets } from "../../workspace/changes/change-sets.ts";
import type { OutsideFiles } from "../../workspace/outside-files.ts";
import type { WriteReports } from "../diagnostics/write-reports.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { PreviewMemory, StagedEdits } from "./staged-edits.ts";

/**
 * What a tool may use in one call. Services that are heavy to load are functions: the import
 * happens on the first call, never at start.
 */
export interface ToolContext {
  /** The roots this run may see; resolves and shows paths. */
  readonly workspace: Workspace;
  /** Canonical absolute folder of this call (argument `cwd`, else the run's). */
  readonly cwd: string;
  readonly config: Config;
  readonly syntax: () => Promise<Syntax>;
  readonly structural: () => Promise<StructuralSearch>;
  /** Symbols, references and imports of whole roots. */
  readonly index: () => Promise<SymbolIndex>;
  /** Loaded on first use; a server starts when a call needs it. */
  readonly languageServers: () => Promise<LanguageServers>;
  /** The one way to change files; commits are announced to the index and the language servers. */
  readonly changes: () => Promise<ChangeSets>;
  /** What this run has proposed and not written yet. */
  readonly staged: StagedEdits;
  /** What changes of files broke: asked before and after them. */
  readonly writeReports: WriteReports;
  readonly previews: PreviewMemory;
  readonly reports: ReportMemory;
  /** Files outside the roots that language servers named in this run: those may be asked about, read-only. */
  readonly outsideFiles: OutsideFiles;
  readonly children: ChildProcesses;
  readonly session: SessionView;
  /** There for tools that need "toolActivation". */
  readonly activation?: ToolActivation;
  /** The host's name of one of our own argument names, for messages: `path` is `file` on MCP. */
  readonly argumentName: (own: string) => string;
  /**
   * The call of one of our tools that a client of this host makes next, `cwd` included where this call lies in another
   * root than calls without one; undefined: this run has no such tool.
   */
  readonly nextCall: (tool: string, args: JsonObject) => HostCall | undefined;
  /** Names a part of the call's time in the latency report. */
  readonly phase: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Says how far a long call has come; a no-op where the host did not ask for it. */
  readonly progress: (done: number, total: number | undefined, message: string) => void;
}

/** What a run has told lately, for when it is asked again. */
export interface ReportMemory {
  /** What was made for the question from these parts (each the very same), else what `make` makes, which is kept then. */
  keep<T extends object>(question: string, parts: readonly unknown[], make: () => T): T;
}

/** A call as a host's client makes it. */
export interface HostCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** A host that shows its model some tools only when they are asked for. */
export interface ToolActivation {
  /** What can be asked for, in the order it is listed. */
  catalogue(): readonly string[];
  /** Shows these names of the catalogue from the next turn on; returns those that were not shown before. */
  activate(names: readonly string[]): readonly string[];
}

/** One run's own state and counters, as the session tools read them. */
export interface SessionView {
  readonly degradations: DegradationLedger;
  readonly latency: LatencyLedger;
  /** Tool name → calls so far in this run. */
  readonly calls: ReadonlyMap<string, number>;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Marks the telemetry session as ended; returns the situational tools that were never called. */
  readonly end: () => readonly string[];
  /** Engine facts for the health report, one `name: value` row each, cheap to make. */
  readonly health: () => readonly HealthRow[];
}
export interface HealthRow {
  readonly name: string;
  readonly value: string;
}
