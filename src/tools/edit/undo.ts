import { complete } from "../../base/coverage.ts";
import type { Commit } from "../../workspace/changes/change-set.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import { commitReported } from "./commit-texts.ts";
import { undoLine } from "./undo-line.ts";

const MAX_FILES = 100;

interface Facts extends Commit {
  readonly files: readonly string[];
}

export const undo = defineTool({
  name: "undo",
  title: "Undo a change",
  tier: "write",
  description:
    "Takes back one change of files by the undo_id of its result, all files or none; refused when one has changed since.",
  example: { undo_id: "undo_m4kx2a91b7c3d" },
  input: {
    type: "object",
    properties: { undo_id: { type: "string", minLength: 1 } },
    required: ["undo_id"],
  },
  needs: ["workspace"],
  parallel: false,
  run: async ({ undo_id: undoId }, context, signal): Promise<Answer<Facts>> => {
    const { workspace, cwd } = context;
    const paths = await (await context.changes()).pathsOf(undoId);
    const { report, ...commit } = await commitReported(paths, (changes, options) => changes.undo(undoId, options), {
      context,
      signal,
    });
    const files = commit.changes.map(({ path, kind }) => `${workspace.show(path, cwd)}  ${WORDS[kind]}`);
    return { coverage: complete, facts: { ...commit, files }, report };
  },
  format: ({ facts: { files, undoId } }, { undo_id: undone }) => {
    const rest = files.length > MAX_FILES ? [`${files.length - MAX_FILES} more files`] : [];
    const count = `${files.length} ${files.length === 1 ? "file" : "files"}`;
    return [`Undone ${undone}: ${count}`, ...files.slice(0, MAX_FILES), ...rest, ...undoLine(undoId)].join("\n");
  },
  details: ({ facts: { undoId, files } }) => ({ files: files.length, ...(undoId === undefined ? {} : { undoId }) }),
  summary: ({ facts: { files } }, { undo_id: undone }) => `${undone} undone in ${files.length} files`,
});

const WORDS = { created: "is back", changed: "as before", deleted: "removed" } as const;
