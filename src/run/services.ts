import type { Config } from "../config/config.ts";
import type { ChildProcesses } from "../process/children.ts";
import type { SymbolIndex } from "../index/symbol-index.ts";
import type { LanguageServers } from "../lsp/language-servers.ts";
import type { StructuralSearch } from "../syntax/structural/search.ts";
import type { Syntax } from "../syntax/syntax.ts";
import type { HealthRow } from "../tools/core/context.ts";
import type { Resource, Tool } from "../tools/core/declaration.ts";
import type { PathChange } from "../workspace/changes/change-set.ts";
import type { ChangeSets } from "../workspace/changes/change-sets.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What a run needs from the engine that it shares with other runs. */
export interface RunServices {
  readonly tools: readonly Tool[];
  /** What every run of the engine has. */
  readonly resources: readonly Resource[];
  readonly children: ChildProcesses;
  /** Measures the event loop from `enter` until the function it returns is called. */
  readonly eventLoopDelay: { enter(): () => void };
  /** Aborts when the engine ends. */
  readonly closing: AbortSignal;
  syntax(): Promise<Syntax>;
  structural(): Promise<StructuralSearch>;
  index(): Promise<SymbolIndex>;
  /** The index, where a call has asked for it before. */
  loadedIndex(): SymbolIndex | undefined;
  languageServers(): Promise<LanguageServers>;
  changes(): Promise<ChangeSets>;
  /** Tells index and language servers what has changed on the disk by another hand than `changes`. */
  announce(changes: readonly PathChange[]): Promise<void>;
  /** Opens what the engine's bounds leave of the roots. Throws when nothing is left. */
  openWorkspace(request: WorkspaceRequest): Promise<Workspace>;
  /** Settings in force for a canonical workspace root. */
  configFor(root: string): Config;
  health(): readonly HealthRow[];
  /** Writes a bounded log and resolves with its path. */
  keepLog(kind: LogKind, text: string, config: Config): Promise<string>;
}
export interface WorkspaceRequest {
  readonly cwd: string;
  readonly roots?: readonly string[];
}
/** Results too large to deliver whole, and failures nobody foresaw. */
export type LogKind = "tool-result" | "failure";
