import { complete, emptyText } from "../../base/coverage.ts";
import type { JsonObject } from "../../base/json.ts";
import type { NotAsked } from "../../lsp/operations/asking.ts";
import type { PlannedFile } from "../../lsp/workspace-edit/edit-plan.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import { commitTexts } from "../edit/commit-texts.ts";
import { checkParameter, proposedLine, proposeTexts } from "../edit/propose/propose-texts.ts";
import { undoLine } from "../edit/undo-line.ts";
import { askingIn, resolveFile } from "./asking-in.ts";
import { plannedFileText } from "./planned-file-text.ts";

const MAX_FILES = 100;

interface Renamed {
  readonly kind: "renamed";
  readonly oldName: string;
  readonly server: string;
  readonly files: readonly Pick<PlannedFile, "shown" | "edits" | "before" | "after" | "from">[];
  readonly editCount: number;
  readonly undoId: string | undefined;
  /** Of a rename that is only proposed. */
  readonly editId: string | undefined;
  readonly details: JsonObject;
  /** Old path → as answers show it. */
  readonly shownFrom: ReadonlyMap<string, string>;
}
type Facts = Renamed | ({ readonly kind: "not asked" } & Pick<NotAsked, "text">);

export const lspRename = defineTool({
  name: "lsp_rename",
  title: "Rename a symbol",
  tier: "write",
  description:
    "Renames a symbol in the whole project, by the language server's own edits: all files are changed or none is.",
  example: { file: "src/server.ts", line: 12, symbol: "listen", new_name: "start" },
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
      new_name: { type: "string", minLength: 1 },
      check: checkParameter,
    },
    required: ["file", "line", "symbol", "new_name"],
  },
  needs: ["workspace", "languageServers"],
  parallel: false,
  run: async ({ file: path, line, symbol, new_name: newName, check }, context, signal): Promise<Answer<Facts>> => {
    const file = await resolveFile(path, context.argumentName("file"), context);
    const { bySymbol } = await import("../../lsp/operations/target.ts");
    const { planRename } = await import("../../lsp/rename/rename.ts");
    const asking = await askingIn(context, signal)(file.absolute);
    const query = bySymbol("lsp_rename", file, line, symbol);
    const planned = await planRename({ ...query, newName, argument: context.argumentName("new_name") }, asking);
    if (!planned.isAsked) {
      return { coverage: planned.coverage, facts: { kind: "not asked", text: planned.text } };
    }
    const { plan, place, server, coverage } = planned;
    signal.throwIfAborted();
    const { workspace, cwd } = context;
    const { files, editCount } = plan;
    const proposing = { label: "lsp_rename", files, summary: `${place.name} to ${newName}, ${sizeText(plan)}` };
    const outcome = check
      ? { ...(await proposeTexts(proposing, { context, signal })), undoId: undefined }
      : { ...(await commitTexts("lsp_rename", files, { context, signal })), editId: undefined, details: {} };
    const moved = plan.files.flatMap(({ from }) => (from === undefined ? [] : [from]));
    const shownFrom = new Map(moved.map((from) => [from, workspace.show(from, cwd)]));
    const { editId, undoId, details } = outcome;
    const result = { files, editCount, shownFrom, undoId, editId, details };
    return { coverage, facts: { kind: "renamed", oldName: place.name, server, ...result }, report: outcome.report };
  },
  format: ({ facts, coverage }, { new_name: newName }) => {
    if (facts.kind === "not asked") return `${facts.text}\nNothing was changed.`;
    const { oldName, server, files, editCount } = facts;
    if (files.length === 0) {
      const text = `Zero edits: ${server} has nothing to change for ${oldName}. Nothing was changed.`;
      return coverage.state === "complete" ? emptyText(complete, text) : text;
    }
    const rows = files.slice(0, MAX_FILES).map((one) => plannedFileText(one, facts.shownFrom));
    const rest = files.length > MAX_FILES ? [`${files.length - MAX_FILES} more files`] : [];
    const what = `${oldName} to ${newName}: ${sizeText({ files, editCount })}, by ${server}`;
    return [
      facts.editId === undefined ? `Renamed ${what}` : proposedLine(`Rename ${what}`, facts.editId),
      ...rows,
      ...rest,
      ...undoLine(facts.undoId),
    ].join("\n");
  },
  details: ({ facts }) =>
    facts.kind === "not asked"
      ? { applied: false }
      : {
          applied: facts.files.length > 0 && facts.editId === undefined,
          server: facts.server,
          edits: facts.editCount,
          ...(facts.undoId === undefined ? {} : { undoId: facts.undoId }),
          ...facts.details,
          files: facts.files.map(({ shown, edits }) => ({ path: shown, edits: edits.length })),
        },
  summary: ({ facts }, { symbol, new_name: newName }) =>
    facts.kind === "not asked"
      ? `${symbol} was not renamed`
      : `${symbol} → ${newName} in ${facts.files.length} files${facts.editId === undefined ? "" : ", proposed"}`,
});

/** "4 edits in 3 files" */
function sizeText({ files, editCount }: Pick<Renamed, "files" | "editCount">): string {
  const edits = `${editCount} ${editCount === 1 ? "edit" : "edits"}`;
  return `${edits} in ${files.length} ${files.length === 1 ? "file" : "files"}`;
}
