import type { ChangeSet, Commit, TextChange } from "../../workspace/changes/change-set.ts";
import type { ToolContext } from "../core/context.ts";

interface CallOf {
  readonly context: ToolContext;
  readonly signal: AbortSignal;
}

/** Writes the texts as one change set: all files or none. */
export async function commitTexts(label: string, files: readonly TextChange[], call: CallOf): Promise<Commit> {
  const { changeSetOf } = await import("../../workspace/changes/change-set.ts");
  return commitSet(changeSetOf(label, files), call);
}

/** Writes a change set that is made already: all files or none. */
export async function commitSet(set: ChangeSet, { context, signal }: CallOf): Promise<Commit> {
  const changes = await context.changes();
  return changes.commit(set, { roots: context.workspace.roots, signal });
}
