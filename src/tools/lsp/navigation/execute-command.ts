import { complete } from "../../../base/coverage.ts";
import { ReticleError } from "../../../base/errors.ts";
import type { Asking } from "../../../lsp/operations/asking.ts";
import type { Commit } from "../../../workspace/changes/change-set.ts";
import type { LanguageServer } from "../../../lsp/language-servers.ts";
import { needed, type OperationAnswer, type OperationCall, type RunOperation } from "./operation.ts";
import type { ServerCommand } from "../run-command.ts";
import { planFound } from "./renames.ts";
import { serversOf } from "./servers-of.ts";

const MAX_COMMANDS = 50;

/** Runs a command that a server has advertised, or only says that it would. */
export const executeCommand: RunOperation = async (call) => {
  const { command, commandArguments = [], apply } = call.input;
  if (command === undefined)
    throw needed("command", call.input, "one that a server advertises; see operation=capabilities");
  const { asking, servers, missing } = await serversOf(call);
  if (servers.length === 0) return missing;
  const { commandsOf } = await import("../../../lsp/operations/take-action.ts");
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

/** Edits that the server sends meanwhile are made, all or none of each. */
async function execute(
  server: LanguageServer,
  command: ServerCommand,
  { call, asking }: { readonly call: OperationCall; readonly asking: Asking },
): Promise<OperationAnswer> {
  const { runCommand } = await import("../run-command.ts");
  const { answer, plan, commits } = await runCommand(server, command, {
    label: "lsp_navigation",
    context: call.context,
    asking,
  });
  const edits = plan.files.length === 0 ? {} : { edits: planFound(plan, true).result ?? null };
  const result = { executed: true, command: command.command, answer, ...edits };
  const changed = commits.flatMap((commit) => commit.changes);
  const report = await call.context.writeReports.after(changed, asking.signal, { isAnnounced: true });
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
