export interface ResolvedPath {
  /** Canonical absolute path (symlinks resolved). */
  readonly absolute: string;
  /** As answers show it: relative to the root of the call, with `/`; absolute when in another root. */
  readonly shown: string;
  /** "file" is anything that is not a directory; `read` refuses what is not a regular file. */
  readonly kind: "file" | "directory";
}
