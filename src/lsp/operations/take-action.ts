import type { CodeAction, Command, WorkspaceEdit } from "vscode-languageserver-protocol";
import { ReticleError } from "../../base/errors.ts";
import { type EditPlan, planEdit } from "../workspace-edit/edit-plan.ts";
import { editSteps } from "../workspace-edit/edit-steps.ts";
import { type Asking, remainingMs } from "./asking.ts";
import type { OfferedAction } from "./code-actions.ts";

const METHOD = "textDocument/codeAction";
const EXECUTE = "workspace/executeCommand";

/** What an action comes to; nothing is written yet. */
export interface TakenAction {
  readonly plan: EditPlan;
  /** To be run when the edits are made. */
  readonly command: Command | undefined;
  /** A command that only some editor could run. */
  readonly leftOut: string | undefined;
}

/**
 * The action that is meant by a title: the one that has it, else the only one that contains it. Throws
 * `invalid_input` that lists the titles when there is none or are several, `refused` for a disabled one.
 */
export function chooseAction(
  actions: readonly OfferedAction[],
  {
    title,
    server,
    argument,
  }: { readonly title: string; readonly server: string | undefined; readonly argument: string },
): OfferedAction {
  const wanted = title.trim();
  const offered = actions.filter((one) => server === undefined || [one.server, one.serverId].includes(server));
  const exact = offered.filter((one) => one.title === wanted);
  const found =
    exact.length > 0 ? exact : offered.filter((one) => one.title.toLowerCase().includes(wanted.toLowerCase()));
  const [first] = found;
  if (first === undefined) {
    throw new ReticleError(
      "invalid_input",
      `no code action here is called ${JSON.stringify(wanted)}; nothing was changed`,
      {
        hint: `offered: ${titles(offered)}`,
      },
    );
  }
  if (found.length > 1) {
    const isSame = found.every((one) => one.title === first.title);
    throw new ReticleError(
      "invalid_input",
      `\`${argument}\` ${JSON.stringify(wanted)} means ${found.length} code actions; nothing was changed`,
      { hint: `${isSame ? "name the server, too" : "give one title whole"}: ${titles(found)}` },
    );
  }
  if (first.disabled === undefined) return first;
  throw new ReticleError("refused", `"${first.title}" cannot be done here: ${first.disabled}; nothing was changed`, {
    hint: "another action may do; lsp with action=code_actions lists them",
  });
}

const MAX_TITLES = 20;

function titles(actions: readonly OfferedAction[]): string {
  if (actions.length === 0) return "nothing";
  const shown = actions.slice(0, MAX_TITLES).map(({ title, server }) => `${JSON.stringify(title)} (${server})`);
  return [...shown, ...(actions.length > MAX_TITLES ? [`${actions.length - MAX_TITLES} more`] : [])].join(", ");
}

/** Has the server say what a lazy action does, and plans its edits. Throws `conflict` when they are for another text. */
export async function takeAction(action: OfferedAction, asking: Asking): Promise<TakenAction> {
  const { server, document } = action.source;
  const { edit, command } = await resolved(action, asking);
  const { workspace, cwd } = asking;
  const plan = await planEdit(editSteps(edit), {
    workspace,
    cwd,
    encoding: server.encoding,
    versions: new Map([[document.path, document.version]]),
  });
  const changed = plan.files.find(({ path, before }) => path === document.path && before?.text !== document.text);
  if (changed !== undefined) {
    throw new ReticleError("conflict", `${changed.shown} has changed since; nothing was changed`, {
      hint: "try again",
    });
  }
  const isKnown = command === undefined || commandsOf(server).includes(command.command);
  if (isKnown) return { plan, command, leftOut: undefined };
  if (plan.files.length > 0) return { plan, command: undefined, leftOut: command.command };
  throw new ReticleError(
    "unsupported",
    `"${action.title}" needs the command ${JSON.stringify(command.command)} of an editor; nothing was changed`,
    { hint: "make the change by hand, or take another action" },
  );
}

/** The commands that a server has. */
export function commandsOf(server: OfferedAction["source"]["server"]): readonly string[] {
  const options = server.registrationOptions(EXECUTE) as { readonly commands?: readonly string[] } | undefined;
  return options?.commands ?? [];
}

interface Parts {
  readonly edit: WorkspaceEdit | undefined;
  readonly command: Command | undefined;
}

async function resolved({ source }: OfferedAction, asking: Asking): Promise<Parts> {
  const { server, document, raw } = source;
  if (isCommand(raw)) return { edit: undefined, command: raw };
  const options = server.registrationOptions(METHOD, document.path) as
    | { readonly resolveProvider?: boolean }
    | undefined;
  if (raw.edit !== undefined || options?.resolveProvider !== true) return { edit: raw.edit, command: raw.command };
  const limits = { signal: asking.signal, deadlineMs: remainingMs(asking) };
  const { edit, command = raw.command } = await server.request<CodeAction>("codeAction/resolve", raw, limits);
  return { edit, command };
}

function isCommand(action: CodeAction | Command): action is Command {
  return typeof action.command === "string";
}
