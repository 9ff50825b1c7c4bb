/** The line of a result that changed files by which they can be changed back; none when nothing was changed. */
export function undoLine(undoId: string | undefined): readonly string[] {
  return undoId === undefined ? [] : [`undo_id: ${undoId}`];
}
