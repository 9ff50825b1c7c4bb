import type { Action } from "./action.ts";
import { codeActionsAction } from "./code-actions.ts";
import { diagnosticsAction } from "./diagnostics.ts";
import { hierarchyAction } from "./hierarchy.ts";
import { hoverAction, signatureAction } from "./hover.ts";
import type { LspAction } from "../lsp-input.ts";
import { navigationAction } from "./navigation.ts";
import { referencesAction } from "./references.ts";
import { reloadAction, statusAction } from "./status.ts";
import { symbolsAction } from "./symbols.ts";

export const actions: Readonly<Record<LspAction, Action>> = {
  definition: navigationAction("definition", "definition"),
  type_definition: navigationAction("typeDefinition", "type definition"),
  implementation: navigationAction("implementation", "implementation"),
  references: referencesAction,
  hover: hoverAction,
  signature: signatureAction,
  symbols: symbolsAction,
  incoming_calls: hierarchyAction("incomingCalls"),
  outgoing_calls: hierarchyAction("outgoingCalls"),
  supertypes: hierarchyAction("supertypes"),
  subtypes: hierarchyAction("subtypes"),
  code_actions: codeActionsAction,
  diagnostics: diagnosticsAction,
  status: statusAction,
  reload: reloadAction,
};
