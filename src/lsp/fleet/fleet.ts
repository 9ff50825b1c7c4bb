import type { DegradationLedger } from "../../base/degradations.ts";
import { type ErrorKind, isReticleError, ReticleError } from "../../base/errors.ts";
import { settlesWithin } from "../../base/settles-within.ts";
import { contains } from "../../base/path-containment.ts";
import type { Config } from "../../config/config.ts";
import type { ChildProcesses } from "../../process/children.ts";
import { groupMemory } from "../../process/group-memory.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import { languageIdOf } from "../language-id.ts";
import type {
  FileChange,
  FilePlan,
  FileServers,
  LanguageServer,
  LanguageServers,
  MissingReason,
  MissingServer,
  ReloadOutcome,
  ReloadRequest,
  ServersRequest,
  ServerStatus,
} from "../language-servers.ts";
import { createServerProbe } from "../probe/probe-servers.ts";
import type { ServerCandidate, ServerProbe } from "../server-probe.ts";
import { chooseToStop } from "./budget.ts";
import { DiskNews } from "./disk-news.ts";
import { missingCandidate, missingFor } from "./missing.ts";
import { ServerSlot, type StartPlan } from "./server-slot.ts";
import { candidateStatus, slotStatus } from "./status.ts";

/** Kotlin's, Java's and other servers take that long to answer at all. */
const INITIALIZE_MS = 120_000;
const SWEEP_MS = 15_000;
/** Our own writes wait this long for servers to take the news. */
const NOTIFY_MS = 2_000;

export interface FleetOptions {
  readonly children: ChildProcesses;
  /** Settings in force for a canonical workspace root. */
  readonly configFor: (root: string) => Config;
  readonly degradations?: DegradationLedger;
  /** Default: the definitions that come with us, and the user's. */
  readonly probe?: ServerProbe;
  readonly initializeMs?: number;
  readonly sweepMs?: number;
  readonly stuckMs?: number;
  readonly writeMs?: number;
}

/** Cheap: nothing is probed or started before the first call that needs a server. */
export function createLanguageServers(options: FleetOptions): LanguageServers {
  return new Fleet(options);
}

class Fleet implements LanguageServers {
  readonly #options: FleetOptions;
  readonly #probe: ServerProbe;
  /** By id and root. */
  readonly #slots = new Map<string, ServerSlot>();
  readonly #news = new DiskNews((root, changes) => this.#tell(this.#slotsBelow(root), changes));
  #sweep: NodeJS.Timeout | undefined;
  #limits: Limits = { maxServers: Infinity, maxBytes: Infinity, idleMs: Infinity };
  #disposal: Promise<void> | undefined;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#probe = options.probe ?? createServerProbe();
  }

  async serversFor(file: ResolvedPath, request: ServersRequest): Promise<FileServers> {
    const { workspaceRoot, roles, signal } = request;
    signal.throwIfAborted();
    this.#refuseWhenDisposed();
    const candidates = await this.#candidatesFor(file, workspaceRoot, roles);
    const missing: MissingServer[] = candidates.filter((one) => !isStartable(one)).map(missingCandidate);
    const startable = candidates.filter(isStartable);
    if (startable.length > 0) this.#news.watch(workspaceRoot);
    const primaries = startable.filter(({ definition }) => definition.role === "primary");
    const beside = roles === "all" ? startable.filter(({ definition }) => definition.role === "linter") : [];
    const [primary, ...linters] = await Promise.all([
      this.#firstOf(primaries, request, missing),
      ...beside.map((candidate) => this.#acquire(candidate, request, missing)),
    ]);
    signal.throwIfAborted();
    await this.#news.catchUp(workspaceRoot, signal);
    return {
      ...(primary === undefined ? {} : { primary }),
      linters: linters.filter((one) => one !== undefined),
      missing,
    };
  }

  running(workspaceRoot: string): readonly LanguageServer[] {
    return this.#slotsBelow(workspaceRoot).flatMap(({ server }) => (server === undefined ? [] : [server]));
  }

  async status(workspaceRoot: string, signal: AbortSignal): Promise<readonly ServerStatus[]> {
    signal.throwIfAborted();
    const config = this.#options.configFor(workspaceRoot);
    const slots = this.#slotsBelow(workspaceRoot).filter(({ state }) => state !== "stopped");
    const [candidates] = await Promise.all([this.#probe.forWorkspace({ workspaceRoot, config }), this.#measure()]);
    const known = new Set(slots.map(({ id, root }) => slotKey(id, root)));
    const others = candidates.filter(
      ({ definition, root }) => root === undefined || !known.has(slotKey(definition.id, root)),
    );
    return [...slots.map(slotStatus), ...others.map(candidateStatus)];
  }

  async plan(file: ResolvedPath, workspaceRoot: string): Promise<FilePlan> {
    const candidates = await this.#candidatesFor(file, workspaceRoot);
    const startable = candidates.filter(isStartable);
    const chosen = startable.find(({ definition }) => definition.role === "primary") ?? startable[0];
    return {
      ...(chosen === undefined ? {} : { group: slotKey(chosen.definition.id, chosen.root) }),
      isKnown: candidates.length > 0,
      missing: candidates.filter((one) => !isStartable(one)).map(missingCandidate),
    };
  }

  async reload(workspaceRoot: string, request: ReloadRequest): Promise<readonly ReloadOutcome[]> {
    const { id, path, signal, deadlineMs } = request;
    const slots = this.#slotsBelow(workspaceRoot).filter(
      (slot) => (id === undefined || slot.id === id) && (path === undefined || contains(slot.root, path)),
    );
    return Promise.all(
      slots
        .filter(({ state }) => state !== "stopped")
        .map(async (slot): Promise<ReloadOutcome> => {
          slot.forgive();
          try {
            await slot.stop();
            await slot.acquire(slot.plan, signal, deadlineMs);
            return { id: slot.id, root: slot.root, state: "restarted" };
          } catch (error) {
            signal.throwIfAborted();
            return { id: slot.id, root: slot.root, state: "failed", error: (error as Error).message };
          }
        }),
    );
  }

  async notifyChanged(changes: readonly FileChange[]): Promise<void> {
    this.#news.remember(changes);
    await this.#tell([...this.#slots.values()], changes);
  }

  health(): readonly { readonly name: string; readonly value: string }[] {
    const shown = [...this.#slots.values()]
      .filter(({ state }) => state !== "stopped")
      .map((slot) => `${slot.id} ${slot.state}${slot.restarts > 0 ? ` (started ${slot.restarts + 1} times)` : ""}`);
    return [{ name: "language servers", value: shown.length === 0 ? "none running" : shown.join(", ") }];
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#end();
    return this.#disposal;
  }

  async #end(): Promise<void> {
    clearInterval(this.#sweep);
    this.#news.close();
    await Promise.all([...this.#slots.values()].map((slot) => slot.dispose()));
  }

  /** The best primary that comes up; the others are named as outranked. */
  async #firstOf(
    candidates: readonly Startable[],
    request: ServersRequest,
    missing: MissingServer[],
  ): Promise<LanguageServer | undefined> {
    for (const [at, candidate] of candidates.entries()) {
      const server = await this.#acquire(candidate, request, missing);
      if (server === undefined && missing.at(-1)?.reasons.includes("starting") !== true) continue;
      const rest = candidates.slice(at + 1);
      missing.push(...rest.map((one) => missingFor(one, "outranked", `${candidate.definition.title} serves the file`)));
      return server;
    }
    return undefined;
  }

  async #acquire(
    candidate: Startable,
    { signal, deadlineMs, workspaceRoot }: ServersRequest,
    missing: MissingServer[],
  ): Promise<LanguageServer | undefined> {
    const { definition, root, start } = candidate;
    const isTrusted = this.#options.configFor(workspaceRoot).trust.isTrusted;
    const plan = { definition, root, start, facts: { root, workspaceRoot, executable: start.executable, isTrusted } };
    const slot = this.#slotFor(plan);
    try {
      return await slot.acquire(plan, signal, deadlineMs);
    } catch (error) {
      signal.throwIfAborted();
      missing.push(missingFor(candidate, reasonOf(error), error));
      return undefined;
    }
  }

  async #candidatesFor(
    file: ResolvedPath,
    workspaceRoot: string,
    roles: ServersRequest["roles"] = "all",
  ): Promise<readonly ServerCandidate[]> {
    const config = this.#options.configFor(workspaceRoot);
    this.#limits = limitsOf(config);
    return contains(workspaceRoot, file.absolute)
      ? this.#probe.forFile(file.absolute, { workspaceRoot, config, roles })
      : this.#runningFor(file.absolute, workspaceRoot);
  }

  #slotFor(plan: StartPlan): ServerSlot {
    const {
      children,
      degradations,
      initializeMs = INITIALIZE_MS,
      stuckMs,
      writeMs,
      sweepMs = SWEEP_MS,
    } = this.#options;
    this.#refuseWhenDisposed();
    const key = slotKey(plan.definition.id, plan.root);
    const known = this.#slots.get(key);
    if (known !== undefined) return known;
    const slot = new ServerSlot(plan, {
      children,
      initializeMs,
      admit: (one) => this.#makeRoom(one),
      ...(degradations === undefined ? {} : { degradations }),
      ...(stuckMs === undefined ? {} : { stuckMs }),
      ...(writeMs === undefined ? {} : { writeMs }),
    });
    this.#slots.set(key, slot);
    this.#sweep ??= setInterval(() => void this.#stopUnused(), sweepMs).unref();
    return slot;
  }

  /** Stops what has to go for one more; false when the servers that are busy fill the budget. */
  #makeRoom(forSlot: ServerSlot): boolean {
    const others = this.#consumers().filter((slot) => slot !== forSlot);
    const { stop, isEnough } = chooseToStop(others, 1, this.#limits);
    if (isEnough) for (const slot of stop) void slot.stop();
    return isEnough;
  }

  /** Never rejects, and waits only so long for servers that do not read. */
  async #tell(slots: readonly ServerSlot[], changes: readonly FileChange[]): Promise<void> {
    const told = slots.map(async ({ id, server }) => {
      try {
        await server?.notifyChanged(changes);
      } catch (error) {
        // An ended server starts from the disk; anything else is worth knowing.
        if (server?.ended.aborted !== true) {
          this.#options.degradations?.record("language-server-notify", id, String(error));
        }
      }
    });
    await settlesWithin(Promise.all(told), NOTIFY_MS);
  }

  #consumers(): ServerSlot[] {
    return [...this.#slots.values()].filter(({ state }) => state === "running" || state === "starting");
  }

  async #stopUnused(): Promise<void> {
    await this.#measure();
    const running = this.#consumers();
    const oldest = performance.now() - this.#limits.idleMs;
    const idle = running.filter(({ isBusy, usedAt }) => !isBusy && usedAt < oldest);
    const rest = running.filter((slot) => !idle.includes(slot));
    const { stop } = chooseToStop(rest, 0, this.#limits);
    await Promise.all([...idle, ...stop].map((slot) => slot.stop()));
    const alive = [...this.#slots.values()].filter((slot) => slot.isAlive);
    this.#news.keepOnly(new Set(alive.map(({ plan }) => plan.facts.workspaceRoot)));
  }

  async #measure(): Promise<void> {
    const slots = [...this.#slots.values()];
    const memory = await groupMemory(slots.flatMap(({ server }) => (server === undefined ? [] : [server.pid])));
    for (const slot of slots) slot.bytes = memory.get(slot.server?.pid ?? 0) ?? 0;
  }

  #slotsBelow(workspaceRoot: string): ServerSlot[] {
    return [...this.#slots.values()].filter(
      ({ root, plan }) => plan.facts.workspaceRoot === workspaceRoot || contains(workspaceRoot, root),
    );
  }

  /** For a file outside the workspace, which a server's answer named: whoever runs for the workspace and knows its kind. */
  #runningFor(path: string, workspaceRoot: string): readonly ServerCandidate[] {
    return this.#slotsBelow(workspaceRoot)
      .filter(({ server, plan }) => server !== undefined && languageIdOf(plan.definition, path) !== undefined)
      .map(({ plan }) => ({ ...plan, reasons: [], what: "", remedy: "" }))
      .sort((a, b) => b.definition.priority - a.definition.priority);
  }

  #refuseWhenDisposed(): void {
    if (this.#disposal !== undefined) throw new ReticleError("cancelled", "the language servers have ended");
  }
}

interface Limits {
  readonly maxServers: number;
  readonly maxBytes: number;
  readonly idleMs: number;
}

type Startable = ServerCandidate & Required<Pick<ServerCandidate, "root" | "start">>;

function isStartable(candidate: ServerCandidate): candidate is Startable {
  return candidate.start !== undefined && candidate.root !== undefined && candidate.reasons.length === 0;
}

function limitsOf(config: Config): Limits {
  return {
    maxServers: config.get("languageServers.maxRunning"),
    maxBytes: config.get("languageServers.maxBytes"),
    idleMs: config.get("languageServers.idleMinutes") * 60_000,
  };
}

function slotKey(id: string, root: string): string {
  return `${id}\0${root}`;
}

const REASONS: Partial<Record<ErrorKind, MissingReason>> = {
  timeout: "starting",
  conflict: "crashed",
  refused: "budget",
};

function reasonOf(error: unknown): MissingReason {
  return (isReticleError(error) ? REASONS[error.kind] : undefined) ?? "failed";
}
