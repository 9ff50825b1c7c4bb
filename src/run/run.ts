import { isAbsolute, join, relative } from "node:path";
import { ReticleError } from "../base/errors.ts";
import { workingDirectory } from "../base/working-directory.ts";
import type { Config } from "../config/config.ts";
import { settlesWithin } from "../base/settles-within.ts";
import { Slots } from "../base/slots.ts";
import type { ToolActivation, ToolContext } from "../tools/core/context.ts";
import type { Dialect, Resource, Tool } from "../tools/core/declaration.ts";
import { callIn, hostArgumentName, listingFor, type ToolListing } from "../tools/core/dialect.ts";
import type { Approve, Execution, Guardrail, MeasurePhase } from "../tools/core/execute.ts";
import { type PipelinePorts, refuseCall, refuseUnknown, runCall } from "../tools/core/pipeline.ts";
import { normaliseArguments, type ToolCall } from "../tools/core/prepare.ts";
import type { ToolResult } from "../tools/core/result.ts";
import { findRetired, translateRetired } from "../tools/core/retired.ts";
import { situationalNames } from "../tools/core/spec-table.ts";
import type { ReadLines } from "../workspace/reads/read-coverage.ts";
import { OutsideFiles } from "../workspace/outside-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { WriteReports } from "../tools/diagnostics/write-reports.ts";
import { RunReports } from "./reports/run-reports.ts";
import { RunPreviews } from "./preview-memory.ts";
import { RecentReports } from "./recent-reports.ts";
import { registerTools } from "./registration.ts";
import type { RunServices } from "./services.ts";
import { Session } from "./session.ts";
import { RunStagedEdits } from "./staged-edits.ts";
import { namesOf, type Surface, type VisibleName, visibleTools } from "./surfaces.ts";

/** How long the end of a run waits for calls that it has cancelled. */
const DISPOSE_GRACE_MS = 3_000;
/** How long a change waits for the index to be compared with the disk. */
const IMPORTERS_WAIT_MS = 100;

export interface RunOptions {
  readonly surface: Surface;
  readonly dialect: Dialect;
  /** Folder calls start from; default: the process's working directory. */
  readonly cwd?: string;
  /** Folders the client opened (absolute paths); they narrow the engine's bounds. */
  readonly roots?: readonly string[];
  /** Resources attached to this run beyond "workspace", "parser" and "languageServers", which an engine always brings. */
  readonly resources?: readonly Resource[];
  /**
   * Whether MCP clients and pi have the tools that are bound to one run. Default: the setting
   * `runTools`; where nothing sets it, pi has them.
   */
  readonly hasRunTools?: boolean;
  /** Asked before write- and exec-tier calls; absent = allowed. */
  readonly approve?: Approve;
  /** Attaches "toolActivation": the host shows some tools only when they are asked for. */
  readonly activation?: ToolActivation;
  /** Told which lines of a file a result holds, whole and verbatim. What it throws becomes a line of the result. */
  readonly recordRead?: (lines: ReadLines) => void;
  /** Rules that can deny a call before anybody is asked. */
  readonly guardrails?: readonly Guardrail[];
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number | undefined, message: string) => void;
}

/** One agent's own: surface, approvals, counters. Two runs of one engine share no state. */
export interface Run {
  /** The folders it may see now: `setRoots` replaces them. */
  readonly workspace: Workspace;
  /** What this run's surface shows. */
  tools(): readonly ToolListing[];
  /**
   * The one way in. Never rejects: failures are results with `isError`. `args` undefined, null or []
   * means no arguments; another non-object is a result with `isError` (hosts with a protocol error for it check first).
   */
  call(name: string, args: unknown, options?: CallOptions): Promise<ToolResult>;
  /** What changes of files broke, for changes that a host makes or sees itself; a call of ours reports its own. */
  readonly writeReports: WriteReports;
  /** Replaces the client's roots (MCP roots/list_changed). Rejects, and changes nothing, when none may be read. */
  setRoots(roots: readonly string[]): Promise<void>;
  /** Cancels the calls in flight and resolves when they have ended. */
  dispose(): Promise<void>;
}

/** Opens a run. Throws when a root or the working directory cannot be used. */
export async function openRun(engine: RunServices, options: RunOptions): Promise<Run> {
  const cwd = options.cwd ?? workingDirectory();
  const { roots } = options;
  const workspace = await engine.openWorkspace({ cwd, ...(roots === undefined ? {} : { roots }) });
  return new EngineRun(engine, { ...options, cwd }, workspace);
}

class EngineRun implements Run {
  readonly #engine: RunServices;
  readonly #options: RunOptions & { readonly cwd: string };
  readonly #session: Session;
  readonly #registered: readonly Tool[];
  readonly #outsideFiles = new OutsideFiles();
  readonly #reports: RunReports;
  readonly #staged = new RunStagedEdits();
  readonly #previews = new RunPreviews();
  readonly #recent = new RecentReports();
  readonly #turns = new Slots(1);
  readonly #closing = new AbortController();
  readonly #inFlight = new Set<Promise<ToolResult>>();
  readonly #ports: PipelinePorts;
  #workspace: Workspace;

  constructor(engine: RunServices, options: RunOptions & { readonly cwd: string }, workspace: Workspace) {
    this.#engine = engine;
    this.#options = options;
    this.#workspace = workspace;
    this.#registered = registerTools(engine.tools, attachedTo(engine, options));
    this.#session = new Session({
      health: () => engine.health(),
      situational: () => this.#visible().flatMap(({ name }) => (situationalNames.includes(name) ? [name] : [])),
    });
    this.#reports = new RunReports({
      servers: () => engine.languageServers(),
      announce: (changes) => engine.announce(changes),
      syntax: () => engine.syntax(),
      importers: (path, limit) =>
        importersOf(path, limit, { engine, workspace: this.#workspace, signal: this.#closing.signal }),
      degraded: (subject, error) => this.#session.degradations.record("write-report", subject, String(error)),
      canWrite: () => this.#visible().some(({ tier }) => tier === "write"),
    });
    this.#ports = this.#createPorts();
  }

  get writeReports(): WriteReports {
    return this.#reportsAt(this.#workspace, this.#workspace.cwd);
  }
  get workspace(): Workspace {
    return this.#workspace;
  }

  tools(): readonly ToolListing[] {
    return this.#visible().map((tool) => listingFor(tool, this.#options.dialect));
  }

  call(name: string, args: unknown, options: CallOptions = {}): Promise<ToolResult> {
    // Programs without types call this as well, with anything.
    const called = String(name);
    const result = this.#start(called, args, options).catch((error: unknown) => refuseCall(called, error, this.#ports));
    const leaveLoop = this.#engine.eventLoopDelay.enter();
    this.#inFlight.add(result);
    void result.finally(() => {
      this.#inFlight.delete(result);
      leaveLoop();
    });
    return result;
  }

  async setRoots(roots: readonly string[]): Promise<void> {
    this.#workspace = await this.#engine.openWorkspace({ cwd: this.#options.cwd, roots });
  }

  async dispose(): Promise<void> {
    this.#closing.abort(new ReticleError("cancelled", "the run has ended"));
    await settlesWithin(Promise.allSettled([...this.#inFlight, this.#reports.dispose()]), DISPOSE_GRACE_MS);
    await this.#staged[Symbol.asyncDispose]();
  }

  /** Synchronous up to the call's turn, so that calls keep their order. */
  async #start(name: string, args: unknown, { signal, onProgress }: CallOptions): Promise<ToolResult> {
    const given = normaliseArguments(args);
    const found = this.#find(name, given ?? {});
    if (found === undefined) return refuseUnknown(name, this.#ports);
    if (given === undefined) {
      const hint = 'pass named arguments, such as {"path": "src/index.ts"}';
      const error = new ReticleError("invalid_input", "the arguments must be an object", { hint });
      return refuseCall(name, error, this.#ports);
    }
    this.#session.count(found.tool.name);
    const signals = [this.#closing.signal, this.#engine.closing, ...(signal === undefined ? [] : [signal])];
    return runCall({ ...found, name, onProgress: onProgress ?? (() => {}) }, this.#ports, AbortSignal.any(signals));
  }

  #find(name: string, args: ToolCall["args"]): (VisibleName & Pick<ToolCall, "args" | "isChecked">) | undefined {
    const { dialect } = this.#options;
    const visible = this.#visible();
    const direct = namesOf(visible, dialect).get(name);
    if (direct !== undefined) return { ...direct, args, isChecked: true };
    const retired = dialect === "pi" ? undefined : findRetired(name);
    const target = visible.find((tool) => tool.name === retired?.target);
    if (retired === undefined || target === undefined) return undefined;
    this.#session.recordOnce(retired.degradation, name, `retired name; call ${retired.target} instead`);
    return { tool: target, dialect: "mcp", args: translateRetired(retired, args), isChecked: retired.isChecked };
  }

  /** Registered, on the surface, not switched off: all that exists for this run's agent. */
  #visible(): readonly Tool[] {
    const { surface, dialect, hasRunTools } = this.#options;
    const config = this.#config(this.#workspace, this.#workspace.cwd);
    const bySetting = dialect === "pi" && !config.isSet("runTools") ? true : config.get("runTools");
    const options = { surface, dialect, hasRunTools: hasRunTools ?? bySetting };
    return visibleTools(this.#registered, options).filter(
      (tool) => tool.canDisable === false || config.isToolEnabled(tool.name),
    );
  }

  #config(workspace: Workspace, cwd: string): Config {
    return this.#engine.configFor(workspace.rootOf(cwd) ?? workspace.roots[0] ?? cwd);
  }

  #reportsAt(workspace: Workspace, cwd: string): WriteReports {
    return this.#reports.at({ workspace, cwd, config: this.#config(workspace, cwd) });
  }

  #createPorts(): PipelinePorts {
    const { guardrails = [], approve, recordRead } = this.#options;
    const config = (): Config => this.#config(this.#workspace, this.#workspace.cwd);
    return {
      guardrails,
      approve,
      recordRead,
      turns: this.#turns,
      latency: this.#session.latency,
      openContext: (call, measure) => this.#openContext(call, measure),
      takeLate: () => this.writeReports.takeLate(),
      showFile: (path) => (isAbsolute(path) ? this.#workspace.show(path, this.#workspace.cwd) : path),
      degraded: (kind, subject, reason) => this.#session.degradations.record(kind, subject, reason),
      logResult: async (text) => this.#engine.keepLog("tool-result", text, config()),
      logFailure: async (text) => this.#engine.keepLog("failure", text, config()),
    };
  }

  async #openContext({ tool, dialect, cwd, onProgress }: Execution, measure: MeasurePhase): Promise<ToolContext> {
    const engine = this.#engine;
    const workspace = this.#workspace;
    const { activation } = this.#options;
    const folder = cwd === undefined ? workspace.cwd : await resolveFolder(workspace, cwd);
    return {
      workspace,
      cwd: folder,
      config: this.#config(workspace, folder),
      syntax: () => engine.syntax(),
      structural: () => engine.structural(),
      index: () => engine.index(),
      languageServers: () => engine.languageServers(),
      changes: () => engine.changes(),
      writeReports: this.#reportsAt(workspace, folder),
      staged: this.#staged,
      previews: this.#previews,
      reports: this.#recent,
      outsideFiles: this.#outsideFiles,
      children: engine.children,
      session: this.#session,
      ...(activation === undefined ? {} : { activation }),
      argumentName: (own) => hostArgumentName(tool, dialect, own),
      nextCall: (name, args) => {
        const next = this.#visible().find((each) => each.name === name);
        const isElsewhere = workspace.rootOf(folder) !== workspace.rootOf(workspace.cwd);
        return next && callIn(next, dialect, isElsewhere ? { ...args, cwd: folder } : args);
      },
      phase: measure,
      progress: onProgress,
    };
  }
}

/** By what the index knows at this moment. */
async function importersOf(
  path: string,
  limit: number,
  { engine, workspace, signal }: { engine: RunServices; workspace: Workspace; signal: AbortSignal },
): Promise<readonly string[]> {
  const index = engine.loadedIndex();
  const root = workspace.rootOf(path);
  if (index === undefined || root === undefined) return [];
  const { importersOf: ask } = await import("../index/graph/files-naming.ts");
  const view = await index.open(root, { waitMs: IMPORTERS_WAIT_MS, waitsForBuild: false, signal });
  return ask(view, relative(root, path), limit).map((one) => join(root, one));
}

function attachedTo(engine: RunServices, { resources = [], activation }: RunOptions): ReadonlySet<Resource> {
  return new Set([...engine.resources, ...resources, ...(activation === undefined ? [] : ["toolActivation" as const])]);
}

/** The call's own `cwd`, inside the roots. */
async function resolveFolder(workspace: Workspace, cwd: string): Promise<string> {
  const { absolute, kind } = await workspace.resolve(cwd, "cwd", workspace.cwd);
  if (kind === "directory") return absolute;
  throw new ReticleError("invalid_input", `\`cwd\` ${JSON.stringify(cwd)} is a file, not a folder`, {
    hint: "name the folder it is in",
  });
}
