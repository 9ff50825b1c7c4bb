import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageServer } from "../language-servers.ts";
import { type Asking, remainingMs } from "../operations/asking.ts";

/** A server that loads a project says so soon after its start; later silence means that there is nothing to load. */
const FIRST_REPORT_MS = 3_000;
const POLL_MS = 50;
/** One report ends and the next begins: fetching, building, indexing. */
const BETWEEN_REPORTS_MS = 250;
const MAX_WAIT_MS = 10_000;
/** Work that navigation does not depend on. */
const UNRELATED = /\b(?:check|checking|clippy|flycheck|test|lint)/i;

/** Waits, within bounds, until the server has loaded what it is loading. Returns what is still being loaded. */
export async function whenLoaded(server: LanguageServer, asking: Asking): Promise<readonly string[]> {
  const until = performance.now() + Math.min(MAX_WAIT_MS, remainingMs(asking) * 0.6);
  const { signal } = asking;
  if (server.definition.quirks?.needsProjectLoaded === true) await firstReport(server, until, signal);
  while (loading(server).length > 0) {
    const left = until - performance.now();
    if (left <= 0) return loading(server);
    await idleWithin(server, left, signal);
    await sleep(Math.min(BETWEEN_REPORTS_MS, left), undefined, { signal });
  }
  return [];
}

/** What the server reports to be loading right now. */
export function loading({ progress }: LanguageServer): readonly string[] {
  return progress.isIdle ? [] : progress.describe().filter((title) => !UNRELATED.test(title));
}

async function firstReport(server: LanguageServer, until: number, signal: AbortSignal): Promise<void> {
  while (!server.progress.hasReported && server.uptimeMs < FIRST_REPORT_MS && performance.now() < until) {
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** Rejects when the server ends meanwhile. */
async function idleWithin({ progress, ended }: LanguageServer, ms: number, signal: AbortSignal): Promise<void> {
  const stop = AbortSignal.any([signal, ended]);
  const limit = AbortSignal.any([stop, AbortSignal.timeout(Math.ceil(ms))]);
  await progress.whenIdle(limit).catch(() => stop.throwIfAborted());
}
