import { copyFile, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { searchInput } from "../../../tools/search/search-input.ts";
import type { TourState, TourStep } from "./steps.ts";

/** What the file is called in a folder of its own, so that the tour writes nothing into what it shows. */
export interface FileCopy extends AsyncDisposable {
  readonly folder: string;
  readonly path: string;
}

export async function copyAlone(file: string): Promise<FileCopy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "reticle-tour-")));
  const path = basename(file);
  await copyFile(file, join(folder, path));
  return { folder, path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Whether a file can be rewritten by shape. */
export function isRewritable({ language }: TourState): boolean {
  return searchInput.properties.lang.enum.some((id) => id === language);
}

/** Shown once, on a copy of a file: what a change of many places looks like before it is made, made, and taken back. */
export const rewriteSteps: readonly TourStep[] = [
  {
    title: "a rewrite, proposed",
    // Every call of a name or of a member is handed to another function.
    plan: ({ path }) => ({
      attempts: ["$CALLEE($$$ARGS)", "$OBJECT.$METHOD($$$ARGS)"].map((pattern) => ({
        tool: "ast_edit",
        arguments: { pattern, rewrite: `traced(${pattern})`, path },
      })),
    }),
    missKinds: ["invalid_input", "unsupported"],
    learn: ({ editId }) => (typeof editId === "string" ? { editId } : undefined),
  },
  {
    title: "accepted",
    plan: ({ editId }) => {
      if (editId === undefined) return { cannotRun: "nothing was staged" };
      return { attempts: [{ tool: "resolve", arguments: { edit_id: editId, action: "accept" } }] };
    },
    learn: ({ undoId }) => (typeof undoId === "string" ? { undoId } : undefined),
  },
  {
    title: "undone",
    plan: ({ undoId }) => {
      if (undoId === undefined) return { cannotRun: "nothing was written" };
      return { attempts: [{ tool: "undo", arguments: { undo_id: undoId } }] };
    },
  },
];
