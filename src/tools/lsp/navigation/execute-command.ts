import { complete } from "../../../base/coverage.ts";
import { ReticleError } from "../../../base/errors.ts";
import type { Json } from "../../../base/json.ts";
import type { Asking } from "../../../lsp/operations/asking.ts";
import type { Commit } from "../../../workspace/changes/change-set.ts";
import type { LanguageServer } from "../../../lsp/language-servers.ts";
import type { EditPlan } from "../../../lsp/workspace-edit/edit-plan.ts";
import { needed, type OperationAnswer, type OperationCall, type RunOperation } from "./operation.ts";
import { planFound } from "./renames.ts";
import { serversOf } from "./servers-of.ts";

const METHOD = "workspace/executeCommand";
const MAX_COMMANDS = 50;

/** Runs a command that a server has advertised, or only says that it would. */
export const executeCommand: RunOperation = async (call) => {
  const { command, commandArguments = [], apply } = call.input;
  if (command === undefined)
    throw needed("command", call.input, "one that a server advertises; see operation=capabilities");
  const { asking, servers, missing } = await serversOf(call);
  if (servers.length === 0) return missing;
  const advertised = new Map(servers.map((server) => [server, commandsOf(server)]));
  const owner = servers.find((server) => advertised.get(server)?.includes(command) === true);
  const all = [...new Set([...advertised.values()].flat())];
  if (!apply) return dryRun({ isAdvertised: owner !== undefined, all });
  if (owner === undefined) {
    throw new ReticleError("refused", `no server advertises the command ${JSON.stringify(command)}; it was not run`, {
      hint:
        all.length === 0 ? "the servers advertise no commands" : `advertised: ${all.slice(0, MAX_COMMANDS).join(", ")}`,
    });
  }
  return execute(owner, { command, arguments: commandArguments }, { call, asking });
};

export function commandsOf(server: LanguageServer): readonly string[] {
  const options = server.registrationOptions(METHOD) as { readonly commands?: readonly string[] } | undefined;
  return options?.commands ?? [];
}

function dryRun({
  isAdvertised,
  all,
}: {
  readonly isAdvertised: boolean;
  readonly all: readonly string[];
}): OperationAnswer {
  const result = {
    executed: false,
    dryRun: true,
    advertised: isAdvertised,
    advertisedCommands: all.slice(0, MAX_COMMANDS),
    note: isAdvertised ? "pass apply=true to run it" : "no server advertises it, so it would be refused",
  };
  return { coverage: complete, found: { status: "success", resultCount: 0, result } };
}

interface Where {
  readonly call: OperationCall;
  readonly asking: Asking;
}

/** Edits that the server sends meanwhile are made, all or none of each. */
async function execute(
  server: LanguageServer,
  params: { readonly command: string; readonly arguments: readonly unknown[] },
  { call, asking }: Where,
): Promise<OperationAnswer> {
  const { editSteps } = await import("../../../lsp/workspace-edit/edit-steps.ts");
  const { changeSetOfPlan, planEdit } = await import("../../../lsp/workspace-edit/edit-plan.ts");
  const { ask } = await import("../../../lsp/operations/asking.ts");
  const { workspace, cwd, signal } = asking;
  const applied: EditPlan[] = [];
  const commits: Commit[] = [];
  const changes = await call.context.changes();
  const applyEdit = async (
    edit: Parameters<typeof editSteps>[0],
  ): Promise<{ applied: boolean; failureReason?: string }> => {
    try {
      const plan = await planEdit(editSteps(edit), { workspace, cwd, encoding: server.encoding, versions: new Map() });
      // The server waits for our answer and could not give one meanwhile: it is asked when the command has ended.
      commits.push(await changes.commit(changeSetOfPlan("lsp_navigation", plan), { roots: workspace.roots, signal }));
      applied.push(plan);
      return { applied: true };
    } catch (error) {
      return { applied: false, failureReason: (error as Error).message };
    }
  };
  const answer = await ask<Json>(server, { method: METHOD, params }, asking, { feature: "commands", applyEdit });
  const files = applied.flatMap((plan) => plan.files);
  const editCount = applied.reduce((sum, plan) => sum + plan.editCount, 0);
  const edits = files.length === 0 ? {} : { edits: planFound({ files, editCount }, true).result ?? null };
  const result = { executed: true, command: params.command, answer: answer ?? null, ...edits };
  const changed = commits.flatMap((commit) => commit.changes);
  const report = await call.context.writeReports.after(changed, signal, { isAnnounced: true });
  return {
    coverage: complete,
    found: { status: "success", resultCount: 1, result, metadata: { server: server.name, ...undoIds(commits) } },
    report,
  };
}

/** One id for each edit that was made, in their order: the last is to be taken back first. */
function undoIds(commits: readonly Commit[]): { readonly undoIds?: readonly string[] } {
  const ids = commits.flatMap(({ undoId }) => undoId ?? []);
  return ids.length === 0 ? {} : { undoIds: ids };
}
