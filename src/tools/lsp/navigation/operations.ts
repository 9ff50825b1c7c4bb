import { callsOperation, prepareCallHierarchy } from "./calls.ts";
import { capabilities } from "./capabilities.ts";
import { codeAction } from "./code-action.ts";
import { workspaceDiagnostics } from "./diagnostics.ts";
import { executeCommand } from "./execute-command.ts";
import type { Operation } from "./input.ts";
import type { RunOperation } from "./operation.ts";
import { placeOperation, references } from "./places.ts";
import { rename, renameFile } from "./renames.ts";
import { documentSymbol, findSymbol, workspaceSymbol } from "./symbols.ts";
import { hover, signatureHelp } from "./texts.ts";

export const runOperation: Readonly<Record<Operation, RunOperation>> = {
  definition: placeOperation("definition"),
  typeDefinition: placeOperation("typeDefinition"),
  declaration: placeOperation("declaration"),
  implementation: placeOperation("implementation"),
  references,
  hover,
  signatureHelp,
  documentSymbol,
  findSymbol,
  workspaceSymbol,
  codeAction,
  rename,
  rename_file: renameFile,
  prepareCallHierarchy,
  incomingCalls: callsOperation("incomingCalls"),
  outgoingCalls: callsOperation("outgoingCalls"),
  executeCommand,
  workspaceDiagnostics,
  capabilities,
};
