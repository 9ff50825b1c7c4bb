import type { LanguageServer, OpenDocument, PublishedDiagnostics } from "../language-servers.ts";
import { msUntil, pause, type Patience, whenIdle } from "./readiness.ts";

/** A publish without a version counts when none newer came for this long; some servers send one per analysis. */
const SETTLE_MS = 250;
/** The same for an empty one of a server that has just started. */
const SETTLE_YOUNG_MS = 1_000;
const YOUNG_MS = 12_000;
/** The same for one with the version: a server can publish once before it has read its settings, and once after. */
const SETTLE_VERSIONED_MS = 500;
/** How long an empty publish for this version waits for a server that still loads. */
const LOADING_MS = 5_000;
const PROVISIONAL_MS = 10_000;
const POLL_MS = 50;

export interface Awaited {
  readonly published: PublishedDiagnostics;
  readonly evidence: "versioned publish" | "settled publish";
}

/**
 * The publish that says what the server finds in this version of the document. Undefined when patience
 * ends first, or as soon as `isCalledOff`; rejects when the server or the call ends.
 */
export async function awaitPublish(
  server: LanguageServer,
  document: OpenDocument,
  patience: Patience,
  isCalledOff: () => boolean,
): Promise<Awaited | undefined> {
  let after = document.arrivalsBefore;
  while (!isCalledOff()) {
    const published = await nextPublish(server, document.path, after, patience);
    if (published === "none yet") {
      const known = stillHolds(server, document);
      if (known !== undefined) return { published: known, evidence: "versioned publish" };
      continue;
    }
    if (published === undefined) return undefined;
    after = published.arrival;
    const accepted = await accept(published, server, document, patience);
    if (accepted !== undefined) return accepted;
    if (msUntil(patience.until) === 0) return undefined;
  }
  return undefined;
}

/**
 * Whether the server has worked on the latest change and published nothing: it found that nothing is
 * different. Only servers that tell of their work on each file can be silent in this sense.
 */
export function isSilent({ progress, definition }: LanguageServer, { path, changedAt }: OpenDocument): boolean {
  if (definition.quirks?.silentWhenSame !== true) return false;
  const work = progress.ofFile(path);
  if (work?.quietSince === undefined || work.busyAt < changedAt) return false;
  return performance.now() - work.quietSince >= SETTLE_MS;
}

/** The latest publish, where silence says that it holds. */
function stillHolds(server: LanguageServer, document: OpenDocument): PublishedDiagnostics | undefined {
  const known = server.published.latest(document.path);
  return known !== undefined && isOfThisText(known, document) && isSilent(server, document) ? known : undefined;
}

/** Versions go on when the server is shown another text for a while. */
export function isOfThisText({ version }: PublishedDiagnostics, { sameAs }: OpenDocument): boolean {
  return version !== undefined && sameAs.some(({ first, last }) => first <= version && version <= last);
}

/** In short waits, because the server may take up another way of telling meanwhile. */
async function nextPublish(
  { published, ended }: LanguageServer,
  path: string,
  after: number,
  { signal, until }: Patience,
): Promise<PublishedDiagnostics | "none yet" | undefined> {
  const leftMs = msUntil(until);
  const limit = AbortSignal.any([signal, ended, AbortSignal.timeout(Math.ceil(Math.min(POLL_MS, leftMs)))]);
  try {
    return await published.next(path, after, limit);
  } catch {
    signal.throwIfAborted();
    ended.throwIfAborted();
    return leftMs === 0 ? undefined : "none yet";
  }
}

async function accept(
  published: PublishedDiagnostics,
  server: LanguageServer,
  document: OpenDocument,
  patience: Patience,
): Promise<Awaited | undefined> {
  const { version, diagnostics } = published;
  if (version !== undefined && version !== document.version) return undefined;
  const isEmpty = diagnostics.length === 0;
  if (isEmpty && isProvisional(published, server)) return undefined;
  if (isEmpty && !(await hasNothingToDo(server, version, patience))) return undefined;
  const lastWordAt = Math.max(published.receivedAt, await quietAt(published, server, patience));
  const openMs = lastWordAt + settleMs(version, isEmpty, server) - performance.now();
  if (openMs > 0) {
    if (msUntil(patience.until) < openMs) return undefined;
    await pause(openMs, patience);
  }
  if (!isNewest(published, server)) return undefined;
  return { published, evidence: version === undefined ? "settled publish" : "versioned publish" };
}

/** Some send an empty one before they have loaded what they need. */
async function hasNothingToDo(
  server: LanguageServer,
  version: number | undefined,
  patience: Patience,
): Promise<boolean> {
  if (version === undefined) return whenIdle(server, patience);
  // An index that takes minutes is no reason not to believe what was said for this version.
  await whenIdle(server, sooner(patience, LOADING_MS));
  return true;
}

/** When the server was done with the file, where it tells; the end of our patience when it is not. */
async function quietAt({ path }: PublishedDiagnostics, server: LanguageServer, patience: Patience): Promise<number> {
  for (;;) {
    const work = server.progress.ofFile(path);
    if (work === undefined) return 0;
    if (work.quietSince !== undefined || msUntil(patience.until) === 0) return work.quietSince ?? patience.until;
    await pause(POLL_MS, patience);
  }
}

/** How long a publish must have been the newest. */
function settleMs(version: number | undefined, isEmpty: boolean, { uptimeMs, definition }: LanguageServer): number {
  const isYoung = uptimeMs < YOUNG_MS;
  if (definition.quirks?.silentWhenSame === true) return SETTLE_MS;
  if (version !== undefined) return isEmpty && isYoung ? SETTLE_VERSIONED_MS : 0;
  return isEmpty && isYoung ? SETTLE_YOUNG_MS : SETTLE_MS;
}

/** The placeholder that some servers send before they have looked; when nothing follows for long, it was none. */
function isProvisional({ nth, receivedAt }: PublishedDiagnostics, { definition }: LanguageServer): boolean {
  return definition.quirks?.firstPublishEmpty === true && nth === 1 && performance.now() - receivedAt < PROVISIONAL_MS;
}

function isNewest({ path, arrival }: PublishedDiagnostics, { published }: LanguageServer): boolean {
  return published.latest(path)?.arrival === arrival;
}

function sooner({ signal, until }: Patience, ms: number): Patience {
  return { signal, until: Math.min(until, performance.now() + ms) };
}
