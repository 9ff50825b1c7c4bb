import { complete } from "../../../base/coverage.ts";
import type { LanguageServer } from "../../../lsp/language-servers.ts";
import type { JsonObject } from "../../../base/json.ts";
import { commandsOf } from "../../../lsp/operations/take-action.ts";
import type { Operation } from "./input.ts";
import type { RunOperation } from "./operation.ts";
import { serversOf } from "./servers-of.ts";

const MAX_COMMANDS = 20;

/** What each operation needs of a server; those that need nothing are not listed. */
const METHODS: Partial<Record<Operation, string>> = {
  definition: "textDocument/definition",
  typeDefinition: "textDocument/typeDefinition",
  declaration: "textDocument/declaration",
  implementation: "textDocument/implementation",
  references: "textDocument/references",
  hover: "textDocument/hover",
  signatureHelp: "textDocument/signatureHelp",
  documentSymbol: "textDocument/documentSymbol",
  findSymbol: "textDocument/documentSymbol",
  workspaceSymbol: "workspace/symbol",
  codeAction: "textDocument/codeAction",
  rename: "textDocument/rename",
  rename_file: "workspace/willRenameFiles",
  prepareCallHierarchy: "textDocument/prepareCallHierarchy",
  incomingCalls: "textDocument/prepareCallHierarchy",
  outgoingCalls: "textDocument/prepareCallHierarchy",
  executeCommand: "workspace/executeCommand",
};

export const capabilities: RunOperation = async (call) => {
  const { servers, missing } = await serversOf(call);
  if (servers.length === 0) return missing;
  const result = servers.map(serverJson);
  return { coverage: complete, found: { status: "success", resultCount: servers.length, result } };
};

function serverJson(server: LanguageServer): JsonObject {
  const commands = commandsOf(server);
  return {
    id: server.id,
    name: server.name,
    role: server.definition.role,
    operations: Object.fromEntries(Object.entries(METHODS).map(([name, method]) => [name, server.supports(method)])),
    commandCount: commands.length,
    commands: commands.slice(0, MAX_COMMANDS),
  };
}
