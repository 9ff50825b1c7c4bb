import type { Commit, TextChange } from "../../workspace/changes/change-set.ts";
import type { ToolContext } from "../core/context.ts";

/** Writes the texts as one change set: all files or none. */
export async function commitTexts(
  label: string,
  files: readonly TextChange[],
  { context, signal }: { readonly context: ToolContext; readonly signal: AbortSignal },
): Promise<Commit> {
  const { changeSetOf } = await import("../../workspace/changes/change-set.ts");
  const changes = await context.changes();
  return changes.commit(changeSetOf(label, files), { roots: context.workspace.roots, signal });
}
