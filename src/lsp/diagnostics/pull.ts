import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import type { LanguageServer, OpenDocument } from "../language-servers.ts";
import { msUntil, pause, type Patience, whenIdle } from "./readiness.ts";

export const PULL = "textDocument/diagnostic";
/** The server said while it answered that answers are out of date. */
const MAX_REPEATS = 3;
const REPEAT_MS = 100;
/** So long after its start a server with the quirk may answer before it has read its settings. */
const FIRST_MOMENTS_MS = 3_000;

export interface Pulled {
  readonly items: readonly Diagnostic[];
  /** Whether an empty answer says that there is nothing: the server had loaded all that it was loading. */
  readonly isReliable: boolean;
}

/** Asks for the diagnostics of an open document, again while the answer may be one of the first moments. */
export async function pullDiagnostics(
  server: LanguageServer,
  document: OpenDocument,
  patience: Patience,
): Promise<Pulled> {
  for (let repeats = 0; ; repeats += 1) {
    const { refreshes } = server;
    const items = await pullOnce(server, document, patience);
    const isRefreshed = server.refreshes !== refreshes;
    const isLoaded = items.length > 0 || server.progress.isIdle;
    const earlyMs = items.length > 0 ? 0 : firstMomentsLeftMs(server);
    if (!isRefreshed && isLoaded && earlyMs === 0) return { items, isReliable: true };
    if (repeats === MAX_REPEATS || msUntil(patience.until) === 0) return { items, isReliable: false };
    if (earlyMs > 0) await pause(earlyMs, patience);
    else if (isRefreshed) await pause(REPEAT_MS, patience);
    else if (!(await whenIdle(server, patience))) return { items, isReliable: false };
  }
}

function firstMomentsLeftMs({ definition, uptimeMs }: LanguageServer): number {
  return definition.quirks?.firstPullEmpty === true ? Math.max(0, FIRST_MOMENTS_MS - uptimeMs) : 0;
}

async function pullOnce(
  server: LanguageServer,
  { uri, path }: OpenDocument,
  { signal, until }: Patience,
): Promise<readonly Diagnostic[]> {
  const options = server.registrationOptions(PULL, path) as { readonly identifier?: string } | undefined;
  const params = {
    textDocument: { uri },
    ...(options?.identifier === undefined ? {} : { identifier: options.identifier }),
  };
  const deadlineMs = Math.max(1, msUntil(until));
  const report = await server.request<DocumentDiagnosticReport | null>(PULL, params, { signal, deadlineMs });
  // No previous result is named, so "unchanged" would be a mistake of the server's.
  if (report?.kind !== "full" || !Array.isArray(report.items)) {
    throw new MalformedReport(`${server.definition.title} answered ${PULL} with no report`);
  }
  return report.items;
}

/** An answer that is neither a report nor an error. */
export class MalformedReport extends Error {}
