import type { ClientCapabilities, PositionEncodingKind } from "vscode-languageserver-protocol";
import type { ServerQuirks } from "../definition.ts";
import { offeredEncodings } from "../position-encoding.ts";

const MARKUP = ["markdown", "plaintext"] as const;
/** All kinds of symbols of the protocol. */
const SYMBOL_KINDS = Array.from({ length: 26 }, (_, at) => at + 1);

/** What we tell a server that we can do. */
export function clientCapabilities(quirks: ServerQuirks = {}): ClientCapabilities {
  return {
    general: {
      positionEncodings: offeredEncodings as PositionEncodingKind[],
      markdown: { parser: "reticle" },
      staleRequestSupport: { cancel: true, retryOnContentModified: ["textDocument/diagnostic"] },
    },
    workspace: workspaceCapabilities(),
    textDocument: {
      ...documentCapabilities(),
      ...(quirks.pushOnly === true ? {} : { diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true } }),
    },
    window: {
      workDoneProgress: true,
      showMessage: { messageActionItem: { additionalPropertiesSupport: false } },
      showDocument: { support: false },
    },
    experimental: { serverStatusNotification: true },
  };
}

function workspaceCapabilities(): NonNullable<ClientCapabilities["workspace"]> {
  return {
    applyEdit: true,
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      failureHandling: "abort",
      changeAnnotationSupport: { groupsOnLabel: false },
    },
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    workspaceFolders: true,
    symbol: { symbolKind: { valueSet: SYMBOL_KINDS as never }, resolveSupport: { properties: ["location.range"] } },
    executeCommand: {},
    fileOperations: { willRename: true, didRename: true, didCreate: true, didDelete: true },
    diagnostics: { refreshSupport: true },
  };
}

function documentCapabilities(): NonNullable<ClientCapabilities["textDocument"]> {
  const link = { dynamicRegistration: true, linkSupport: true };
  const dynamic = { dynamicRegistration: true };
  return {
    synchronization: { dynamicRegistration: true, didSave: true },
    publishDiagnostics: {
      relatedInformation: true,
      versionSupport: true,
      codeDescriptionSupport: true,
      dataSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
    hover: { ...dynamic, contentFormat: [...MARKUP] },
    signatureHelp: {
      ...dynamic,
      signatureInformation: {
        documentationFormat: [...MARKUP],
        parameterInformation: { labelOffsetSupport: true },
        activeParameterSupport: true,
      },
    },
    declaration: link,
    definition: link,
    typeDefinition: link,
    implementation: link,
    references: dynamic,
    documentHighlight: dynamic,
    documentSymbol: {
      ...dynamic,
      hierarchicalDocumentSymbolSupport: true,
      symbolKind: { valueSet: SYMBOL_KINDS as never },
    },
    codeAction: {
      ...dynamic,
      isPreferredSupport: true,
      disabledSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ["edit", "command"] },
      codeActionLiteralSupport: {
        codeActionKind: { valueSet: ["", "quickfix", "refactor", "source", "source.organizeImports", "source.fixAll"] },
      },
    },
    rename: { ...dynamic, prepareSupport: true, honorsChangeAnnotations: false },
    callHierarchy: dynamic,
    typeHierarchy: dynamic,
  };
}
