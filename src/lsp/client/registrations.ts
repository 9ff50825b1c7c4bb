import type {
  DidChangeWatchedFilesRegistrationOptions,
  DocumentFilter,
  Registration,
  ServerCapabilities,
  Unregistration,
} from "vscode-languageserver-protocol";
import { isFileUri, uriToPath } from "../../workspace/uri.ts";
import { compileGlob } from "./glob.ts";

/** Where in the static capabilities a method stands. */
const STATIC: Readonly<Record<string, keyof ServerCapabilities>> = {
  "textDocument/hover": "hoverProvider",
  "textDocument/signatureHelp": "signatureHelpProvider",
  "textDocument/declaration": "declarationProvider",
  "textDocument/definition": "definitionProvider",
  "textDocument/typeDefinition": "typeDefinitionProvider",
  "textDocument/implementation": "implementationProvider",
  "textDocument/references": "referencesProvider",
  "textDocument/documentHighlight": "documentHighlightProvider",
  "textDocument/documentSymbol": "documentSymbolProvider",
  "textDocument/codeAction": "codeActionProvider",
  "textDocument/codeLens": "codeLensProvider",
  "textDocument/completion": "completionProvider",
  "textDocument/formatting": "documentFormattingProvider",
  "textDocument/rangeFormatting": "documentRangeFormattingProvider",
  "textDocument/rename": "renameProvider",
  "textDocument/prepareRename": "renameProvider",
  "textDocument/foldingRange": "foldingRangeProvider",
  "textDocument/selectionRange": "selectionRangeProvider",
  "textDocument/prepareCallHierarchy": "callHierarchyProvider",
  "textDocument/prepareTypeHierarchy": "typeHierarchyProvider",
  "textDocument/inlayHint": "inlayHintProvider",
  "textDocument/diagnostic": "diagnosticProvider",
  "workspace/symbol": "workspaceSymbolProvider",
  "workspace/executeCommand": "executeCommandProvider",
};

/** What a capability must say inside for a method that shares it with another. */
const NEEDS_OPTION: Readonly<Record<string, string>> = {
  "textDocument/prepareRename": "prepareProvider",
  "workspace/diagnostic": "workspaceDiagnostics",
};

interface Entry {
  readonly method: string;
  readonly options: unknown;
}

export interface DocumentFacts {
  readonly path: string;
  readonly languageId: string;
}

/** What a server can do: what it said at the start and what it registered or took back since. */
export class Registrations {
  readonly #dynamic = new Map<string, Entry>();
  #capabilities: ServerCapabilities = {};

  /** The answer to `initialize`; a server may register before it. */
  setStatic(capabilities: ServerCapabilities): void {
    this.#capabilities = capabilities;
  }

  add(registrations: readonly Registration[]): void {
    for (const { id, method, registerOptions } of registrations) {
      this.#dynamic.set(id, { method, options: registerOptions });
    }
  }

  remove(unregistrations: readonly Unregistration[]): void {
    for (const { id } of unregistrations) this.#dynamic.delete(id);
  }

  supports(method: string, document?: DocumentFacts): boolean {
    return this.options(method, document) !== undefined;
  }

  /** The options of the capability or of the registration that fits; `{}` where it has none, undefined when there is none. */
  options(method: string, document?: DocumentFacts): unknown {
    const fixed = this.#staticOptions(method);
    if (fixed !== undefined) return fixed;
    for (const entry of this.#dynamic.values()) {
      if (entry.method === carrierOf(method) && fits(entry.options, document) && hasNeeded(method, entry.options)) {
        return entry.options ?? {};
      }
    }
    return undefined;
  }

  /** What the server wants to hear of files that change. */
  watchers(): readonly DidChangeWatchedFilesRegistrationOptions["watchers"][number][] {
    return [...this.#dynamic.values()].flatMap(({ method, options }) =>
      method === "workspace/didChangeWatchedFiles"
        ? ((options as Partial<DidChangeWatchedFilesRegistrationOptions> | undefined)?.watchers ?? [])
        : [],
    );
  }

  #staticOptions(method: string): unknown {
    if (method === "workspace/diagnostic") return workspaceDiagnostics(this.#capabilities);
    const key = STATIC[method];
    if (key === undefined) return fileOperation(this.#capabilities, method);
    const value = this.#capabilities[key];
    if (value === undefined || value === null || value === false || !hasNeeded(method, value)) return undefined;
    return value === true ? {} : value;
  }
}

/** The method under which a shared capability is registered. */
function carrierOf(method: string): string {
  if (method === "textDocument/prepareRename") return "textDocument/rename";
  return method === "workspace/diagnostic" ? "textDocument/diagnostic" : method;
}

function hasNeeded(method: string, options: unknown): boolean {
  const needed = NEEDS_OPTION[method];
  return needed === undefined || (options as Record<string, unknown> | undefined | null)?.[needed] === true;
}

function workspaceDiagnostics({ diagnosticProvider }: ServerCapabilities): unknown {
  return diagnosticProvider?.workspaceDiagnostics === true ? diagnosticProvider : undefined;
}

/** workspace/willRenameFiles and its kin. */
function fileOperation({ workspace }: ServerCapabilities, method: string): unknown {
  const name = /^workspace\/((?:will|did)(?:Create|Rename|Delete))Files$/.exec(method)?.[1];
  return name === undefined ? undefined : (workspace?.fileOperations as Record<string, unknown> | undefined)?.[name];
}

function fits(options: unknown, document: DocumentFacts | undefined): boolean {
  const selector = (options as { documentSelector?: readonly (DocumentFilter | string)[] | null } | undefined)
    ?.documentSelector;
  if (selector === undefined || selector === null || document === undefined) return true;
  return selector.some((filter) => fitsFilter(filter, document));
}

function fitsFilter(filter: DocumentFilter | string, { path, languageId }: DocumentFacts): boolean {
  if (typeof filter === "string") return filter === languageId;
  if ("notebook" in filter) return false;
  const { language, scheme, pattern } = filter;
  if (language !== undefined && language !== "*" && language !== languageId) return false;
  if (scheme !== undefined && scheme !== "*" && scheme !== "file") return false;
  return pattern === undefined || globOf(pattern).test(path);
}

type Pattern = string | { readonly baseUri: string | { readonly uri: string }; readonly pattern: string };

/** A pattern, relative to a folder or not, for absolute paths; one that makes no sense matches nothing. */
export function globOf(pattern: Pattern): RegExp {
  if (typeof pattern === "string") {
    return compileGlob(pattern.startsWith("/") || pattern.startsWith("**") ? pattern : `**/${pattern}`);
  }
  const base = typeof pattern.baseUri === "string" ? pattern.baseUri : pattern.baseUri.uri;
  if (!isFileUri(base)) return compileGlob("");
  const folder = uriToPath(base).replaceAll("\\", "/").replace(/\/$/, "");
  const literal = folder.replaceAll(/[*?{}[\]]/g, "[$&]");
  return compileGlob(`${literal}/${pattern.pattern}`);
}
