import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
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
export async function planPatch(
  files: readonly FilePatch[],
  context: ToolContext,
  signal: AbortSignal,
): Promise<readonly PatchedFile[]> {
  const tree = new FileTree(context);
  const created = new Set<string>();
  const modes = new Map<string, number>();
  for (const file of files) {
    signal.throwIfAborted();
    await take(file, { tree, created, modes, context });
  }
  return tree.changed().map((file) => {
    const mode = modes.get(file.path);
    return mode === undefined ? file : { ...file, mode };
  });
}

interface PatchedFile extends TreeFile {
  readonly mode?: number;
}

interface Planning {
  readonly tree: FileTree;
  /** Paths that the patch itself has made so far. */
  readonly created: Set<string>;
  /** Permission bits of new files. */
  readonly modes: Map<string, number>;
  readonly context: ToolContext;
}

async function take(file: FilePatch, planning: Planning): Promise<void> {
  const { tree, created, modes, context } = planning;
  switch (file.kind) {
    case "add": {
      const path = await target(file.path, context);
      await tree.create(path, ONLY_NEW);
      tree.write(path, file.lines.join("\n") + (file.lacksFinalLineEnd || file.lines.length === 0 ? "" : "\n"), []);
      created.add(path);
      if (file.mode !== undefined) modes.set(path, file.mode);
      return;
    }
    case "delete": {
      await refuseLink(file.path, context);
      const path = await source(file.path, planning);
      if (file.lines !== undefined)
        requireLines(await tree.text(path), file.lines, context.workspace.show(path, context.cwd));
      return tree.delete(path, { recursive: false, ignoreIfNotExists: false });
    }
    case "update": {
      if (file.newPath !== undefined) await refuseLink(file.path, context);
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

/** Paths are resolved, so that what is done to a link would be done to the file behind it. */
async function refuseLink(path: string, { cwd }: ToolContext): Promise<void> {
  const stats = await lstat(resolve(cwd, path)).catch(() => undefined);
  if (stats?.isSymbolicLink() !== true) return;
  const message = `${JSON.stringify(path)} is a symbolic link, which a patch neither deletes nor moves; no file was changed`;
  throw new ReticleError("unsupported", message, {
    hint: "name the file that it leads to, or remove the link in a shell",
  });
}

function requireLines(text: string, lines: readonly string[], shown: string): void {
  if (text.replaceAll("\r\n", "\n").replace(/\n$/, "") === lines.join("\n")) return;
  const message = `${shown} is to be deleted, but holds other lines than the patch says; no file was changed`;
  throw new ReticleError("conflict", message, {
    hint: "read the file again; *** Delete File: deletes whatever it holds",
  });
}
