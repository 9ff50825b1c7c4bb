import type { PlannedFile } from "../../lsp/workspace-edit/edit-plan.ts";

/** "src/a.ts  2 edits": what a plan does to one file; `shownFrom` says how answers show the old paths. */
export function plannedFileText(
  {
    shown,
    edits: { length: editCount },
    before,
    after,
    from,
  }: Pick<PlannedFile, "shown" | "edits" | "before" | "after" | "from">,
  shownFrom: ReadonlyMap<string, string>,
): string {
  const edits = editCount === 0 ? "" : `  ${editCount} ${editCount === 1 ? "edit" : "edits"}`;
  if (after === undefined) return `${shown}  removed`;
  if (from !== undefined) return `${shown}  was ${shownFrom.get(from) ?? from}${edits}`;
  return `${shown}${before === undefined ? "  created" : ""}${edits}`;
}
