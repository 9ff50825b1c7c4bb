import type { Json } from "../../../base/json.ts";
import type { Outcome } from "../../../lsp/operations/outcome.ts";
import {
  columnFacts,
  emptyOr,
  notAskedAnswer,
  type OperationAnswer,
  type Pointed,
  pointed,
  type RunOperation,
} from "./operation.ts";

export const hover: RunOperation = async (call) => {
  const at = await pointed(call);
  const operation = await import("../../../lsp/operations/hover.ts");
  const outcome = await operation.hover(at.query, at.asking);
  return told(outcome, at, (contents) => ({ contents }), "the server has nothing to say about the place");
};

export const signatureHelp: RunOperation = async (call) => {
  const at = await pointed(call);
  const operation = await import("../../../lsp/operations/hover.ts");
  const outcome = await operation.signatures(at.query, at.asking);
  const toJson = (value: readonly { label: string; documentation: string; isActive: boolean }[]): Json =>
    value.map(({ label, documentation, isActive }) => ({ label, documentation, isActive }));
  return told(outcome, at, toJson, "position-sensitive or no signature: point at an argument of a call");
};

function told<T extends { readonly length: number }>(
  outcome: Outcome<T>,
  at: Pointed,
  toJson: (value: T) => Json,
  emptyReason: string,
): OperationAnswer {
  if (!outcome.isAsked) return notAskedAnswer(outcome, at.file.shown);
  const { value, coverage, server } = outcome;
  const isEmpty = value.length === 0;
  const { notes = [], metadata = {} } = columnFacts(at.resolution());
  const resultCount = isEmpty ? 0 : typeof value === "string" ? 1 : value.length;
  const found = {
    filePath: at.file.shown,
    resultCount,
    ...(isEmpty ? { hints: [emptyReason], emptyReason } : { result: toJson(value) }),
    notes,
    metadata: { ...metadata, server },
  };
  return { coverage, found: emptyOr(found, coverage) };
}
