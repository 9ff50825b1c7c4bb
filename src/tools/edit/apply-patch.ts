import { complete } from "../../base/coverage.ts";
import type { JsonObject } from "../../base/json.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import { commitTexts } from "./commit-texts.ts";
import { checkParameter, proposedLine, proposeTexts } from "./propose/propose-texts.ts";
import { undoLine } from "./undo-line.ts";

const MAX_FILES = 100;

interface PatchedFile {
  readonly shown: string;
  readonly kind: PathChange["kind"];
  /** Where it was, as answers show it. */
  readonly from: string | undefined;
}
interface Facts {
  readonly files: readonly PatchedFile[];
  readonly undoId: string | undefined;
  /** Of a patch that is only proposed. */
  readonly editId: string | undefined;
  readonly details: JsonObject;
}

export const applyPatch = defineTool({
  name: "apply_patch",
  title: "Apply a patch",
  tier: "write",
  pi: false,
  description:
    "Applies a patch to any number of files, all or none: file blocks between *** Begin Patch and *** End Patch, or a unified diff.",
  example: {
    patch: "*** Begin Patch\n*** Update File: src/area.ts\n@@\n-const a = 1;\n+const a = 2;\n*** End Patch",
  },
  input: {
    type: "object",
    properties: { patch: { type: "string", minLength: 1 }, check: checkParameter },
    required: ["patch"],
  },
  needs: ["workspace"],
  parallel: false,
  run: async ({ patch, check }, context, signal): Promise<Answer<Facts>> => {
    const { workspace, cwd } = context;
    const { parsePatch } = await import("./patch/parse-patch.ts");
    const { planPatch } = await import("./patch/plan-patch.ts");
    const { kindOf } = await import("../../workspace/changes/change-set.ts");
    const planned = await planPatch(parsePatch(patch), context, signal);
    const changes = planned.map((file) => ({ ...file, shown: workspace.show(file.path, cwd) }));
    const moved = new Set(changes.flatMap(({ from }) => from ?? []));
    const files = changes
      .filter(({ path, after }) => after !== undefined || !moved.has(path))
      .map((file) => ({
        shown: file.shown,
        kind: kindOf(file),
        from: file.from === undefined ? undefined : workspace.show(file.from, cwd),
      }));
    if (check) {
      const proposing = { label: "apply_patch", files: changes, summary: countFiles(files) };
      const { editId, report, details } = await proposeTexts(proposing, { context, signal });
      return { coverage: complete, facts: { files, undoId: undefined, editId, details }, report };
    }
    const { undoId, report } = await commitTexts("apply_patch", changes, { context, signal });
    return { coverage: complete, facts: { files, undoId, editId: undefined, details: {} }, report };
  },
  format: ({ facts: { files, undoId, editId } }) => {
    if (files.length === 0) return "The patch changes nothing; nothing was written.";
    const rows = files
      .slice(0, MAX_FILES)
      .map(({ shown, kind, from }) => `${shown}  ${from === undefined ? kind : `was ${from}`}`);
    const rest = files.length > MAX_FILES ? [`${files.length - MAX_FILES} more files`] : [];
    const head = editId === undefined ? `Patched ${countFiles(files)}` : proposedLine(countFiles(files), editId);
    return [head, ...rows, ...rest, ...undoLine(undoId)].join("\n");
  },
  details: ({ facts: { files, undoId, details } }) => ({
    ...details,
    files: files.map(({ shown, kind, from }) => ({ path: shown, kind, ...(from === undefined ? {} : { from }) })),
    ...(undoId === undefined ? {} : { undoId }),
  }),
  summary: ({ facts: { files, editId } }) => `${countFiles(files)} ${editId === undefined ? "patched" : "proposed"}`,
});

function countFiles({ length }: readonly unknown[]): string {
  return `${length} ${length === 1 ? "file" : "files"}`;
}
