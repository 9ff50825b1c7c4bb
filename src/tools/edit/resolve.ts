import { complete } from "../../base/coverage.ts";
import { isReticleError, ReticleError } from "../../base/errors.ts";
import type { ToolContext } from "../core/context.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import type { StagedEdit } from "../core/staged-edits.ts";
import { commitReported, type ReportedCommit } from "./commit-texts.ts";
import { undoLine } from "./undo-line.ts";

const MAX_FILES = 100;

interface Discarded {
  readonly kind: "discarded";
  readonly what: string;
}
interface Accepted {
  readonly kind: "accepted";
  readonly what: string;
  /** "a.ts  changed" */
  readonly files: readonly string[];
  readonly undoId: string | undefined;
}

export const resolve = defineTool({
  name: "resolve",
  title: "Accept or discard a proposed change",
  tier: "write",
  description:
    "Writes a proposed change by its edit_id, all files or none and only when no file has changed since, or discards it.",
  example: { edit_id: "edit_1", action: "accept" },
  input: {
    type: "object",
    properties: {
      edit_id: { type: "string", minLength: 1 },
      action: { type: "string", enum: ["accept", "discard"] },
    },
    required: ["edit_id", "action"],
  },
  needs: ["workspace", "parser"],
  parallel: false,
  run: async ({ edit_id: id, action }, context, signal): Promise<Answer<Accepted | Discarded>> => {
    const edit = context.staged.find(id);
    const what = `${edit.label}: ${edit.summary}`;
    if (action === "discard") {
      await context.staged.discard(id);
      return { coverage: complete, facts: { kind: "discarded", what } };
    }
    const { undoId, changes, report } = await accept(edit, context, signal);
    const { workspace, cwd } = context;
    const files = changes.map(({ path, kind }) => `${workspace.show(path, cwd)}  ${kind}`);
    return { coverage: complete, facts: { kind: "accepted", what, files, undoId }, report };
  },
  format: ({ facts }, { edit_id: id }) => {
    if (facts.kind === "discarded") return `Discarded ${id} (${facts.what}). No file was written.`;
    const { what, files, undoId } = facts;
    const rest = files.length > MAX_FILES ? [`${files.length - MAX_FILES} more files`] : [];
    return [`Accepted ${id} (${what})`, ...files.slice(0, MAX_FILES), ...rest, ...undoLine(undoId)].join("\n");
  },
  details: ({ facts }) =>
    facts.kind === "discarded"
      ? { applied: false }
      : { applied: true, files: facts.files.length, ...(facts.undoId === undefined ? {} : { undoId: facts.undoId }) },
  summary: ({ facts }, { edit_id: id }) =>
    facts.kind === "discarded" ? `${id} discarded` : `${id} accepted: ${facts.files.length} files`,
});

/** An edit that was refused stays, so that it can be looked up and discarded; one that is written is used up. */
async function accept(edit: StagedEdit, context: ToolContext, signal: AbortSignal): Promise<ReportedCommit> {
  const { id, label, staleBecause } = edit;
  if (staleBecause !== undefined) throw stale(edit, staleBecause);
  let isWritten = false;
  try {
    const set = await edit.changeSet();
    const paths = set.files.map(({ path }) => path);
    const afterCommit = (): Promise<void> => {
      isWritten = true;
      return context.staged.discard(id);
    };
    return await commitReported(paths, (changes, options) => changes.commit(set, options), {
      context,
      signal,
      afterCommit,
    });
  } catch (error) {
    if (isWritten || !isReticleError(error)) throw error;
    if (error.kind !== "conflict") throw stillStaged(id, error);
    const { path = "a file", what = "has changed since" } = error.data ?? {};
    const why = `${String(path)} ${what === "has changed since" ? "changed since it was staged" : String(what)}`;
    context.staged.markStale(id, why);
    throw stale({ id, label }, why, error);
  }
}

function stale({ id, label }: Pick<StagedEdit, "id" | "label">, why: string, cause?: ReticleError): ReticleError {
  return new ReticleError(
    "conflict",
    `Refused ${id}: ${why}. No file was written. Discard it and run ${label} again.`,
    { data: { ...cause?.data, editId: id }, cause },
  );
}

/** Nothing was written, and for another reason than a file that changed: the same call can succeed later. */
function stillStaged(id: string, error: ReticleError): ReticleError {
  const { kind, message, hint, data } = error;
  const next = `${hint === undefined ? "" : `${hint}; `}${id} is still staged, accept it then or discard it`;
  return new ReticleError(kind, message, { hint: next, data: { ...data, editId: id }, cause: error });
}
