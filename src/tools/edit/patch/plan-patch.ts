import { ReticleError } from "../../../base/errors.ts";
import { FileTree, type TreeFile } from "../../../workspace/changes/file-tree.ts";
import type { ToolContext } from "../../core/context.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { FilePatch } from "./file-patch.ts";

const ONLY_NEW = { overwrite: false, ignoreIfExists: false } as const;

/**
 * What a patch comes to, file by file, in the order it is written; nothing is written yet. Throws
 * `conflict`, `not_found`, `refused`, `invalid_input` with the file named.
 */
export async function planPatch(files: readonly FilePatch[], context: ToolContext): Promise<readonly TreeFile[]> {
  const tree = new FileTree(context);
  const created = new Set<string>();
  for (const file of files) await take(file, { tree, created, context });
  return tree.changed();
}

interface Planning {
  readonly tree: FileTree;
  /** Paths that the patch itself has made so far. */
  readonly created: Set<string>;
  readonly context: ToolContext;
}

async function take(file: FilePatch, planning: Planning): Promise<void> {
  const { tree, created, context } = planning;
  switch (file.kind) {
    case "add": {
      const path = await target(file.path, context);
      await tree.create(path, ONLY_NEW);
      tree.write(path, file.lines.join("\n") + (file.lacksFinalLineEnd || file.lines.length === 0 ? "" : "\n"), []);
      created.add(path);
      return;
    }
    case "delete": {
      const path = await source(file.path, planning);
      return tree.delete(path, { recursive: false, ignoreIfNotExists: false });
    }
    case "update": {
      const path = await source(file.path, planning);
      const shown = context.workspace.show(path, context.cwd);
      tree.write(path, applyHunks(await tree.text(path), file.hunks, shown), []);
      if (file.newPath === undefined) return;
      const newPath = await target(file.newPath, context);
      if (newPath === path) return;
      await tree.rename(path, newPath, ONLY_NEW);
      created.add(newPath);
    }
  }
}

async function target(path: string, { workspace, cwd, argumentName }: ToolContext): Promise<string> {
  return (await workspace.resolveWritable(path, argumentName("patch"), cwd)).absolute;
}

/** A file that is there, or that the patch has made. */
async function source(path: string, { created, context }: Planning): Promise<string> {
  const { workspace, cwd, argumentName } = context;
  const found = await workspace.resolveWritable(path, argumentName("patch"), cwd);
  if (created.has(found.absolute)) return found.absolute;
  // Says what was probably meant when there is no such file.
  const file = await workspace.resolve(path, argumentName("patch"), cwd);
  if (file.kind === "file") return file.absolute;
  throw new ReticleError("invalid_input", `${file.shown} is a folder; no file was changed`, { hint: "name a file" });
}
