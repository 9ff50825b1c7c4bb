import type { Diagnostic, ServerCapabilities, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { ResolvedPath } from "../workspace/workspace.ts";
import type { ServerDefinition } from "./definition.ts";
import type { PositionEncoding } from "./position-encoding.ts";

/** All language servers of an engine, shared by its runs; nothing starts before a call needs it. */
export interface LanguageServers {
  /**
   * The servers for a file. Looks at marker, binary and trust anew in each call, starts what can be
   * started and waits for it until the deadline. Rejects only with the signal's reason: what cannot
   * serve is in `missing`.
   */
  serversFor(file: ResolvedPath, request: ServersRequest): Promise<FileServers>;
  /** The servers that run for a workspace root or a folder in it, whatever file they were started for. */
  running(workspaceRoot: string): readonly LanguageServer[];
  /** What runs, and what could not start and why, for one workspace root. */
  status(workspaceRoot: string, signal: AbortSignal): Promise<readonly ServerStatus[]>;
  /** Which servers would serve a file, found as `serversFor` finds them; starts nothing. */
  plan(file: ResolvedPath, workspaceRoot: string): Promise<FilePlan>;
  /** Stops the servers of a workspace root and starts those again that ran; forgets crashes. */
  reload(workspaceRoot: string, request: ReloadRequest): Promise<readonly ReloadOutcome[]>;
  /** Tells every running server what changed on disk: open documents, watched files, saves. Never rejects. */
  notifyChanged(changes: readonly FileChange[]): Promise<void>;
  health(): readonly { readonly name: string; readonly value: string }[];
  /** Ends every server. Safe to call twice. */
  dispose(): Promise<void>;
}

export interface ServersRequest {
  readonly signal: AbortSignal;
  /** How long to wait for servers that start, in milliseconds. */
  readonly deadlineMs: number;
  readonly roles: "primary" | "all";
  /**
   * The workspace root of the call: markers are looked for from the file up to here, settings and
   * trust are its. A file outside it (a library's) is served by the servers that run for this root.
   */
  readonly workspaceRoot: string;
}

export interface FileServers {
  readonly primary?: LanguageServer;
  readonly linters: readonly LanguageServer[];
  /** Servers that know the file's language but do not serve it now. */
  readonly missing: readonly MissingServer[];
}

export interface FilePlan {
  /** Files of one group are served by the same primary (or linter, where there is none). Absent: nobody can serve the file. */
  readonly group?: string;
  /** Whether any server knows this kind of file. */
  readonly isKnown: boolean;
  readonly missing: readonly MissingServer[];
}

/**
 * Why a server does not serve. "starting": the deadline came first; "crashed": it will be tried again;
 * "failed": it was started and did not answer `initialize` with success; "budget": too many servers
 * are busy; "disabled": by a setting; "outranked": another primary serves the file.
 */
export type MissingReason =
  | "marker"
  | "binary"
  | "trust"
  | "disabled"
  | "outranked"
  | "starting"
  | "crashed"
  | "failed"
  | "budget";

export interface MissingServer {
  readonly id: string;
  readonly title: string;
  readonly role: ServerDefinition["role"];
  readonly root?: string;
  readonly reasons: readonly MissingReason[];
  /** What is missing, in words: "no pyproject.toml or setup.py above src/a.py". */
  readonly what: string;
  /** The command, setting or step that brings it. */
  readonly remedy: string;
}

export type ServerState = "starting" | "running" | "stopping" | "crashed" | "stopped" | "startable" | "missing";

export interface ServerStatus {
  readonly id: string;
  readonly title: string;
  readonly role: ServerDefinition["role"];
  readonly state: ServerState;
  /** Absolute; absent where no marker was found. */
  readonly root?: string;
  readonly pid?: number;
  readonly uptimeMs?: number;
  /** As the server names itself: "typescript-go 7.0.2". */
  readonly version?: string;
  /** Of the whole process group, where the system tells. */
  readonly memoryBytes?: number;
  /** Work in progress by the server's own report: "Indexing 40 %". */
  readonly progress?: string;
  readonly openDocuments?: number;
  /** Errors and warnings that it showed lately, newest last: why its answers may be poor. */
  readonly messages?: readonly string[];
  readonly restarts?: number;
  /** What is wrong or missing, and what to do about it. */
  readonly missing?: MissingServer;
  /** The command line, for a server that runs or could. */
  readonly command?: string;
}

export interface ReloadRequest {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** Only the servers whose root holds this absolute path. */
  readonly path?: string;
  /** Only this server. */
  readonly id?: string;
}

export interface ReloadOutcome {
  readonly id: string;
  readonly root: string;
  readonly state: "restarted" | "failed";
  readonly error?: string;
}

export interface FileChange {
  /** Canonical absolute path. */
  readonly path: string;
  readonly kind: "created" | "changed" | "deleted";
}

/** One running server for one root. */
export interface LanguageServer {
  readonly id: string;
  readonly definition: ServerDefinition;
  /** Absolute. */
  readonly root: string;
  readonly pid: number;
  readonly capabilities: ServerCapabilities;
  /** As the server names itself, or its id. */
  readonly name: string;
  readonly encoding: PositionEncoding;
  /**
   * Opens the file in the server, or brings the open document up to date with the disk; with the text that
   * is proposed for it, where the server is being shown one. Throws `not_found` when the file is gone (the document is closed then), `too_large`, `unsupported` (binary, or a file the
   * server must not see), `connection_closed`.
   */
  open(file: ResolvedPath): Promise<OpenDocument>;
  /**
   * Has it look once more at a document that is open, as if its text had changed; nothing happens when it is
   * not open. `isForced`: also when it finds that nothing is different.
   */
  touch(path: string, options?: TouchOptions): Promise<void>;
  /** Closes a document that `open` opened; nothing happens when it is not open. */
  close(path: string): Promise<void>;
  /**
   * Sends a request. Rejects with an error that names the server: `timeout`, `connection_closed`
   * (ended meanwhile), `protocol` (answered with an error, `data.code`), `unsupported` (method not
   * found); with the signal's reason on abort. Both cancel the request at the server.
   */
  request<R>(method: string, params: unknown, options: RequestOptions): Promise<R>;
  notify(method: string, params: unknown): Promise<void>;
  /** By its static capabilities or a dynamic registration, for this file when one is given. */
  supports(method: string, path?: string): boolean;
  /** The options of a static capability or of a dynamic registration that fits the file, when there are any. */
  registrationOptions(method: string, path?: string): unknown;
  readonly published: DiagnosticsInbox;
  /** How often the server said that answers to pulled diagnostics are out of date. */
  readonly refreshes: number;
  /** Errors and warnings that it showed lately, newest last: why its answers may be poor. */
  readonly messages: readonly string[];
  readonly progress: ServerProgress;
  /** Milliseconds since it answered `initialize`. */
  readonly uptimeMs: number;
  /** Aborts when the server has ended, with the error that says why. */
  readonly ended: AbortSignal;
  /** Paths of the documents it has open, the one that was used last at the end. */
  readonly openPaths: readonly string[];
  /**
   * A query of several messages, during which nobody shows the server proposed text: `query` sends them to
   * what it is given. Rejects with the signal's reason, and with `timeout` when the server is not free in time.
   */
  hold<T>(query: (server: LanguageServer) => Promise<T>, options: HoldOptions): Promise<T>;
  /**
   * Shows the server texts in place of what the disk holds while `look` asks about them; nobody else is
   * answered meanwhile. Then they are taken back, whatever happened; a server from which they cannot be taken
   * back is stopped. Nothing is written. Rejects with the signal's reason, also while it waits for others'
   * queries to end.
   */
  showProposed<T>(
    texts: readonly ProposedText[],
    look: (shown: LanguageServer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
}

export interface TouchOptions {
  readonly isForced?: boolean;
}

export interface HoldOptions {
  readonly signal: AbortSignal;
  /** How long to wait for the server to be free. */
  readonly waitMs: number;
}

/** What a file would hold. */
export interface ProposedText {
  readonly file: ResolvedPath;
  readonly text: string;
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** Takes `workspace/applyEdit` while this request runs; without it the server's edits are refused. */
  readonly applyEdit?: (edit: WorkspaceEdit) => Promise<{ readonly applied: boolean; readonly failureReason?: string }>;
}

/** A document as the server has it. */
export interface OpenDocument {
  readonly uri: string;
  readonly path: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
  /** Publishes that arrived before the latest change was sent; newer ones are about this text or later. */
  readonly arrivalsBefore: number;
  /** `performance.now()` when the latest change was sent. */
  readonly changedAt: number;
  /** Versions that had this very text, as far as is remembered, this one included. */
  readonly sameAs: readonly VersionRange[];
  /** Whether this call changed what the server has. */
  readonly isChanged: boolean;
}

/** Versions of a document, both ends included. */
export interface VersionRange {
  readonly first: number;
  readonly last: number;
}

export interface PublishedDiagnostics {
  /** Canonical absolute path, whatever way the server wrote the URI. */
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Of the document, when the server says it. */
  readonly version?: number;
  /** 1 for the server's first publish, and so on. */
  readonly arrival: number;
  /** 1 for the first publish for this path, and so on. */
  readonly nth: number;
  /** `performance.now()` then. */
  readonly receivedAt: number;
}

/** What textDocument/publishDiagnostics brought, latest per file. */
export interface DiagnosticsInbox {
  /** Publishes so far. */
  readonly arrivals: number;
  latest(path: string): PublishedDiagnostics | undefined;
  /** The first publish for the path later than arrival `after`; rejects with the signal's reason. */
  next(path: string, after: number, signal: AbortSignal): Promise<PublishedDiagnostics>;
  /** Every path that has a publish, latest first. */
  all(): readonly PublishedDiagnostics[];
  /** Keeps what the server answered when it was asked, for when it does not answer later. */
  recordPull(path: string, diagnostics: readonly Diagnostic[]): void;
  /** What it last answered when it was asked. */
  lastPull(path: string): readonly Diagnostic[] | undefined;
}

/** Times are those of `performance.now()`. */
export interface FileWork {
  /** When it last said that it is at work. */
  readonly busyAt: number;
  /** When it said that it is done; undefined while it is at work. */
  readonly quietSince: number | undefined;
}

/** The server's own reports of work in progress ($/progress). */
export interface ServerProgress {
  /** False while a report is running. */
  readonly isIdle: boolean;
  /** Whether any report has come yet. */
  readonly hasReported: boolean;
  /** Titles and percentages of what runs: "Indexing 40 %". */
  describe(): readonly string[];
  /** Resolves as soon as no report runs; rejects with the signal's reason. */
  whenIdle(signal: AbortSignal): Promise<void>;
  /** Its work on one file, for servers that tell of it. */
  ofFile(path: string): FileWork | undefined;
}
