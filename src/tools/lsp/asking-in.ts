import { isReticleError, ReticleError } from "../../base/errors.ts";
import type { Asking } from "../../lsp/operations/asking.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { ToolContext } from "../core/context.ts";
import { filesNamingIn } from "./files-naming.ts";

/** Below the call's own deadline, so that the answer names the server that was too slow. */
const ANSWER_MS = 26_000;

/** What operations need of a call; `path` (absolute) chooses the workspace root. */
export function askingIn(context: ToolContext, signal: AbortSignal): (path?: string) => Promise<Asking> {
  const until = performance.now() + ANSWER_MS;
  return async (path) => {
    const { workspace, cwd, outsideFiles: outside } = context;
    const servers = await context.languageServers();
    const filesNaming = filesNamingIn(context, signal);
    return { servers, workspace, cwd, workspaceRoot: rootFor(context, path), signal, until, outside, filesNaming };
  };
}

export function rootFor({ workspace, cwd }: ToolContext, path?: string): string {
  const root = path === undefined ? undefined : workspace.rootOf(path);
  return root ?? workspace.rootOf(cwd) ?? workspace.roots[0] ?? cwd;
}

/** A file argument: inside the workspace, or outside of it where a server's answer has named it before. */
export async function resolveFile(
  path: string | undefined,
  argument: string,
  { workspace, cwd, outsideFiles }: ToolContext,
): Promise<ResolvedPath> {
  if (path === undefined) {
    throw new ReticleError("invalid_input", `\`${argument}\` is required: the file that is asked about`, {
      hint: "name the file whose line it is",
    });
  }
  try {
    const file = await workspace.resolve(path, argument, cwd);
    if (file.kind === "file") return file;
  } catch (error) {
    if (isReticleError(error) && error.kind === "refused" && outsideFiles.has(path)) {
      return { absolute: path, shown: path, kind: "file" };
    }
    throw error;
  }
  throw new ReticleError("invalid_input", `\`${argument}\` ${JSON.stringify(path)} is a folder`, {
    hint: "name a file inside it",
    data: { isFolder: true },
  });
}
