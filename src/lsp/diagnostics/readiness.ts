import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageServer } from "../language-servers.ts";

export interface Patience {
  readonly signal: AbortSignal;
  /** `performance.now()` at which the wait ends. */
  readonly until: number;
}

/** A server that loads a project reports it soon after its start; later silence means that there is nothing to load. */
const FIRST_REPORT_MS = 3_000;
const POLL_MS = 50;
/** One report ends and the next begins: fetching, building, checking. */
const BETWEEN_REPORTS_MS = 250;

export function msUntil(until: number): number {
  return Math.max(0, until - performance.now());
}

/** Waits until a server whose answers depend on a loaded project has loaded it; others are ready at once. */
export async function whenLoaded(server: LanguageServer, patience: Patience): Promise<boolean> {
  if (server.definition.quirks?.needsProjectLoaded !== true) return true;
  while (!server.progress.hasReported && server.uptimeMs < FIRST_REPORT_MS && msUntil(patience.until) > 0) {
    await pause(POLL_MS, patience);
  }
  return whenIdle(server, patience);
}

/** Waits for the end of all work that the server reports. False: it still works at the end of our patience. */
export async function whenIdle({ progress, ended }: LanguageServer, patience: Patience): Promise<boolean> {
  while (!progress.isIdle) {
    const leftMs = msUntil(patience.until);
    if (leftMs === 0) return false;
    const limit = AbortSignal.any([patience.signal, ended, AbortSignal.timeout(Math.ceil(leftMs))]);
    await progress.whenIdle(limit).catch(() => refuseToGoOn(patience.signal, ended));
    await pause(BETWEEN_REPORTS_MS, patience);
  }
  return true;
}

/** At most to the end of our patience; rejects with the signal's reason. */
export async function pause(ms: number, { signal, until }: Patience): Promise<void> {
  signal.throwIfAborted();
  await sleep(Math.min(ms, msUntil(until)), undefined, { signal }).catch(() => signal.throwIfAborted());
}

function refuseToGoOn(...signals: readonly AbortSignal[]): void {
  for (const signal of signals) signal.throwIfAborted();
}
