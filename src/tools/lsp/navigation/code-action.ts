import type { JsonObject } from "../../../base/json.ts";
import type { ActionsOptions, OfferedAction } from "../../../lsp/operations/code-actions.ts";
import { toServerPosition } from "../../../lsp/position-encoding.ts";
import { linesOf } from "../../../lsp/symbol-position.ts";
import { columnFacts, emptyOr, notAskedAnswer, pointed, type RunOperation } from "./operation.ts";

const MAX_ACTIONS = 60;

export const codeAction: RunOperation = async (call) => {
  const { endLine, endCharacter } = call.input;
  const at = await pointed(call);
  const { codeActions } = await import("../../../lsp/operations/code-actions.ts");
  const hasEnd = endLine !== undefined || endCharacter !== undefined;
  const rangeOf: ActionsOptions["rangeOf"] = ({ encoding }, text) => {
    const { line, start } = at.query.locate(text);
    const lines = linesOf(text);
    const last = Math.max(line, endLine ?? line);
    const endAt = endCharacter === undefined ? (lines[last - 1] ?? "").length : endCharacter - 1;
    return {
      start: toServerPosition(lines, { line: line - 1, character: start }, encoding),
      end: toServerPosition(lines, { line: last - 1, character: endAt }, encoding),
    };
  };
  const outcome = await codeActions(at.query, at.asking, hasEnd ? { rangeOf } : {});
  if (!outcome.isAsked) return notAskedAnswer(outcome, at.file.shown);
  const { actions, problems } = outcome.value;
  const codeActionKinds = countKinds(actions);
  const { notes = [], metadata = {} } = columnFacts(at.resolution());
  const isOnlyRefactors = actions.length > 0 && codeActionKinds.refactor === actions.length;
  const found = {
    filePath: at.file.shown,
    resultCount: actions.length,
    result: actions.slice(0, MAX_ACTIONS).map(actionJson),
    ...(problems.length === 0 ? {} : { diagnostics: problems.map(({ message, server }) => ({ message, server })) }),
    notes: [...notes, ...(isOnlyRefactors ? ["only refactorings are offered; nothing here is reported as wrong"] : [])],
    metadata: { ...metadata, codeActionKinds, server: outcome.server },
    emptyReason: "nothing is offered at the place",
  };
  return { coverage: outcome.coverage, found: emptyOr(found, outcome.coverage) };
};

function countKinds(actions: readonly OfferedAction[]): { quickfix: number; refactor: number; other: number } {
  const quickfix = actions.filter(({ kind }) => kind.startsWith("quickfix")).length;
  const refactor = actions.filter(({ kind }) => kind.startsWith("refactor")).length;
  return { quickfix, refactor, other: actions.length - quickfix - refactor };
}

function actionJson({ title, kind, isPreferred, disabled, repairs, server }: OfferedAction): JsonObject {
  return {
    title,
    ...(kind === "" ? {} : { kind }),
    ...(isPreferred ? { isPreferred } : {}),
    ...(disabled === undefined ? {} : { disabled }),
    ...(repairs.length === 0 ? {} : { repairs: [...repairs] }),
    server,
  };
}
