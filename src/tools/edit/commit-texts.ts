import type { ChangeSets } from "../../workspace/changes/change-sets.ts";
import type { Commit, TextChange } from "../../workspace/changes/change-set.ts";
import type { CommitOptions } from "../../workspace/changes/commit.ts";
import type { ToolContext } from "../core/context.ts";

export interface CommitCall {
  readonly context: ToolContext;
  readonly signal: AbortSignal;
  /** What is to be done between the change and the report on it. */
  readonly afterCommit?: () => Promise<void>;
}

/** A commit, and the lines that say what it broke: the `report` of the tool's answer. */
export interface ReportedCommit extends Commit {
  readonly report: readonly string[];
}

/** Writes the texts as one change set: all files or none. */
export async function commitTexts(
  label: string,
  files: readonly TextChange[],
  call: CommitCall,
): Promise<ReportedCommit> {
  const { changeSetOf } = await import("../../workspace/changes/change-set.ts");
  const set = changeSetOf(label, files);
  const paths = files.map(({ path }) => path);
  return commitReported(paths, (changes, options) => changes.commit(set, options), call);
}

/** The one way in which a tool changes files: what is wrong with them before, the change, what is wrong now. */
export async function commitReported(
  paths: readonly string[],
  commit: (changes: ChangeSets, options: CommitOptions) => Promise<Commit>,
  { context, signal, afterCommit }: CommitCall,
): Promise<ReportedCommit> {
  const { writeReports, workspace } = context;
  const changes = await context.changes();
  await context.phase("baseline", () => writeReports.before(paths, signal));
  const { promise: written, resolve: onWritten } = Promise.withResolvers<Commit>();
  const lasting = commit(changes, { roots: workspace.roots, signal, onWritten });
  const done = await context.phase("commit", () => Promise.race([written, lasting]));
  // Awaited below: what is wrong now is asked for meanwhile.
  lasting.catch(() => {});
  await afterCommit?.();
  const report = await context.phase("diagnostics", () =>
    writeReports.after(done.changes, signal, { isAnnounced: true }),
  );
  await lasting;
  return { ...done, report };
}
