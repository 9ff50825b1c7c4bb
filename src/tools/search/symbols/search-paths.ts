import { relativeWithin } from "../../../base/path-containment.ts";
import { isReticleError, ReticleError } from "../../../base/errors.ts";
import type { ToolContext } from "../../core/context.ts";

const GLOB = /[*?[\]{}]/;

/**
 * Which paths (relative to the root) the argument `paths` names: files, folders, and globs with `!` to leave out.
 * Undefined: all. Throws what the workspace throws for what is not there, and `invalid_input` for what lies in
 * another root and for a glob that leads out.
 */
export async function resolveSearchPaths(
  paths: readonly string[] | undefined,
  root: string,
  context: ToolContext,
): Promise<((path: string) => boolean) | undefined> {
  if (paths === undefined || paths.length === 0) return undefined;
  const argument = context.argumentName("paths");
  const globs: string[] = [];
  const named: string[] = [];
  for (const path of paths) {
    const relative = await namedPath(path, { root, argument }, context);
    if (relative === undefined) globs.push(relativeGlob(path, root, argument));
    else named.push(relative);
  }
  const isNamed = (path: string): boolean =>
    named.some((one) => one === "" || path === one || path.startsWith(`${one}/`));
  if (globs.length === 0) return isNamed;
  const { createGlobFilter } = await import("../../../workspace/glob-filter.ts");
  const isIncluded = await createGlobFilter(globs);
  const isExcluding = globs.every((glob) => glob.startsWith("!"));
  if (named.length === 0) return isIncluded;
  return isExcluding ? (path) => isNamed(path) && isIncluded(path) : (path) => isNamed(path) || isIncluded(path);
}

interface Place {
  readonly root: string;
  readonly argument: string;
}

/** Relative to the root; undefined: it is a glob, not the name of something that is there. */
async function namedPath(path: string, { root, argument }: Place, context: ToolContext): Promise<string | undefined> {
  if (path.startsWith("!")) return undefined;
  try {
    const { absolute } = await context.workspace.resolve(path, argument, context.cwd);
    const relative = relativeWithin(root, absolute);
    if (relative !== undefined) return relative;
  } catch (error) {
    if (GLOB.test(path) && isReticleError(error) && error.kind === "not_found") return undefined;
    throw error;
  }
  throw new ReticleError("invalid_input", `\`${argument}\` "${path}" lies in another root than ${root}`, {
    hint: "a search looks at one root: name it with `cwd`",
    data: { path },
  });
}

function relativeGlob(path: string, root: string, argument: string): string {
  const [sign, glob] = path.startsWith("!") ? ["!", path.slice(1)] : ["", path];
  const own = glob.startsWith(`${root}/`) ? glob.slice(root.length) : glob;
  const isOutside = own.split("/").includes("..") || (own === glob && glob.startsWith("/"));
  if (isOutside) {
    throw new ReticleError("invalid_input", `\`${argument}\` "${path}" leads out of the root ${root}`, {
      hint: "globs are relative to the root, e.g. src/**/*.ts",
      data: { path },
    });
  }
  return sign + own;
}
