import type { Pending, Unavailable } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import type { OutsideFiles } from "../../workspace/outside-files.ts";
import type { ResolvedPath, Workspace } from "../../workspace/workspace.ts";
import type { LanguageServer, LanguageServers, MissingServer } from "../language-servers.ts";

/**
 * Files (absolute) in which a name is used, in the workspace root that holds `path`; `missing` says in words
 * what may not be among them.
 */
export type FilesNaming = (
  name: string,
  path: string,
  limit: number,
) => Promise<{ readonly paths: readonly string[]; readonly missing?: string }>;

/** What every operation needs beside its own arguments. */
export interface Asking {
  /** Absent: nobody knows. */
  readonly filesNaming?: FilesNaming;
  readonly servers: LanguageServers;
  readonly workspace: Workspace;
  readonly cwd: string;
  readonly workspaceRoot: string;
  readonly signal: AbortSignal;
  /** `performance.now()` by which there must be an answer. */
  readonly until: number;
  /** Files outside the roots that answers name are added. */
  readonly outside: OutsideFiles;
}

/** Nobody could be asked, or not yet. */
export interface NotAsked {
  readonly isAsked: false;
  readonly coverage: Unavailable | Pending;
  /** Why, server by server. */
  readonly text: string;
  readonly missing: readonly MissingServer[];
}

/** Reasons that say nothing about why the file is not served. */
const IRRELEVANT: ReadonlySet<string> = new Set(["outranked", "disabled"]);

export function remainingMs({ until }: Asking): number {
  return Math.max(1, Math.round(until - performance.now()));
}

/** The server that answers navigation for a file, started if need be. */
export async function primaryFor(file: ResolvedPath, asking: Asking): Promise<LanguageServer | NotAsked> {
  const startedAt = performance.now();
  const { servers, signal, workspaceRoot } = asking;
  const request = { signal, deadlineMs: remainingMs(asking) * 0.8, roles: "primary", workspaceRoot } as const;
  const { primary, missing } = await servers.serversFor(file, request);
  return primary ?? notAsked(file, missing, performance.now() - startedAt);
}

export function isNotAsked(value: object): value is NotAsked {
  return "isAsked" in value && value.isAsked === false;
}

export function notAsked(
  { shown }: Pick<ResolvedPath, "shown">,
  missing: readonly MissingServer[],
  waitedMs: number,
): NotAsked {
  const starting = missing.find(({ reasons }) => reasons.includes("starting"));
  if (starting !== undefined) {
    const coverage: Pending = { state: "pending", what: `${starting.title} is starting`, waitedMs };
    return { isAsked: false, coverage, text: `${starting.title} has not answered yet: ${starting.remedy}.`, missing };
  }
  const primaries = missing.filter(
    ({ role, reasons }) => role === "primary" && !reasons.every((one) => IRRELEVANT.has(one)),
  );
  const remedies = [...new Set(primaries.map(({ remedy }) => remedy))];
  const remedy = remedies.length === 0 ? "lsp with action=status lists the servers there are" : remedies.join("; or ");
  const why = primaries.map(({ id, what }) => `${id} — ${what}`).join("; ");
  const text =
    why === "" ? `No language server is known for ${shown}.` : `No language server can start for ${shown}: ${why}.`;
  const coverage: Unavailable = { state: "unavailable", what: `language server for ${shown}`, remedy };
  return { isAsked: false, coverage, text, missing };
}

export interface AskOptions {
  /** The file asked about, for registrations that fit some files only. */
  readonly path?: string;
  /** What the method is for, in words: "type hierarchy". */
  readonly feature: string;
  readonly applyEdit?: Parameters<LanguageServer["request"]>[2]["applyEdit"];
}

/** Sends one request within the time that is left. Throws `unsupported` when the server does not have it. */
export async function ask<R>(
  server: LanguageServer,
  { method, params }: { readonly method: string; readonly params: unknown },
  asking: Asking,
  { path, feature, applyEdit }: AskOptions,
): Promise<R> {
  if (!server.supports(method, path)) throw lacks(server, feature);
  return server.request<R>(method, params, {
    signal: asking.signal,
    deadlineMs: remainingMs(asking),
    ...(applyEdit === undefined ? {} : { applyEdit }),
  });
}

export function lacks({ name, definition }: LanguageServer, feature: string): ReticleError {
  return new ReticleError("unsupported", `${name} (${definition.id}) has no ${feature}`, {
    hint: "another action or another server may tell; lsp with action=status lists the servers",
    data: { server: definition.id },
  });
}
