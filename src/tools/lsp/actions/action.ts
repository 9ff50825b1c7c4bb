import type { JsonObject } from "../../../base/json.ts";
import type { Asking } from "../../../lsp/operations/asking.ts";
import type { ToolContext } from "../../core/context.ts";
import type { Answer } from "../../core/declaration.ts";
import type { LspInput } from "../lsp-input.ts";

export interface ActionCall {
  readonly input: LspInput;
  readonly context: ToolContext;
  readonly signal: AbortSignal;
  readonly asking: (path: string | undefined) => Promise<Asking>;
}

/** One action of the tool: what it finds out and how that reads. */
export interface ActionRow<Facts> {
  readonly run: (call: ActionCall) => Promise<Answer<Facts>>;
  readonly format: (answer: Answer<Facts>, input: LspInput) => string;
  readonly details: (answer: Answer<Facts>) => JsonObject;
}

/** An action with its facts' type erased. */
export type Action = ActionRow<unknown>;

/** Checks the types of an action and erases them. */
export function defineAction<Facts>(row: ActionRow<Facts>): Action {
  return row as Action;
}
