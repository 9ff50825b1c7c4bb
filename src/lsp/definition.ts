import type { RootPolicy } from "../workspace/probe/find-root.ts";

/** One language server as data: what it serves, where its roots are, how it starts, what it must be told. */
export interface ServerDefinition {
  readonly id: string;
  readonly title: string;
  /** Extension with its dot, or a whole file name, → the `languageId` of didOpen: `.ts` → "typescript", `Dockerfile` → "dockerfile". */
  readonly languageIds: Readonly<Record<string, string>>;
  /** A primary answers navigation; linters answer diagnostics and code actions beside it. */
  readonly role: "primary" | "linter";
  /** Among the primaries of one file the startable one with the highest number serves it. */
  readonly priority: number;
  /** Names, or globs within one folder (`*.csproj`), that mark a root. */
  readonly rootMarkers: readonly string[];
  readonly rootPolicy: RootPolicy;
  /** Whether a marker must be there; without one the workspace root serves when it need not. */
  readonly needsMarker: boolean;
  /** Tried in order. */
  readonly commands: readonly ServerCommand[];
  /** The command that brings the server, shown to people; never run by a tool call. */
  readonly install: string;
  readonly initializationOptions?: JsonValue | ((facts: RootFacts) => JsonValue);
  /** By section, for workspace/configuration and workspace/didChangeConfiguration. */
  readonly settings?: Readonly<Record<string, JsonValue>>;
  readonly quirks?: ServerQuirks;
  /** Whether diagnostics follow the text of open documents, or what is on the disk. */
  readonly prediction: "native" | "disk" | NativeInPart;
}

/** Diagnostics follow the text of open documents, but for those of a program that reads the disk. */
export interface NativeInPart {
  /** That program. */
  readonly program: string;
  /** The `source` of its diagnostics. */
  readonly sources: readonly string[];
}

/** Anything JSON can say; readonly, so that definitions are data. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface ServerCommand {
  /** Name of the executable; for "bundled", what the package calls it. */
  readonly binary: string;
  readonly args: readonly string[];
  /** "project" (the checkout's own folders of programs) needs a trusted workspace; "bundled" comes with us. */
  readonly from: "path" | "project" | "bundled";
  /** For "bundled": the package that holds it. For "project": a package that must be installed there as well. */
  readonly package?: string;
  /** Whether `clangd-22` will do for `clangd`; the highest number wins. */
  readonly versionedSuffix?: boolean;
  /** Added to the server's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a definition may look at to make its initialization options. */
export interface RootFacts {
  /** Absolute root of the server. */
  readonly root: string;
  readonly workspaceRoot: string;
  /** Absolute path of the executable that will be started. */
  readonly executable: string;
  readonly isTrusted: boolean;
}

/** What a server does differently from the protocol, each documented where it is set. */
export interface ServerQuirks {
  /** Never send it a document with another extension: it dies of one. With dots. */
  readonly onlyExtensions?: readonly string[];
  /** It dies of didChange or didClose for a document that is not open. */
  readonly neverChangeUnopened?: boolean;
  /** Rename answers only for open documents. */
  readonly mustOpenForRename?: boolean;
  /** References of CommonJS exports are incomplete. */
  readonly commonJsReferencesPartial?: boolean;
  /** Publishes nothing for a file without problems. */
  readonly silentOnClean?: boolean;
  /** Answers are incomplete until its progress reports have ended. */
  readonly needsProjectLoaded?: boolean;
  /** Its first, empty publish says nothing: it comes before the analysis. */
  readonly firstPublishEmpty?: boolean;
  /** In its first moments an empty answer to a pull says nothing: it may come before it has read its settings. */
  readonly firstPullEmpty?: boolean;
  /**
   * It tells of its work on each file. For one version it may publish twice: with the includes as they were, and
   * when it has read them anew. For one in which nothing is different it publishes nothing.
   */
  readonly silentWhenSame?: boolean;
  /** Imports of an open document lead to open documents that are not on the disk. */
  readonly seesUnsavedFiles?: boolean;
  /** Rename does not check names and positions; we must. */
  readonly renameUnchecked?: boolean;
  /** It works through a daemon in the user's cache folder, one for all clients: it gets a cache folder of its own. */
  readonly sharesDaemon?: boolean;
  /** Do not advertise pull diagnostics to it. */
  readonly pushOnly?: boolean;
  /** References and rename see open documents and their projects only where no project file is. */
  readonly needsProjectFile?: boolean;
}
