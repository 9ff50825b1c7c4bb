import type { ServerCapabilities, TextDocumentSyncOptions } from "vscode-languageserver-protocol";

/** What a server wants to be told of documents. */
export interface SyncRules {
  readonly sendsOpen: boolean;
  readonly change: "none" | "full" | "incremental";
  readonly save: "none" | "plain" | "with text";
}

const CHANGES = ["none", "full", "incremental"] as const;

/**
 * From the static capability, which is a number or an object. Without one a server is told all in full,
 * because some that say nothing register it later or just expect it.
 */
export function syncRules({ textDocumentSync }: ServerCapabilities): SyncRules {
  if (textDocumentSync === undefined || textDocumentSync === null) {
    return { sendsOpen: true, change: "full", save: "plain" };
  }
  if (typeof textDocumentSync === "number") {
    const change = CHANGES[textDocumentSync] ?? "full";
    return { sendsOpen: change !== "none", change, save: change === "none" ? "none" : "plain" };
  }
  const { openClose = false, change = 0 } = textDocumentSync;
  return { sendsOpen: openClose, change: CHANGES[change] ?? "full", save: saveRule(textDocumentSync) };
}

function saveRule({ save }: TextDocumentSyncOptions): SyncRules["save"] {
  if (save === undefined || save === null || save === false) return "none";
  return save !== true && save.includeText === true ? "with text" : "plain";
}
