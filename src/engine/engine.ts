import { join } from "node:path";
import { coverageLine } from "../base/coverage.ts";
import { DegradationLedger } from "../base/degradations.ts";
import { ReticleError } from "../base/errors.ts";
import { lazy } from "../base/lazy.ts";
import { settlesWithin } from "../base/settles-within.ts";
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load.ts";
import type { ChildProcesses } from "../process/children.ts";
import type { SymbolIndex } from "../index/symbol-index.ts";
import type { LanguageServers } from "../lsp/language-servers.ts";
import type { StructuralSearch } from "../syntax/structural/search.ts";
import type { Syntax } from "../syntax/syntax.ts";
import type { HealthRow } from "../tools/core/context.ts";
import type { Resource, Tool } from "../tools/core/declaration.ts";
import { allTools } from "../tools/registry.ts";
import type { ChangeSets } from "../workspace/changes/change-sets.ts";
import type { PathChange } from "../workspace/changes/change-set.ts";
import { hasPending } from "../workspace/changes/pending.ts";
import { openWorkspace, type Workspace } from "../workspace/workspace.ts";
import { EventLoopDelay } from "./event-loop-delay.ts";
import { LazyChildren } from "./lazy-children.ts";
import { writeLog } from "./result-log.ts";

/** A settings file that was edited counts this much later at the latest. */
const CONFIG_AGE_MS = 1_000;
/** How long a commit waits until the index and the language servers have heard of it. */
const ANNOUNCE_MS = 2_000;

export interface EngineOptions {
  /** `--root DIR…`: the outer bound of what may be read. Absent: the client's roots, else the working directory. */
  readonly bounds?: readonly string[];
  /** `--trust`: binaries and settings of the checkout itself may be used. */
  readonly isTrusted?: boolean;
  /** Why `isTrusted` holds, when it is not because of `--trust`. */
  readonly trustedBy?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Calls wait at least so long for an index that is not whole, or was not compared with the disk; default 0. */
  readonly indexWaitMs?: number;
  /** Default: every tool that exists. */
  readonly tools?: readonly Tool[];
}

/** One per process: what all runs share, keyed by workspace root where needed. */
export interface Engine {
  readonly tools: readonly Tool[];
  /** What every run of this engine has attached. */
  readonly resources: readonly Resource[];
  readonly children: ChildProcesses;
  /** Measured while calls run. */
  readonly eventLoopDelay: EventLoopDelay;
  /** Aborts when the engine ends. */
  readonly closing: AbortSignal;
  /** Loaded on first use. Throws `cancelled` when the engine has ended. */
  syntax(): Promise<Syntax>;
  /** Loaded on first use. Throws `cancelled` when the engine has ended. */
  structural(): Promise<StructuralSearch>;
  /** Loaded on first use. Throws `cancelled` when the engine has ended. */
  index(): Promise<SymbolIndex>;
  /** The index, where a call has asked for it before. */
  loadedIndex(): SymbolIndex | undefined;
  /** Loaded on first use; a server starts when a call needs it. Throws `cancelled` when the engine has ended. */
  languageServers(): Promise<LanguageServers>;
  /** The one way to change files. Loaded on first use. Throws `cancelled` when the engine has ended. */
  changes(): Promise<ChangeSets>;
  /** Tells the index and the language servers what has changed on the disk, for a bounded time; commits do it themselves. */
  announce(changes: readonly PathChange[]): Promise<void>;
  /** What a killed process has left half written is finished or undone before anybody reads. */
  openWorkspace(request: { readonly cwd: string; readonly roots?: readonly string[] }): Promise<Workspace>;
  /** Settings in force for a canonical workspace root, at most a second old. */
  configFor(root: string): Config;
  /** One row per service, cheap to make; loads nothing. */
  health(): readonly HealthRow[];
  /** Writes a log into the cache folder, within the bounds of the settings; resolves with its path. */
  keepLog(kind: "tool-result" | "failure", text: string, config: Config): Promise<string>;
  /** Cancels what runs and ends every child. Safe to call twice. */
  dispose(): Promise<void>;
}

/** Creates the shared part. Cheap: grammars and search load on first use. */
export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return Promise.resolve(new SharedEngine(options));
}

class SharedEngine implements Engine {
  readonly tools: readonly Tool[];
  readonly resources = ["workspace", "parser", "languageServers"] as const;
  readonly children: ChildProcesses;
  readonly eventLoopDelay = new EventLoopDelay();
  readonly #options: EngineOptions;
  readonly #degradations = new DegradationLedger();
  readonly #closing = new AbortController();
  readonly #configs = new Map<string, { readonly config: Config; readonly readAt: number }>();
  readonly #syntax = lazy(() => this.#loadSyntax());
  readonly #structural = lazy(() => this.#loadStructural());
  readonly #index = lazy(() => this.#loadIndex());
  readonly #languageServers = lazy(() => this.#loadLanguageServers());
  readonly #changes = lazy(() => this.#loadChanges());
  #loadedSyntax: Syntax | undefined;
  #loadedStructural: StructuralSearch | undefined;
  #loadedIndex: SymbolIndex | undefined;
  #loadedLanguageServers: LanguageServers | undefined;
  #disposal: Promise<void> | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.tools = options.tools ?? allTools;
    this.children = new LazyChildren(async () => {
      const { createChildProcesses } = await import("../process/children.ts");
      return createChildProcesses({ degradations: this.#degradations });
    });
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  async syntax(): Promise<Syntax> {
    this.#closing.signal.throwIfAborted();
    return this.#syntax();
  }

  async structural(): Promise<StructuralSearch> {
    this.#closing.signal.throwIfAborted();
    return this.#structural();
  }

  async index(): Promise<SymbolIndex> {
    this.#closing.signal.throwIfAborted();
    return this.#index();
  }

  loadedIndex(): SymbolIndex | undefined {
    return this.#loadedIndex;
  }

  async languageServers(): Promise<LanguageServers> {
    this.#closing.signal.throwIfAborted();
    return this.#languageServers();
  }

  async changes(): Promise<ChangeSets> {
    this.#closing.signal.throwIfAborted();
    return this.#changes();
  }

  async openWorkspace(request: { readonly cwd: string; readonly roots?: readonly string[] }): Promise<Workspace> {
    const { bounds } = this.#options;
    const workspace = await openWorkspace({ ...request, ...(bounds === undefined ? {} : { bounds }) });
    if (await hasPending(this.#changesFolder(workspace.cwd))) await this.#recover();
    return workspace;
  }

  async announce(changes: readonly PathChange[]): Promise<void> {
    // Who asks the index next waits for it to have read them; the change itself need not.
    void this.#loadedIndex?.changed(changes.map(({ path }) => path)).catch(() => {});
    const told = this.#loadedLanguageServers?.notifyChanged(changes);
    if (told !== undefined) await settlesWithin(Promise.allSettled([told]), ANNOUNCE_MS);
  }

  configFor(root: string): Config {
    const known = this.#configs.get(root);
    const now = performance.now();
    if (known !== undefined && now - known.readAt < CONFIG_AGE_MS) return known.config;
    const { env = process.env, isTrusted = false, trustedBy } = this.#options;
    const why = trustedBy === undefined ? {} : { trustedBy };
    const config = loadConfig({ root, env, isTrusted, ...why, tools: this.tools });
    this.#configs.set(root, { config, readAt: now });
    return config;
  }

  health(): readonly HealthRow[] {
    const degraded = this.#degradations
      .summary()
      .map(
        ({ kind, count, latest }) => `${kind} × ${count} (latest ${latest.at(-1)?.subject}: ${latest.at(-1)?.reason})`,
      );
    return [
      ...(this.#loadedSyntax?.health() ?? [{ name: "syntax", value: "not loaded yet" }]),
      { name: "structural search", value: describeStructural(this.#loadedStructural) },
      ...(this.#loadedIndex?.health() ?? [{ name: "index", value: "not loaded yet" }]),
      ...(this.#loadedLanguageServers?.health() ?? [{ name: "language servers", value: "not loaded yet" }]),
      this.eventLoopDelay.health(),
      ...(degraded.length === 0 ? [] : [{ name: "degraded for all runs", value: degraded.join(", ") }]),
    ];
  }

  keepLog(kind: "tool-result" | "failure", text: string, config: Config): Promise<string> {
    return writeLog(kind, text, {
      folder: join(config.get("cacheDir"), "logs"),
      maxFiles: config.get("logs.maxFiles"),
      maxBytes: config.get("logs.maxBytes"),
    });
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#end();
    return this.#disposal;
  }

  async #loadSyntax(): Promise<Syntax> {
    const { createSyntax } = await import("../syntax/syntax.ts");
    this.#closing.signal.throwIfAborted();
    this.#loadedSyntax = createSyntax({ children: this.children });
    return this.#loadedSyntax;
  }

  async #loadStructural(): Promise<StructuralSearch> {
    const { createStructuralSearch } = await import("../syntax/structural/search.ts");
    this.#closing.signal.throwIfAborted();
    this.#loadedStructural = createStructuralSearch({
      children: this.children,
      verdictsFile: join(this.configFor("/").get("cacheDir"), "syntax-verdicts.json"),
    });
    return this.#loadedStructural;
  }

  async #loadIndex(): Promise<SymbolIndex> {
    const { createSymbolIndex } = await import("../index/create-symbol-index.ts");
    this.#closing.signal.throwIfAborted();
    this.#loadedIndex = createSymbolIndex({
      children: this.children,
      folderFor: (root) => join(this.configFor(root).get("cacheDir"), "index"),
      minWaitMs: this.#options.indexWaitMs ?? 0,
    });
    return this.#loadedIndex;
  }

  async #loadChanges(): Promise<ChangeSets> {
    const { createChangeSets } = await import("../workspace/changes/change-sets.ts");
    this.#closing.signal.throwIfAborted();
    return createChangeSets({
      folder: this.#changesFolder("/"),
      onCommitted: (changes) => this.announce(changes),
      onRecovered: ({ id, label, outcome, files }) => {
        const others = files.length === 0 ? "" : `, but for ${files.join(", ")}`;
        this.#degradations.record("interrupted change", id, `${label} was stopped in the middle: ${outcome}${others}`);
      },
    });
  }

  /** Projects cannot set the cache folder, so it is the same for all of them. */
  #changesFolder(root: string): string {
    return join(this.configFor(root).get("cacheDir"), "changes");
  }

  /** A journal that cannot be read or locked now says so at the next change. */
  async #recover(): Promise<void> {
    const changes = await this.changes();
    await changes.recover(this.#closing.signal).catch((error: unknown) => {
      this.#degradations.record("interrupted change", "recovery", String(error));
    });
  }

  async #loadLanguageServers(): Promise<LanguageServers> {
    const { createLanguageServers } = await import("../lsp/fleet/fleet.ts");
    this.#closing.signal.throwIfAborted();
    this.#loadedLanguageServers = createLanguageServers({
      children: this.children,
      configFor: (root) => this.configFor(root),
      degradations: this.#degradations,
    });
    return this.#loadedLanguageServers;
  }

  async #end(): Promise<void> {
    this.#closing.abort(new ReticleError("cancelled", "the engine has ended"));
    await Promise.all([
      this.#loadedSyntax?.dispose(),
      this.#loadedIndex?.dispose(),
      this.#loadedLanguageServers?.dispose(),
    ]);
    await this.children.dispose();
  }
}

function describeStructural(structural: StructuralSearch | undefined): string {
  if (structural === undefined) return "not loaded yet";
  const unavailable = structural.unavailable();
  if (unavailable === undefined) return `ready, ${structural.languages.length} languages`;
  return coverageLine(unavailable) ?? "";
}
