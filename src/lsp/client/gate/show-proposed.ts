import { raceSignal } from "../../../base/deadline.ts";
import { isReticleError, ReticleError } from "../../../base/errors.ts";
import { settlesWithin } from "../../../base/settles-within.ts";
import type { ResolvedPath } from "../../../workspace/workspace.ts";
import { awaitPublish } from "../../diagnostics/await-publish.ts";
import { PULL } from "../../diagnostics/pull.ts";
import type {
  DiagnosticsInbox,
  LanguageServer,
  OpenDocument,
  ProposedText,
  PublishedDiagnostics,
  TouchOptions,
} from "../../language-servers.ts";
import type { PublishedInbox } from "../diagnostics-inbox.ts";
import type { RunningServer } from "../running-server.ts";
import { HeldServer } from "./held-server.ts";

/** How long it may take to take the texts back; a server that does not listen for so long is stopped. */
const TAKE_BACK_MS = 5_000;
/** A part of it: how long a server without versions may take to speak about the restored texts. */
const PROOF_MS = 3_000;

export interface Showing<T> {
  readonly texts: readonly ProposedText[];
  readonly look: (shown: LanguageServer) => Promise<T>;
  readonly signal: AbortSignal;
}

/** What `LanguageServer.showProposed` says, for a server that nobody else talks to meanwhile. */
export async function showProposed<T>(server: RunningServer, { texts, look, signal }: Showing<T>): Promise<T> {
  const before = new Set(server.openPaths);
  const view = new ProposedView(server, server.published.putAside(), texts);
  try {
    const shown = (async () => {
      for (const { file } of texts) await view.open(file);
      return look(view);
    })();
    return await raceSignal(shown, AbortSignal.any([signal, server.ended]));
  } finally {
    view.end();
    await takeBackOrStop(server, view, before);
  }
}

/** What `look` asks; it is of no use when its time is over. */
class ProposedView extends HeldServer {
  readonly #texts: ReadonlyMap<string, string>;
  readonly aside: PublishedInbox;
  /** Documents that the server was made to look at. */
  readonly touched = new Set<string>();
  /** Documents that have the disk's text again. */
  readonly restored = new Map<string, OpenDocument>();
  #isOver = false;

  constructor(server: RunningServer, aside: PublishedInbox, texts: readonly ProposedText[]) {
    super(server);
    this.aside = aside;
    this.#texts = new Map(texts.map(({ file, text }) => [file.absolute, text]));
  }

  override get published(): DiagnosticsInbox {
    return this.aside;
  }

  get shownPaths(): readonly string[] {
    return [...this.#texts.keys()];
  }

  override async open(file: ResolvedPath): Promise<OpenDocument> {
    this.#refuseWhenOver();
    return this.server.open(file, this.#texts.get(file.absolute));
  }

  override async close(path: string): Promise<void> {
    this.#refuseWhenOver();
    if (!this.#texts.has(path)) await this.server.close(path);
  }

  override async touch(path: string, options?: TouchOptions): Promise<void> {
    this.#refuseWhenOver();
    this.touched.add(path);
    await this.server.touch(path, options);
  }

  end(): void {
    this.#isOver = true;
  }

  #refuseWhenOver(): void {
    if (this.#isOver) throw new ReticleError("cancelled", `the look at a proposed change in ${this.name} is over`);
  }
}

/** Never rejects: afterwards the server has what the disk holds, or has ended. */
async function takeBackOrStop(server: RunningServer, view: ProposedView, before: ReadonlySet<string>): Promise<void> {
  const mark = server.published.arrivals;
  try {
    if (!(await settlesWithin(takeBack(server, view, { before, mark }), TAKE_BACK_MS))) await server.stop(0);
  } catch {
    await server.stop(0);
  } finally {
    server.published.takeBack((published) => (published.arrival > mark ? published : fromDisk(published, view)));
  }
}

/** What a program behind the server has found on the disk meanwhile, of the texts that are there again. */
function fromDisk(published: PublishedDiagnostics, view: ProposedView): PublishedDiagnostics | undefined {
  const { prediction } = view.definition;
  if (typeof prediction === "string") return undefined;
  const diagnostics = published.diagnostics.filter(({ source }) => prediction.sources.includes(source ?? ""));
  const version = view.restored.get(published.path)?.version ?? published.version;
  return { ...published, diagnostics, ...(version === undefined ? {} : { version }) };
}

interface State {
  /** Documents that were open. */
  readonly before: ReadonlySet<string>;
  /** Publishes that came up to now may be about proposed texts. */
  readonly mark: number;
}

async function takeBack(server: RunningServer, view: ProposedView, { before, mark }: State): Promise<void> {
  if (server.ended.aborted) return;
  const [open, others] = partition(view.shownPaths, (path) => before.has(path));
  for (const path of others) await server.close(path);
  for (const path of open) {
    const document = await openFromDisk(server, path);
    if (document !== undefined) view.restored.set(path, document);
  }
  if (server.supports(PULL)) return;
  for (const path of unspoken(server, view)) await server.touch(path);
  const isVersioned = server.published.hasVersions || server.published.arrivals === 0;
  if (isVersioned) return;
  await Promise.all([...view.restored.values()].map((document) => proveRestored(view, document, mark)));
}

/**
 * Documents of which all that a server said on its own was put aside, or may have been about a state in
 * which only some texts were taken back.
 */
function unspoken(server: RunningServer, view: ProposedView): readonly string[] {
  const { restored } = view;
  const last = [...restored.keys()].at(-1);
  return server.openPaths.filter(
    (path) => path !== last && (restored.has(path) || view.touched.has(path) || view.aside.has(path)),
  );
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** A file that cannot be shown any more is closed by that. */
async function openFromDisk(server: RunningServer, path: string): Promise<OpenDocument | undefined> {
  try {
    return await server.open({ absolute: path, shown: path, kind: "file" });
  } catch (error) {
    if (!isReticleError(error) || error.kind === "connection_closed") throw error;
    await server.close(path);
    return undefined;
  }
}

/** Without versions nothing tells a late word about the proposed text from one about the restored text. */
async function proveRestored(view: ProposedView, document: OpenDocument, mark: number): Promise<void> {
  const patience = { signal: view.ended, until: performance.now() + PROOF_MS };
  const restored = await awaitPublish(view, { ...document, arrivalsBefore: mark }, patience, () => false);
  const hasSpoken = restored !== undefined || view.aside.has(document.path);
  if (!hasSpoken) throw new ReticleError("timeout", `${view.name} has not spoken about ${document.path} since`);
}
