import type { Workspace } from "../../workspace/workspace.ts";
import type { Run, RunOptions } from "../run.ts";
import type { EditReports } from "./hook-reports.ts";

/** Opens a run of the host's engine. */
export type OpenRun = (options: RunOptions) => Promise<Run>;

/** A run that makes no calls: it remembers what a client's conversation was told. */
export async function openConversation(open: OpenRun, { cwd, roots }: Workspace): Promise<EditReports> {
  const run = await open({ surface: "main", dialect: "own", cwd, roots });
  return {
    before: (paths, signal) => run.writeReports.before(paths, signal),
    after: (changes, signal) => run.writeReports.after(changes, signal),
    takeLate: () => run.writeReports.takeLate(),
    dispose: () => run.dispose(),
  };
}
