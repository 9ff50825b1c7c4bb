import type { Diagnostic } from "vscode-languageserver-protocol";
import { isReticleError } from "../../base/errors.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { LanguageServer, OpenDocument } from "../language-servers.ts";
import { protocolLines } from "../position-encoding.ts";
import { awaitPublish, isOfThisText, isSilent } from "./await-publish.ts";
import type { Evidence, FileDiagnostic, ServerReport } from "./file-report.ts";
import { MalformedReport, PULL, pullDiagnostics } from "./pull.ts";
import { readDiagnostics } from "./read-diagnostics.ts";
import { msUntil, type Patience, whenIdle, whenLoaded } from "./readiness.ts";
import { askTsserver } from "./tsserver-request.ts";

/** Of the time there is, for the loading of the project. */
const LOADING_SHARE = 0.8;

/** What was found out, in the server's own terms. */
interface Found {
  readonly items: readonly Diagnostic[];
  /** Absent: not confirmed. */
  readonly evidence?: Evidence;
  readonly reason?: string;
  readonly isTimedOut?: boolean;
}

export interface Collected {
  readonly report: ServerReport;
  /** The text that the report is about; absent when the file could not be opened. */
  readonly text?: string;
}

/** Asks one server about one file. Rejects only with the signal's reason. */
export async function collectReport(
  server: LanguageServer,
  file: ResolvedPath,
  patience: Patience,
): Promise<Collected> {
  const { signal, until } = patience;
  try {
    // Opening and waiting belong together: versions go on when others show the server something between.
    return await server.hold((held) => collectFrom(held, file, patience), { signal, waitMs: msUntil(until) });
  } catch (error) {
    signal.throwIfAborted();
    return { report: failureReport(server, undefined, error) };
  }
}

async function collectFrom(server: LanguageServer, file: ResolvedPath, patience: Patience): Promise<Collected> {
  let document: OpenDocument | undefined;
  try {
    document = await server.open(file);
    const found = await find(server, document, patience);
    return { report: toReport(server, document, found), text: document.text };
  } catch (error) {
    patience.signal.throwIfAborted();
    const report = failureReport(server, document, error);
    return { report, ...(document === undefined ? {} : { text: document.text }) };
  }
}

async function find(server: LanguageServer, document: OpenDocument, patience: Patience): Promise<Found> {
  const canPull = (): boolean => server.supports(PULL, document.path);
  if (!(await whenLoaded(server, forLoading(patience)))) {
    const { items } = canPull() ? await pull(server, document, patience) : { items: currentPublish(server, document) };
    return stillAtWork(server, items);
  }
  if (canPull()) return pull(server, document, patience);
  const asked = await askTsserver(server, document, patience);
  if (asked !== undefined) return { items: asked, evidence: "pull" };
  const awaited = await awaitPublish(server, document, patience, () => canPull() || isSilent(server, document));
  if (awaited !== undefined) return { items: awaited.published.diagnostics, evidence: awaited.evidence };
  if (canPull()) return pull(server, document, patience);
  return isSilent(server, document) ? askAnew(server, document, patience) : silence(server, document);
}

/** What it found in this text was said when nobody listened: while it was shown to it as proposed. */
async function askAnew(server: LanguageServer, { path }: OpenDocument, patience: Patience): Promise<Found> {
  await server.touch(path, { isForced: true });
  const document = await server.open({ absolute: path, shown: path, kind: "file" });
  const awaited = await awaitPublish(server, document, patience, () => false);
  if (awaited === undefined) return silence(server, document);
  return { items: awaited.published.diagnostics, evidence: awaited.evidence };
}

/** What is left after the wait for a project is for asking about the file as it stands. */
function forLoading({ signal, until }: Patience): Patience {
  return { signal, until: performance.now() + msUntil(until) * LOADING_SHARE };
}

/** Findings may be right while a server loads; that there are none says nothing. */
function stillAtWork({ definition, progress }: LanguageServer, items: readonly Diagnostic[]): Found {
  const what = progress.describe().join(", ");
  const reason = `${definition.title} is still at work${what === "" ? "" : ` (${what})`}`;
  return { items, reason, isTimedOut: true };
}

async function pull(server: LanguageServer, document: OpenDocument, patience: Patience): Promise<Found> {
  const { items, isReliable } = await pullDiagnostics(server, document, patience);
  // Checkers behind a server (cargo check) publish beside what it answers.
  const isIdle = server.definition.quirks?.needsProjectLoaded !== true || (await whenIdle(server, patience));
  const all = [...items, ...currentPublish(server, document)];
  server.published.recordPull(document.path, all);
  return isReliable && isIdle ? { items: all, evidence: "pull" } : stillAtWork(server, all);
}

/** The latest publish, unless it is about another text. */
function currentPublish({ published }: LanguageServer, document: OpenDocument): readonly Diagnostic[] {
  const latest = published.latest(document.path);
  if (latest === undefined) return [];
  const isCurrent =
    latest.version === undefined ? latest.arrival > document.arrivalsBefore : isOfThisText(latest, document);
  return isCurrent ? latest.diagnostics : [];
}

function silence(server: LanguageServer, document: OpenDocument): Found {
  const { definition } = server;
  const items = currentPublish(server, document);
  const reason =
    definition.quirks?.silentOnClean === true
      ? `${definition.title} publishes nothing for a file without problems, and has published nothing`
      : `${definition.title} has not published diagnostics for this version of the file`;
  return { items, reason, isTimedOut: true };
}

function toReport(server: LanguageServer, document: OpenDocument, found: Found): ServerReport {
  const { evidence, reason } = found;
  const diagnostics = read(found.items, server, document);
  return {
    ...whoIs(server),
    state: evidence === undefined ? "unconfirmed" : "confirmed",
    ...(evidence === undefined ? {} : { evidence }),
    diagnostics,
    earlier: evidence === undefined && diagnostics.length === 0 ? earlierOf(server, document) : [],
    ...(reason === undefined ? {} : { reason }),
    isTimedOut: found.isTimedOut === true,
  };
}

function failureReport(server: LanguageServer, document: OpenDocument | undefined, error: unknown): ServerReport {
  const kind = isReticleError(error) ? error.kind : undefined;
  const isTimedOut = kind === "timeout";
  const reason = error instanceof Error ? error.message : String(error);
  const state = isTimedOut ? "unconfirmed" : kind === "unsupported" ? "unsupported" : "failed";
  if (!isReticleError(error) && !(error instanceof MalformedReport)) throw error;
  const earlier = document === undefined ? [] : earlierOf(server, document);
  return { ...whoIs(server), state, diagnostics: [], earlier, reason, isTimedOut };
}

function whoIs({ definition: { id, title, role } }: LanguageServer): Pick<ServerReport, "id" | "title" | "role"> {
  return { id, title, role };
}

/** What was last known, whatever version it was about. */
function earlierOf(server: LanguageServer, document: OpenDocument): readonly FileDiagnostic[] {
  const { published } = server;
  const known = published.lastPull(document.path) ?? published.latest(document.path)?.diagnostics ?? [];
  return read(known, server, document);
}

function read(items: readonly Diagnostic[], server: LanguageServer, { text }: OpenDocument): readonly FileDiagnostic[] {
  return items.length === 0 ? [] : readDiagnostics(items, protocolLines(text), server.encoding);
}
