import { settlesWithin } from "../../../base/settles-within.ts";
import { createEngine, type Engine } from "../../../engine/engine.ts";
import type { HookAnswer, HookQuestion } from "../../../rendezvous/messages.ts";
import { type EditReports, HookReports } from "../../../run/hooks/hook-reports.ts";
import { openConversation } from "../../../run/hooks/open-conversation.ts";
import { openRun } from "../../../run/run.ts";
import type { Workspace } from "../../../workspace/workspace.ts";

/** All of it: a client waits. */
const TOTAL_MS = 10_000;
/** For the language servers, which start for this question. */
const START_MS = 6_000;
const DISPOSE_MS = 1_000;
/** Files whose servers are started; those of one kind have the same. */
const MAX_STARTED = 8;

export interface AloneOptions {
  /** Canonical absolute folder that is looked at. */
  readonly root: string;
  readonly isTrusted: boolean;
}

/** Looks for itself, with an engine that lives as long as this call. Bounded; says so when the time was not enough. */
export async function answerAlone(question: HookQuestion, { root, isTrusted }: AloneOptions): Promise<HookAnswer> {
  const engine = await createEngine({ bounds: [root], isTrusted });
  try {
    const workspace = await engine.openWorkspace({ cwd: question.cwd });
    const reports = new HookReports({
      workspace: () => workspace,
      openReports: async () => {
        const opened = await openConversation((options) => openRun(engine, options), workspace);
        return startingServers(engine, workspace, opened);
      },
    });
    try {
      return await reports.answer(question, AbortSignal.timeout(TOTAL_MS));
    } finally {
      await settlesWithin(reports.dispose(), DISPOSE_MS);
    }
  } finally {
    await settlesWithin(engine.dispose(), DISPOSE_MS);
  }
}

/** A report does not wait for servers that are cold, and here all of them are. */
function startingServers(engine: Engine, workspace: Workspace, reports: EditReports): EditReports {
  return {
    ...reports,
    after: async (changes, signal) => {
      const servers = await engine.languageServers();
      const there = changes.filter(({ kind }) => kind !== "deleted").slice(0, MAX_STARTED);
      const started = there.map(({ path }) =>
        servers.serversFor(
          { absolute: path, shown: workspace.show(path, workspace.cwd), kind: "file" },
          { signal, deadlineMs: START_MS, roles: "primary", workspaceRoot: workspace.rootOf(path) ?? workspace.cwd },
        ),
      );
      await Promise.allSettled(started);
      return reports.after(changes, signal);
    },
  };
}
