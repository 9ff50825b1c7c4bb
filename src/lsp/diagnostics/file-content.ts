import { statSync } from "node:fs";
import { isReticleError } from "../../base/errors.ts";
import type { ResolvedPath, Workspace } from "../../workspace/workspace.ts";
import { excessOf, excessOfBytes } from "../content-bound.ts";

/** A file as it is on disk now. */
export type FileContent =
  | { readonly kind: "text"; readonly text: string; readonly hash: string }
  | { readonly kind: "too_large"; readonly reason: string }
  /** Binary, or in an encoding that nobody reads. */
  | { readonly kind: "unsupported"; readonly reason: string };

/** Throws what the workspace throws for a file that is gone or cannot be read. */
export async function readContent(file: ResolvedPath, workspace: Workspace): Promise<FileContent> {
  const excess = excessOfBytes(sizeOf(file));
  if (excess !== undefined) return tooLarge(excess);
  try {
    const { text, hash, bytes } = await workspace.read(file, "path");
    const own = excessOf(text, bytes);
    return own === undefined ? { kind: "text", text, hash } : tooLarge(own);
  } catch (error) {
    if (isReticleError(error) && error.kind === "unsupported") return { kind: "unsupported", reason: error.message };
    throw error;
  }
}

/** 0 for what cannot be looked at: reading it says why. At once: through the thread pool it takes ten times as long. */
function sizeOf({ absolute }: ResolvedPath): number {
  try {
    return statSync(absolute).size;
  } catch {
    return 0;
  }
}

function tooLarge(excess: string): FileContent {
  return { kind: "too_large", reason: `file too large for LSP diagnostics (${excess})` };
}

/** The hash of what the disk holds now; undefined when the file cannot be read any more. */
export async function hashNow(file: ResolvedPath, workspace: Workspace): Promise<string | undefined> {
  return workspace.read(file, "path").then(
    ({ hash }) => hash,
    () => undefined,
  );
}
