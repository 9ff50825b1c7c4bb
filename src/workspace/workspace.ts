import type { SourceDocument } from "./document.ts";

export interface ResolvedPath {
  /** Canonical absolute path (symlinks resolved). */
  readonly absolute: string;
  /** As answers show it: relative to the root of the call, with `/`; absolute when in another root. */
  readonly shown: string;
  readonly kind: "file" | "directory";
}

/** The folders one run may see. */
export interface Workspace {
  /** Canonical absolute folders; the first is the default. */
  readonly roots: readonly string[];
  /** Canonical absolute folder calls start from when they name none. */
  readonly cwd: string;
  /**
   * Resolves a path argument. Throws `invalid_input` (empty, NUL), `not_found`, `refused`
   * (outside the roots by `..`, absolute path or symlink). `argument` names the field in messages.
   */
  resolve(path: string, argument: string, cwd: string): Promise<ResolvedPath>;
  /** Shows an absolute path as answers do. */
  show(absolute: string, cwd: string): string;
  /** The root that holds `absolute`, if any. */
  rootOf(absolute: string): string | undefined;
  /** Throws `refused` when the folder is the home directory or above it: trees there are never walked. */
  refuseHomeWalk(folder: string): void;
  /** Reads and decodes a file. Throws `invalid_input` (directory), `not_found`, `too_large`, `unsupported` (binary). */
  read(file: ResolvedPath, argument: string): Promise<SourceDocument>;
}
