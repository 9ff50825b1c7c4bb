import { HookListener } from "../../rendezvous/hook-listener.ts";
import type { RuntimeFolder } from "../../rendezvous/runtime-folder.ts";
import type { Run } from "../run.ts";
import { HookReports } from "./hook-reports.ts";
import { type OpenRun, openConversation } from "./open-conversation.ts";

export interface HookAnswering {
  /** The run has other roots now. Never rejects. */
  refresh(): Promise<void>;
  /** Stops listening and ends the conversations. */
  dispose(): Promise<void>;
}

export interface AnswerHooksOptions {
  /** Hooks may ask about its roots. */
  readonly run: Pick<Run, "workspace">;
  readonly openRun: OpenRun;
  readonly log: (line: string) => void;
  readonly folder?: RuntimeFolder;
}

/** Listens for hooks of the run's roots and answers them from the host's engine. Never rejects: what does not work is logged. */
export async function answerHooks({ run, openRun, log, folder }: AnswerHooksOptions): Promise<HookAnswering> {
  const reports = new HookReports({
    workspace: () => run.workspace,
    openReports: (workspace) => openConversation(openRun, workspace),
  });
  const listener = new HookListener({ answer: reports.answer, log, ...(folder === undefined ? {} : { folder }) });
  const refresh = (): Promise<void> => listener.listen(run.workspace.roots);
  await refresh();
  return {
    refresh,
    dispose: async () => {
      await listener.dispose();
      await reports.dispose();
    },
  };
}
