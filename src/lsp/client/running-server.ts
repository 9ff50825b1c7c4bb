import type { InitializeParams, InitializeResult, ServerCapabilities } from "vscode-languageserver-protocol";
import { ReticleError } from "../../base/errors.ts";
import type { OwnedChild } from "../../process/owned-child.ts";
import { pathToUri } from "../../workspace/uri.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { JsonValue, ServerDefinition } from "../definition.ts";
import { languageIdOf } from "../language-id.ts";
import type { FileChange, LanguageServer, OpenDocument, RequestOptions, TouchOptions } from "../language-servers.ts";
import type { PositionEncoding } from "../position-encoding.ts";
import { clientCapabilities } from "./client-capabilities.ts";
import { PublishedInbox } from "./diagnostics-inbox.ts";
import { Documents } from "./documents/documents.ts";
import { ProgressReports } from "./progress-reports.ts";
import { Registrations } from "./registrations.ts";
import { ServerConnection } from "./server-connection.ts";
import { ServerMessages } from "./server-messages.ts";
import { serverName } from "./server-name.ts";
import { serverHandlers } from "./server-requests.ts";
import { settingsTree } from "./settings-tree.ts";
import { syncRules } from "./documents/sync-rules.ts";
import { watchedEvents } from "./watched-files.ts";

export interface StartServerOptions {
  readonly child: OwnedChild;
  readonly definition: ServerDefinition;
  readonly root: string;
  readonly initializationOptions?: JsonValue;
  readonly signal: AbortSignal;
  /** How long `initialize` may take. */
  readonly deadlineMs: number;
  readonly stuckMs?: number;
  readonly writeMs?: number;
}

/** Does the handshake. Rejects with an error that names the server, whose process is gone then. */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const server = new RunningServer(options);
  try {
    await server.initialize(options);
    return server;
  } catch (error) {
    await options.child.stop(0);
    throw error;
  }
}

/** One server process for one root, from its start to its end. */
export class RunningServer implements Omit<LanguageServer, "hold" | "showProposed"> {
  readonly definition: ServerDefinition;
  readonly root: string;
  readonly pid: number;
  readonly published = new PublishedInbox();
  readonly progress = new ProgressReports();
  readonly #connection: ServerConnection;
  readonly #messages = new ServerMessages();
  readonly #registrations = new Registrations();
  readonly #startedAt = performance.now();
  readonly #settings: JsonValue;
  readonly #editTakers = new Set<NonNullable<RequestOptions["applyEdit"]>>();
  #initialized: { readonly result: InitializeResult; readonly encoding: PositionEncoding } | undefined;
  #documents: Documents | undefined;
  #refreshes = 0;

  constructor({ child, definition, root, stuckMs, writeMs }: StartServerOptions) {
    this.definition = definition;
    this.root = root;
    this.pid = child.pid;
    this.#settings = settingsTree(definition.settings ?? {});
    const handlers = serverHandlers({
      settings: this.#settings,
      folders: [workspaceFolder(root)],
      inbox: this.published,
      progress: this.progress,
      registrations: this.#registrations,
      editTaker: () => [...this.#editTakers].at(-1),
      onRefresh: () => (this.#refreshes += 1),
      messages: this.#messages,
    });
    this.#connection = new ServerConnection({
      child,
      label: definition.title,
      handlers,
      ...(stuckMs === undefined ? {} : { stuckMs }),
      ...(writeMs === undefined ? {} : { writeMs }),
    });
  }

  get id(): string {
    return this.definition.id;
  }

  get name(): string {
    return serverName(this.#initialized?.result.serverInfo) ?? this.id;
  }

  get capabilities(): ServerCapabilities {
    return this.#ready().result.capabilities;
  }

  get encoding(): PositionEncoding {
    return this.#ready().encoding;
  }

  get uptimeMs(): number {
    return performance.now() - this.#startedAt;
  }

  get ended(): AbortSignal {
    return this.#connection.ended;
  }

  get pending(): number {
    return this.#connection.pending;
  }

  /** `performance.now()` of the latest answer, or of the start. */
  get usedAt(): number {
    return this.#connection.usedAt;
  }

  /** What it complained about lately, newest last. */
  get messages(): readonly string[] {
    return this.#messages.latest;
  }

  /** Paths of the documents it has open, the one that was used last at the end. */
  get openPaths(): readonly string[] {
    return this.#documents?.paths() ?? [];
  }

  /** How often the server said that pulled diagnostics are out of date. */
  get refreshes(): number {
    return this.#refreshes;
  }

  async initialize({ initializationOptions, signal, deadlineMs }: StartServerOptions): Promise<void> {
    const params: InitializeParams = {
      processId: process.pid,
      clientInfo: { name: "reticle" },
      rootUri: pathToUri(this.root),
      rootPath: this.root,
      workspaceFolders: [workspaceFolder(this.root)],
      capabilities: clientCapabilities(this.definition.quirks),
      ...(initializationOptions === undefined ? {} : { initializationOptions }),
    };
    const result = await this.#connection.request<InitializeResult>("initialize", params, { signal, deadlineMs });
    const capabilities = result?.capabilities ?? {};
    this.#registrations.setStatic(capabilities);
    this.#initialized = { result: { ...result, capabilities }, encoding: encodingOf(this.definition, capabilities) };
    this.#documents = new Documents({
      definition: this.definition,
      encoding: this.encoding,
      rules: (document) => syncRules(capabilities, this.#registrations, document),
      notify: (method, message) => this.#connection.notify(method, message),
      arrivals: () => this.published.arrivals,
    });
    await this.#connection.notify("initialized", {});
    if (this.definition.settings !== undefined) {
      await this.#connection.notify("workspace/didChangeConfiguration", { settings: this.#settings });
    }
  }

  /** With `text` the server is shown that instead of what the disk holds, until the next `open` without it. */
  open(file: ResolvedPath, text?: string): Promise<OpenDocument> {
    return this.#docs().open(file, text);
  }

  close(path: string): Promise<void> {
    return this.#docs().close(path);
  }

  /** Has it look once more at a document that is open. */
  touch(path: string, options?: TouchOptions): Promise<void> {
    return this.#docs().touch(path, options);
  }

  async request<R>(method: string, params: unknown, options: RequestOptions): Promise<R> {
    const { applyEdit } = options;
    if (applyEdit !== undefined) this.#editTakers.add(applyEdit);
    try {
      return await this.#connection.request<R>(method, params, options);
    } finally {
      if (applyEdit !== undefined) this.#editTakers.delete(applyEdit);
    }
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.#connection.notify(method, params);
  }

  supports(method: string, path?: string): boolean {
    return this.registrationOptions(method, path) !== undefined;
  }

  registrationOptions(method: string, path?: string): unknown {
    const languageId = path === undefined ? undefined : languageIdOf(this.definition, path);
    const document = path === undefined || languageId === undefined ? undefined : { path, languageId };
    return this.#registrations.options(method, document);
  }

  /** Open documents follow the disk; watched files are told as the server asked for them. */
  async notifyChanged(changes: readonly FileChange[]): Promise<void> {
    if (this.ended.aborted || this.#documents === undefined) return;
    const events = watchedEvents(changes, this.#registrations);
    if (events.length > 0) await this.notify("workspace/didChangeWatchedFiles", { changes: events });
    for (const { path } of changes) await this.#docs().followDisk(path);
  }

  stop(graceMs: number): Promise<void> {
    return this.#connection.stop(graceMs);
  }

  #docs(): Documents {
    if (this.#documents === undefined) throw this.#notReady();
    return this.#documents;
  }

  #ready(): { readonly result: InitializeResult; readonly encoding: PositionEncoding } {
    if (this.#initialized === undefined) throw this.#notReady();
    return this.#initialized;
  }

  #notReady(): ReticleError {
    return new ReticleError("internal", `${this.definition.title} has not answered initialize yet`);
  }
}

function workspaceFolder(root: string): { readonly uri: string; readonly name: string } {
  return { uri: pathToUri(root), name: root.split(/[\\/]/).at(-1) ?? root };
}

function encodingOf(
  { title }: ServerDefinition,
  { positionEncoding = "utf-16" }: ServerCapabilities,
): PositionEncoding {
  if (positionEncoding === "utf-8" || positionEncoding === "utf-16" || positionEncoding === "utf-32") {
    return positionEncoding;
  }
  throw new ReticleError(
    "protocol",
    `${title} counts positions as ${JSON.stringify(positionEncoding)}, which we cannot`,
    {
      hint: "use another version of the server",
    },
  );
}
