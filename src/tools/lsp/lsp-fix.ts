import type { Coverage } from "../../base/coverage.ts";
import type { Asking } from "../../lsp/operations/asking.ts";
import type { OfferedAction } from "../../lsp/operations/code-actions.ts";
import type { TakenAction } from "../../lsp/operations/take-action.ts";
import type { PlannedFile } from "../../lsp/workspace-edit/edit-plan.ts";
import type { ToolContext } from "../core/context.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import { commitTexts } from "../edit/commit-texts.ts";
import { undoLine } from "../edit/undo-line.ts";
import { askingIn, resolveFile } from "./asking-in.ts";
import { plannedFileText } from "./planned-file-text.ts";

const MAX_FILES = 100;

interface Fixed {
  readonly kind: "fixed";
  readonly title: string;
  readonly server: string;
  readonly files: readonly PlannedFile[];
  readonly undoIds: readonly string[];
  /** A command of the action that was not run. */
  readonly leftOut: string | undefined;
  /** Old path → as answers show it. */
  readonly shownFrom: ReadonlyMap<string, string>;
}
type Facts = Fixed | { readonly kind: "not asked"; readonly text: string };

export const lspFix = defineTool({
  name: "lsp_fix",
  title: "Apply a code action",
  tier: "write",
  description:
    "Applies one quick fix or refactoring of those that lsp lists with action=code_actions, by its title: all its edits or none.",
  example: { file: "src/server.ts", line: 12, symbol: "listen", title: "Add missing import" },
  input: {
    type: "object",
    properties: {
      file: { type: "string", minLength: 1 },
      line: { type: "integer", minimum: 1 },
      symbol: {
        type: "string",
        minLength: 1,
        description: "The name on the line; name#2 is its second occurrence there.",
      },
      title: { type: "string", minLength: 1, description: "The action's title, or a part that only it has." },
      server: { type: "string", description: "Where two servers offer the same title." },
    },
    required: ["file", "line", "symbol", "title"],
  },
  needs: ["workspace", "languageServers"],
  parallel: false,
  run: async ({ file: path, line, symbol, title, server }, context, signal): Promise<Answer<Facts>> => {
    const file = await resolveFile(path, context.argumentName("file"), context);
    const { bySymbol } = await import("../../lsp/operations/target.ts");
    const { codeActions } = await import("../../lsp/operations/code-actions.ts");
    const { chooseAction, takeAction } = await import("../../lsp/operations/take-action.ts");
    const asking = await askingIn(context, signal)(file.absolute);
    await context.writeReports.before([file.absolute], signal);
    const offered = await codeActions(bySymbol("lsp_fix", file, line, symbol), asking);
    if (!offered.isAsked) return { coverage: offered.coverage, facts: { kind: "not asked", text: offered.text } };
    const argument = context.argumentName("title");
    const action = chooseAction(offered.value.actions, { title, server, argument });
    const taken = await takeAction(action, asking);
    return apply({ action, taken, coverage: offered.coverage }, context, asking);
  },
  format: ({ facts }) => {
    if (facts.kind === "not asked") return `${facts.text}\nNothing was changed.`;
    const { title, server, files, undoIds, leftOut, shownFrom } = facts;
    const changed = `${files.length} ${files.length === 1 ? "file" : "files"} changed`;
    const rest = files.length > MAX_FILES ? [`${files.length - MAX_FILES} more files`] : [];
    return [
      `Applied "${title}", by ${server}: ${files.length === 0 ? "it changed no file" : changed}`,
      ...files.slice(0, MAX_FILES).map((one) => plannedFileText(one, shownFrom)),
      ...rest,
      ...(leftOut === undefined ? [] : [`Not run, because it is an editor's: the command ${leftOut}`]),
      ...undoIds.toReversed().flatMap((id) => undoLine(id)),
    ].join("\n");
  },
  details: ({ facts }) =>
    facts.kind === "not asked"
      ? { applied: false }
      : {
          applied: true,
          title: facts.title,
          server: facts.server,
          undoIds: [...facts.undoIds],
          files: facts.files.map(({ shown, edits }) => ({ path: shown, edits: edits.length })),
        },
  summary: ({ facts }) =>
    facts.kind === "not asked" ? "nothing was fixed" : `${facts.title} in ${facts.files.length} files`,
});

interface Chosen {
  readonly action: OfferedAction;
  readonly taken: TakenAction;
  readonly coverage: Coverage;
}

/** The edits first, then the command, as the protocol wants it. */
async function apply(
  { action, taken: { plan, command, leftOut }, coverage }: Chosen,
  context: ToolContext,
  asking: Asking,
): Promise<Answer<Facts>> {
  const { signal, workspace, cwd } = asking;
  signal.throwIfAborted();
  const edited = plan.files.length === 0 ? undefined : await commitTexts("lsp_fix", plan.files, { context, signal });
  const ran = command === undefined ? undefined : await run(action, command, { context, asking });
  const later = ran?.commits ?? [];
  const changes = later.flatMap((one) => one.changes);
  const report = changes.length === 0 ? [] : await context.writeReports.after(changes, signal, { isAnnounced: true });
  const files = [...plan.files, ...(ran?.plan.files ?? [])];
  const moved = files.flatMap(({ from }) => (from === undefined ? [] : [from]));
  const facts: Fixed = {
    kind: "fixed",
    title: action.title,
    server: action.server,
    files,
    undoIds: [edited?.undoId, ...later.map(({ undoId }) => undoId)].filter((id) => id !== undefined),
    leftOut,
    shownFrom: new Map(moved.map((from) => [from, workspace.show(from, cwd)])),
  };
  return { coverage, facts, report: [...(edited?.report ?? []), ...report] };
}

async function run(
  { source: { server } }: OfferedAction,
  { command, arguments: args = [] }: NonNullable<TakenAction["command"]>,
  { context, asking }: { readonly context: ToolContext; readonly asking: Asking },
) {
  const { runCommand } = await import("./run-command.ts");
  return runCommand(server, { command, arguments: args }, { label: "lsp_fix", context, asking });
}
