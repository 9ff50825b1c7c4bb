import type { TextChange } from "../../../workspace/changes/change-set.ts";
import { askYesNo } from "../ask-yes-no.ts";
import { didYouMean } from "../parsing/nearest.ts";
import { UsageError } from "../parsing/usage-error.ts";
import { requireFolder } from "../require-folder.ts";
import { withEngine } from "../session.ts";
import { findLaunch } from "../setup/launch.ts";
import { planSetup } from "../setup/plan-setup.ts";
import { commandLine, type SetupClient } from "../setup/setup-client.ts";
import { setupClients } from "../setup/setup-clients.ts";
import { unifiedDiff } from "../setup/text-diff.ts";
import type { Command, CommandContext } from "./command.ts";

/** Writes a client's server entry and its hooks into a project, or takes them out; always shown first. */
export const setup: Command = async (context) => {
  const { invocation, io, out, signal } = context;
  const [name, dir = "."] = invocation.words;
  const client = requireClient(name);
  const isRemoval = invocation.switches.has("remove");
  const folder = await requireFolder(dir, "DIR", io.cwd);
  return withEngine(context, { bounds: [folder] }, async (engine) => {
    const workspace = await engine.openWorkspace({ cwd: folder });
    const launch = findLaunch(io.env, process.argv[1] ?? "");
    const files = await planSetup({ client, workspace, launch: isRemoval ? undefined : launch });
    if (files.length === 0) {
      await out.write(
        `${client.title} is ${isRemoval ? "not set up" : "set up already"} in ${folder}; nothing changes.\n`,
      );
      return 0;
    }
    await out.write(files.map(({ shown, before, after }) => unifiedDiff(shown, before?.text, after)).join("\n"));
    if (invocation.switches.has("print")) return 0;
    if (!invocation.switches.has("yes") && !(await mayWrite(context, files))) return 1;
    const { changeSetOf } = await import("../../../workspace/changes/change-set.ts");
    const changes = await engine.changes();
    const set = changeSetOf(`setup ${client.name}`, files);
    const { undoId } = await changes.commit(set, { roots: workspace.roots, signal });
    const undo = commandLine([...launch, "--root", folder, "call", "undo", `undo_id=${undoId}`]);
    await out.write(`\n${isRemoval ? "" : `${client.note}\n`}To take it back: ${undo}\n`);
    return 0;
  });
};

function requireClient(name: string | undefined): SetupClient {
  const client = setupClients.find((one) => one.name === name);
  if (client !== undefined) return client;
  const names = setupClients.map((one) => one.name);
  const what = name === undefined ? "The client is missing" : `There is no client "${name}"`;
  throw new UsageError(`${what}; the clients are ${names.join(", ")}`, didYouMean(name ?? "", names) || undefined);
}

async function mayWrite({ io, signal }: CommandContext, files: readonly TextChange[]): Promise<boolean> {
  const what = files.map(({ shown }) => shown).join(" and ");
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) {
    io.stderr.write(`reticle: nothing was written: there is no terminal to ask on; --yes writes ${what}\n`);
    return false;
  }
  if (await askYesNo(`Write ${what}?`, io, signal)) return true;
  io.stderr.write("reticle: nothing was written\n");
  return false;
}
