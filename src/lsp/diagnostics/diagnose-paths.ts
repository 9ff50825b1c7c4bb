import { basename, dirname, extname } from "node:path";
import { isReticleError } from "../../base/errors.ts";
import { Slots } from "../../base/slots.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { FilePlan, FileServers, LanguageServer, LanguageServers } from "../language-servers.ts";
import { diagnoseFile, type DiagnoseRequest } from "./diagnose-file.ts";
import { type FileReport, serverReports } from "./file-report.ts";
import { msUntil } from "./readiness.ts";

export interface DiagnosePathsRequest extends Omit<DiagnoseRequest, "servers" | "waitMsOf"> {
  readonly servers: Pick<LanguageServers, "serversFor" | "plan">;
  /** How many groups of files, each with servers of its own, are at work at a time. */
  readonly concurrency: number;
  /** How long to wait for a server on one file, in milliseconds. */
  readonly waitMs: number;
  readonly onReport?: (done: number, report: FileReport) => void;
}

/** Files of one group that are asked about at a time: the servers' own work is what takes the time. */
const FILES_AT_A_TIME = 4;
/** A server that was silent this often in a row gets less patience with the next file. */
const SILENT_FILES = 2;
const SHORT_WAIT_MS = 1_000;

/** Reports on many files, in their order; those that were not reached in time say so. Rejects with the signal's reason. */
export async function diagnosePaths(
  files: readonly ResolvedPath[],
  request: DiagnosePathsRequest,
): Promise<readonly FileReport[]> {
  const batch = new Batch(request);
  const slots = new Slots(Math.max(1, request.concurrency));
  const groups = await batch.group(files);
  await Promise.all(
    groups.map(async (group) => {
      const giveBack = await slots.take(request.signal);
      try {
        await batch.diagnose(group);
      } finally {
        giveBack();
      }
    }),
  );
  return files.map((file) => batch.reportOn(file));
}

class Batch {
  readonly #request: DiagnosePathsRequest;
  readonly #reports = new Map<string, FileReport>();
  /** By folder and kind of file: what is found for one holds for the others. */
  readonly #servers = new Map<string, Promise<FileServers>>();
  readonly #silence = new Map<string, number>();

  constructor(request: DiagnosePathsRequest) {
    this.#request = request;
  }

  /** Files that the same servers serve, and those that none serves, each together. */
  async group(files: readonly ResolvedPath[]): Promise<readonly (readonly ResolvedPath[])[]> {
    const { servers } = this.#request;
    if (new Set(files.map(kindOf)).size <= 1) return [files];
    const plans = new Map<string, Promise<FilePlan>>();
    const groups = new Map<string, ResolvedPath[]>();
    for (const file of files) {
      const kind = kindOf(file);
      const known = plans.get(kind) ?? servers.plan(file, this.#rootOf(file));
      plans.set(kind, known);
      const { group = "" } = await known;
      const members = groups.get(group);
      if (members === undefined) groups.set(group, [file]);
      else members.push(file);
    }
    return [...groups.values()];
  }

  async diagnose(files: readonly ResolvedPath[]): Promise<void> {
    const waiting = [...files];
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        this.#request.signal.throwIfAborted();
        if (msUntil(this.#request.until) === 0) return;
        this.#add(await this.#diagnoseOne(file));
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_A_TIME }, work));
  }

  reportOn(file: ResolvedPath): FileReport {
    return this.#reports.get(file.absolute) ?? notReached(file);
  }

  async #diagnoseOne(file: ResolvedPath): Promise<FileReport> {
    try {
      return await diagnoseFile(file, {
        ...this.#request,
        workspaceRoot: this.#rootOf(file),
        servers: { serversFor: (one, options) => this.#serversFor(one, options) },
        waitMsOf: (server) => this.#waitMsOf(server),
      });
    } catch (error) {
      this.#request.signal.throwIfAborted();
      if (!isReticleError(error)) throw error;
      const { message, hint } = error;
      const remedy = hint === undefined ? {} : { remedy: hint };
      return { ...notReached(file), verdict: "failed", reason: message, ...remedy, isTimedOut: false };
    }
  }

  #rootOf({ absolute }: ResolvedPath): string {
    const { workspace, workspaceRoot } = this.#request;
    return workspace.rootOf(absolute) ?? workspaceRoot;
  }

  /** Looked for once for the files of a folder, and anew when a server has ended meanwhile. */
  async #serversFor(file: ResolvedPath, options: Parameters<LanguageServers["serversFor"]>[1]): Promise<FileServers> {
    const kind = kindOf(file);
    const known = await this.#servers.get(kind);
    const isUsable =
      known?.primary !== undefined && [known.primary, ...known.linters].every(({ ended }) => !ended.aborted);
    if (isUsable) return known;
    const found = this.#request.servers.serversFor(file, options);
    this.#servers.set(kind, found);
    return found;
  }

  #waitMsOf(server: LanguageServer): number {
    const { waitMs } = this.#request;
    const isSilent = (this.#silence.get(server.definition.id) ?? 0) >= SILENT_FILES;
    return isSilent ? Math.min(waitMs, SHORT_WAIT_MS) : waitMs;
  }

  #add(report: FileReport): void {
    this.#reports.set(report.file.absolute, report);
    for (const { id, state, isTimedOut } of serverReports(report)) {
      if (state === "confirmed") this.#silence.set(id, 0);
      else if (isTimedOut) this.#silence.set(id, (this.#silence.get(id) ?? 0) + 1);
    }
    this.#request.onReport?.(this.#reports.size, report);
  }
}

/** Files of one kind in one folder are served alike. */
export function kindOf({ absolute }: ResolvedPath): string {
  return `${dirname(absolute)}\0${extname(absolute) || basename(absolute)}`;
}

function notReached(file: ResolvedPath): FileReport {
  const reason = "not reached in the time of this call";
  const rest = { linters: [], missing: [], isTimedOut: true, waitedMs: 0 };
  return { file, verdict: "unconfirmed", reason, remedy: "ask again, or name fewer files", ...rest };
}
