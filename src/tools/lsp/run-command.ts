import type { Json } from "../../base/json.ts";
import type { LanguageServer } from "../../lsp/language-servers.ts";
import { type Asking, ask } from "../../lsp/operations/asking.ts";
import { changeSetOfPlan, type EditPlan, planEdit } from "../../lsp/workspace-edit/edit-plan.ts";
import { editSteps } from "../../lsp/workspace-edit/edit-steps.ts";
import type { Commit } from "../../workspace/changes/change-set.ts";
import type { ToolContext } from "../core/context.ts";

const METHOD = "workspace/executeCommand";

export interface ServerCommand {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

export interface CommandRun {
  readonly answer: Json;
  /** The edits that it made, together. */
  readonly plan: EditPlan;
  /** One for each edit, in their order. */
  readonly commits: readonly Commit[];
}

/** Runs a command of a server; edits that it sends meanwhile are made, all or none of each. */
export async function runCommand(
  server: LanguageServer,
  command: ServerCommand,
  { label, context, asking }: { readonly label: string; readonly context: ToolContext; readonly asking: Asking },
): Promise<CommandRun> {
  const { workspace, cwd, signal } = asking;
  const plans: EditPlan[] = [];
  const commits: Commit[] = [];
  const changes = await context.changes();
  const applyEdit = async (
    edit: Parameters<typeof editSteps>[0],
  ): Promise<{ applied: boolean; failureReason?: string }> => {
    try {
      const plan = await planEdit(editSteps(edit), { workspace, cwd, encoding: server.encoding, versions: new Map() });
      // The server waits for our answer and could not give one meanwhile: it is asked when the command has ended.
      commits.push(await changes.commit(changeSetOfPlan(label, plan), { roots: workspace.roots, signal }));
      plans.push(plan);
      return { applied: true };
    } catch (error) {
      return { applied: false, failureReason: (error as Error).message };
    }
  };
  const answer = await ask<Json | undefined>(server, { method: METHOD, params: command }, asking, {
    feature: "commands",
    applyEdit,
  });
  const plan = {
    files: plans.flatMap(({ files }) => files),
    editCount: plans.reduce((sum, { editCount }) => sum + editCount, 0),
  };
  return { answer: answer ?? null, plan, commits };
}
