import type { ServerCapabilities } from "vscode-languageserver-protocol";
import type { ResolvedPath } from "../../../workspace/workspace.ts";
import type { ServerDefinition } from "../../definition.ts";
import type {
  DiagnosticsInbox,
  HoldOptions,
  LanguageServer,
  OpenDocument,
  ProposedText,
  RequestOptions,
  ServerProgress,
  TouchOptions,
} from "../../language-servers.ts";
import type { PositionEncoding } from "../../position-encoding.ts";
import type { RunningServer } from "../running-server.ts";

/** A running server as somebody sees it who may talk to it now; views differ in what they do before that. */
export abstract class ServerView implements LanguageServer {
  protected readonly server: RunningServer;

  constructor(server: RunningServer) {
    this.server = server;
  }

  abstract hold<T>(query: (server: LanguageServer) => Promise<T>, options: HoldOptions): Promise<T>;

  abstract showProposed<T>(
    texts: readonly ProposedText[],
    look: (shown: LanguageServer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;

  get id(): string {
    return this.server.id;
  }

  get definition(): ServerDefinition {
    return this.server.definition;
  }

  get root(): string {
    return this.server.root;
  }

  get pid(): number {
    return this.server.pid;
  }

  get capabilities(): ServerCapabilities {
    return this.server.capabilities;
  }

  get name(): string {
    return this.server.name;
  }

  get encoding(): PositionEncoding {
    return this.server.encoding;
  }

  get published(): DiagnosticsInbox {
    return this.server.published;
  }

  get refreshes(): number {
    return this.server.refreshes;
  }

  get messages(): readonly string[] {
    return this.server.messages;
  }

  get progress(): ServerProgress {
    return this.server.progress;
  }

  get uptimeMs(): number {
    return this.server.uptimeMs;
  }

  get ended(): AbortSignal {
    return this.server.ended;
  }

  get openPaths(): readonly string[] {
    return this.server.openPaths;
  }

  open(file: ResolvedPath): Promise<OpenDocument> {
    return this.server.open(file);
  }

  touch(path: string, options?: TouchOptions): Promise<void> {
    return this.server.touch(path, options);
  }

  close(path: string): Promise<void> {
    return this.server.close(path);
  }

  request<R>(method: string, params: unknown, options: RequestOptions): Promise<R> {
    return this.server.request(method, params, options);
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.server.notify(method, params);
  }

  supports(method: string, path?: string): boolean {
    return this.server.supports(method, path);
  }

  registrationOptions(method: string, path?: string): unknown {
    return this.server.registrationOptions(method, path);
  }
}
