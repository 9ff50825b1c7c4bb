import type { JsonObject } from "../../../base/json.ts";
import type { EditPlan, PlannedFile } from "../../../lsp/workspace-edit/edit-plan.ts";
import { type CommitCall, commitTexts } from "../../edit/commit-texts.ts";
import type { Found } from "./envelope.ts";
import { columnFacts, emptyOr, fileOf, needed, notAskedAnswer, pointed, type RunOperation } from "./operation.ts";

const MAX_FILES = 50;
const MAX_EDITS = 20;

export const rename: RunOperation = async (call) => {
  const { newName, apply } = call.input;
  if (newName === undefined) throw needed("newName", call.input, "the name it shall have");
  const at = await pointed(call);
  const { planRename } = await import("../../../lsp/rename/rename.ts");
  const argument = call.context.argumentName("newName");
  const planned = await planRename({ ...at.query, newName, argument }, at.asking);
  if (!planned.isAsked) return notAskedAnswer(planned, at.file.shown);
  const { plan, coverage, server } = planned;
  const { report, ...undo } = apply ? await commitPlan(plan, call) : nothingDone;
  const { notes = [], metadata = {} } = columnFacts(at.resolution());
  const found = {
    ...planFound(plan, apply),
    filePath: at.file.shown,
    notes,
    metadata: { ...metadata, server, ...undo },
  };
  return { coverage, found: emptyOr(found, coverage), report };
};

export const renameFile: RunOperation = async (call) => {
  const { newFilePath, apply } = call.input;
  if (newFilePath === undefined) throw needed("newFilePath", call.input, "where the file shall be");
  const file = await fileOf(call);
  const asking = await call.asking(file.absolute);
  const { planRenameFile } = await import("../../../lsp/rename/rename-file.ts");
  const planned = await planRenameFile(
    { file, newFilePath, argument: call.context.argumentName("newFilePath") },
    asking,
  );
  const { plan, coverage, server, newPath, tell, notes } = planned;
  const { report, ...undo } = apply ? await commitPlan(plan, { ...call, afterCommit: tell }) : nothingDone;
  const found = {
    status: "success" as const,
    ...planFound(plan, apply),
    filePath: file.shown,
    notes,
    metadata: { server, newFilePath: newPath, ...undo },
  };
  return { coverage, found, report };
};

const nothingDone = { report: [] } as const;

/** Makes the changes of a plan; what it resolves with names the id to take them back by, and what they broke. */
async function commitPlan(
  { files }: EditPlan,
  call: CommitCall,
): Promise<{ readonly undoId?: string; readonly report: readonly string[] }> {
  const { undoId, report } = await commitTexts("lsp_navigation", files, call);
  return { report, ...(undoId === undefined ? {} : { undoId }) };
}

export function planFound({ files, editCount }: EditPlan, applied: boolean): Omit<Found, "status"> {
  const shown = files.slice(0, MAX_FILES);
  const inFiles = `${editCount} ${editCount === 1 ? "edit" : "edits"} in ${files.length} ${files.length === 1 ? "file" : "files"}`;
  return {
    resultCount: files.length,
    result: {
      applied: applied && files.length > 0,
      summary: files.length > shown.length ? `${inFiles}, the first ${shown.length} shown` : inFiles,
      edit: shown.map(fileJson),
    },
    ...(files.length === 0 ? { emptyReason: "the server has nothing to change" } : {}),
  };
}

function fileJson({ shown, edits, before, after }: PlannedFile): JsonObject {
  const what = after === undefined ? "removed" : before === undefined ? "created" : "changed";
  return {
    path: shown,
    ...(what === "changed" ? {} : { what }),
    editCount: edits.length,
    edits: edits
      .slice(0, MAX_EDITS)
      .map(({ line, column, oldText, newText }) => ({ line, character: column, oldText, newText })),
  };
}
