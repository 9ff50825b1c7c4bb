import type { ServerCapabilities, TextDocumentSyncOptions } from "vscode-languageserver-protocol";
import type { DocumentFacts, Registrations } from "../registrations.ts";

/** What a server wants to be told of a document. */
export interface SyncRules {
  readonly sendsOpen: boolean;
  readonly change: "none" | "full" | "incremental";
  readonly save: "none" | "plain" | "with text";
}

const CHANGES = ["none", "full", "incremental"] as const;

/** The static capability, and what the server has registered for the document since. */
export function syncRules(
  capabilities: ServerCapabilities,
  registrations: Registrations,
  document: DocumentFacts,
): SyncRules {
  const fixed = staticRules(capabilities);
  const opens = registrations.options("textDocument/didOpen", document);
  const changes = registrations.options("textDocument/didChange", document) as
    | { readonly syncKind?: number }
    | undefined;
  const saves = registrations.options("textDocument/didSave", document) as SaveOptions | undefined;
  return {
    sendsOpen: fixed.sendsOpen || opens !== undefined,
    change: fixed.change === "none" && changes !== undefined ? kindOf(changes.syncKind ?? 1) : fixed.change,
    save: fixed.save === "none" ? saveRule(saves) : fixed.save,
  };
}

/**
 * From a number or an object. Without either a server is told all in full, because some that say
 * nothing just expect it.
 */
function staticRules({ textDocumentSync }: ServerCapabilities): SyncRules {
  if (textDocumentSync === undefined || textDocumentSync === null) {
    return { sendsOpen: true, change: "full", save: "plain" };
  }
  if (typeof textDocumentSync === "number") {
    const change = kindOf(textDocumentSync);
    return { sendsOpen: change !== "none", change, save: change === "none" ? "none" : "plain" };
  }
  const { openClose = false, change = 0, save } = textDocumentSync;
  return { sendsOpen: openClose, change: kindOf(change), save: saveRule(save) };
}

function kindOf(number: number): SyncRules["change"] {
  return CHANGES[number] ?? "full";
}

type SaveOptions = NonNullable<TextDocumentSyncOptions["save"]>;

function saveRule(save: SaveOptions | null | undefined): SyncRules["save"] {
  if (save === undefined || save === null || save === false) return "none";
  return save !== true && save.includeText === true ? "with text" : "plain";
}
