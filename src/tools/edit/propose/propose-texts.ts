import type { JsonObject } from "../../../base/json.ts";
import type { TextChange } from "../../../workspace/changes/change-set.ts";
import type { ToolContext } from "../../core/context.ts";
import { predictTexts } from "./predict-texts.ts";

/** A change that waits for `resolve`, and what it would break. */
export interface Proposal {
  /** Undefined: there was nothing to stage. */
  readonly editId: string | undefined;
  /** Lines on what it would break; the report of the tool's answer. */
  readonly report: readonly string[];
  readonly details: JsonObject;
}

export interface Proposing {
  /** The tool. */
  readonly label: string;
  readonly files: readonly TextChange[];
  /** "4 edits in 3 files". */
  readonly summary: string;
}

/** Stages the texts for `resolve` and says which diagnostics they would introduce; nothing is written. */
export async function proposeTexts(
  { label, files, summary }: Proposing,
  call: { readonly context: ToolContext; readonly signal: AbortSignal },
): Promise<Proposal> {
  const editId = await call.context.staged.stage({ label, files, summary: () => summary });
  if (editId === undefined) return { editId, report: [], details: {} };
  try {
    const { report, details } = await predictTexts(files, call);
    return { editId, report, details: { editId, ...details } };
  } catch (error) {
    // Nobody is told its id.
    await call.context.staged.discard(editId);
    throw error;
  }
}

/** The first line of a proposal's text. */
export function proposedLine(what: string, editId: string): string {
  return `(proposed) ${what}. Nothing is written yet: call resolve with edit_id "${editId}" and action accept or discard.`;
}

/** The parameter that every tool with predictions has. */
export const checkParameter = {
  type: "boolean",
  default: false,
  description: "Only propose it, and say which diagnostics it would introduce.",
} as const;
