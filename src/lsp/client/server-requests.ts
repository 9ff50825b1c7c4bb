import type {
  ApplyWorkspaceEditParams,
  ApplyWorkspaceEditResult,
  ConfigurationParams,
  PublishDiagnosticsParams,
  RegistrationParams,
  UnregistrationParams,
  WorkspaceFolder,
} from "vscode-languageserver-protocol";
import { isFileUri, uriToPath } from "../../workspace/uri.ts";
import type { JsonValue } from "../definition.ts";
import type { RequestOptions } from "../language-servers.ts";
import type { PublishedInbox } from "./diagnostics-inbox.ts";
import type { ProgressParams, ProgressReports } from "./progress-reports.ts";
import type { Registrations } from "./registrations.ts";
import { type ConnectionHandlers, methodNotFound } from "./server-connection.ts";
import type { ServerMessages } from "./server-messages.ts";
import { settingsSection } from "./settings-tree.ts";

/** The state of one client that a server's messages read and change. */
export interface ServerSide {
  readonly settings: JsonValue;
  readonly folders: readonly WorkspaceFolder[];
  readonly inbox: PublishedInbox;
  readonly progress: ProgressReports;
  readonly registrations: Registrations;
  /** The request of ours that takes edits, while there is one. */
  readonly editTaker: () => RequestOptions["applyEdit"];
  /** Pulled diagnostics are out of date. */
  readonly onRefresh: () => void;
  readonly messages: ServerMessages;
}

/** How we answer what a server asks or tells on its own. */
export function serverHandlers(side: ServerSide): ConnectionHandlers {
  return {
    request: (method, params) => {
      const answer = REQUESTS[method];
      if (answer === undefined) throw methodNotFound(method);
      return answer(params, side);
    },
    notification: (method, params) => {
      NOTIFICATIONS[method]?.(params, side);
    },
  };
}

const REQUESTS: Readonly<Record<string, (params: unknown, side: ServerSide) => unknown>> = {
  "workspace/configuration": (params, { settings }) =>
    (params as ConfigurationParams).items.map(({ section }) => settingsSection(settings, section)),
  "workspace/workspaceFolders": (_, { folders }) => folders,
  "workspace/applyEdit": applyEdit,
  "client/registerCapability": (params, { registrations }) => {
    registrations.add((params as RegistrationParams).registrations);
    return null;
  },
  "client/unregisterCapability": (params, { registrations }) => {
    // The misspelling is the protocol's own.
    registrations.remove((params as UnregistrationParams).unregisterations);
    return null;
  },
  "window/workDoneProgress/create": () => null,
  // Nobody is there to choose, and any choice would be an action that nobody asked for.
  "window/showMessageRequest": () => null,
  "window/showDocument": () => ({ success: false }),
  "workspace/diagnostic/refresh": (_, { onRefresh }) => {
    onRefresh();
    return null;
  },
  "workspace/semanticTokens/refresh": () => null,
  "workspace/inlayHint/refresh": () => null,
  "workspace/inlineValue/refresh": () => null,
  "workspace/codeLens/refresh": () => null,
  "workspace/foldingRange/refresh": () => null,
};

const NOTIFICATIONS: Readonly<Record<string, (params: unknown, side: ServerSide) => void>> = {
  "textDocument/publishDiagnostics": (params, { inbox }) => inbox.receive(params as PublishDiagnosticsParams),
  "window/showMessage": (params, { messages }) => messages.shown(params),
  "window/logMessage": (params, { messages }) => messages.logged(params),
  "$/progress": (params, { progress }) => progress.receive(params as ProgressParams),
  // rust-analyzer says so instead of a report while it loads.
  "experimental/serverStatus": (params, { progress, messages }) => {
    messages.health(params);
    const { quiescent } = params as { readonly quiescent?: boolean };
    const value = quiescent === false ? { kind: "begin", title: "loading the workspace" } : { kind: "end" };
    progress.receive({ token: "experimental/serverStatus", value });
  },
  "textDocument/clangd.fileStatus": (params, { progress }) => {
    const { uri, state } = (params ?? {}) as { readonly uri?: unknown; readonly state?: unknown };
    if (typeof uri === "string" && isFileUri(uri)) progress.receiveFile(uriToPath(uri), state !== "idle");
  },
};

async function applyEdit(params: unknown, { editTaker }: ServerSide): Promise<ApplyWorkspaceEditResult> {
  const take = editTaker();
  if (take === undefined) return { applied: false, failureReason: "this client changes no files on a server's word" };
  const { applied, failureReason } = await take((params as ApplyWorkspaceEditParams).edit);
  return failureReason === undefined ? { applied } : { applied, failureReason };
}
