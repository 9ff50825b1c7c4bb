import nodePath from "node:path";

export type PathFlavor = "posix" | "win32";

/** How this machine writes paths. */
export const hostFlavor: PathFlavor = process.platform === "win32" ? "win32" : "posix";

/**
 * Whether `path` is `folder` or lies below it. Both are canonical absolute paths, so no `..` and no
 * symbolic link is left in them; Windows paths compare without regard to case.
 */
export function contains(folder: string, path: string, flavor: PathFlavor = hostFlavor): boolean {
  return relativeWithin(folder, path, flavor) !== undefined;
}

/** `path` seen from `folder`, with `/` ("" for the folder itself); undefined when it lies outside. */
export function relativeWithin(folder: string, path: string, flavor: PathFlavor = hostFlavor): string | undefined {
  const paths = nodePath[flavor];
  const relative = paths.relative(folder, path);
  if (relative === ".." || relative.startsWith(`..${paths.sep}`) || paths.isAbsolute(relative)) return undefined;
  return flavor === "win32" ? relative.replaceAll("\\", "/") : relative;
}

/** The innermost of `roots` that holds `path`. */
export function rootHolding(
  roots: readonly string[],
  path: string,
  flavor: PathFlavor = hostFlavor,
): string | undefined {
  let innermost: string | undefined;
  for (const root of roots) {
    if (contains(root, path, flavor) && (innermost === undefined || root.length > innermost.length)) innermost = root;
  }
  return innermost;
}

/** A path as answers show it: relative to `root` with `/`, "." for the root itself, absolute when outside. */
export function relativeOrAbsolute(root: string, path: string, flavor: PathFlavor = hostFlavor): string {
  const relative = relativeWithin(root, path, flavor);
  if (relative === undefined) return path;
  return relative === "" ? "." : relative;
}
