import { ReticleError } from "../../base/errors.ts";
import { relativeOrAbsolute } from "../../base/path-containment.ts";
import type { Gap } from "../../syntax/structural/inspection.ts";
import type { StructuralSearch } from "../../syntax/structural/search.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { ToolContext } from "../core/context.ts";

export interface SearchServices {
  readonly structural: StructuralSearch;
  readonly context: ToolContext;
}

/** Where a search looks. */
export interface SearchScope {
  /** The root of the call, canonical and absolute. */
  readonly root: string;
  /** Relative to the root, absolute when in another one. */
  readonly paths: readonly string[];
  /** Those of the paths that are files. */
  readonly files: readonly string[];
  /** What the caller named and what cannot be searched in this language. */
  readonly gaps: readonly Gap[];
}

const MAX_NAMED = 5;

/** The language of a search, and the argument that names it. */
interface WantedLanguage {
  readonly id: string;
  readonly argument: string;
}

/** Throws what the workspace throws, `refused` for a walk of the home directory, and `invalid_input` when no file fits. */
export async function resolveScope(
  paths: readonly string[] | undefined,
  language: WantedLanguage,
  services: SearchServices,
): Promise<SearchScope> {
  const { workspace, cwd, argumentName } = services.context;
  const pathArgument = argumentName("paths");
  const resolved: readonly ResolvedPath[] =
    paths === undefined || paths.length === 0
      ? [{ absolute: cwd, shown: workspace.show(cwd, cwd), kind: "directory" }]
      : await Promise.all(paths.map(async (path) => workspace.resolve(path, pathArgument, cwd)));
  return scopeOf(resolved, { ...language, pathArgument }, services);
}

/** What to search: the path that is named, else every root of the workspace. */
export async function targetsOf(
  path: string | undefined,
  { workspace, cwd }: ToolContext,
): Promise<readonly ResolvedPath[]> {
  if (path !== undefined) return [await workspace.resolve(path, "path", cwd)];
  return workspace.roots.map((root) => ({ absolute: root, shown: workspace.show(root, cwd), kind: "directory" }));
}

/** As `resolveScope`, for paths that are resolved already. */
export function scopeOf(
  resolved: readonly ResolvedPath[],
  { id, argument, pathArgument }: WantedLanguage & { readonly pathArgument: string },
  { structural, context: { workspace, cwd } }: SearchServices,
): SearchScope {
  const folders = resolved.filter(({ kind }) => kind === "directory").map(({ absolute }) => absolute);
  for (const folder of folders) workspace.refuseHomeWalk(folder);
  const isFitting = (path: ResolvedPath) =>
    path.kind === "directory" || structural.languagesOfFile(path.absolute).includes(id);
  const fitting = resolved.filter(isFitting);
  const others = resolved.filter((path) => !isFitting(path));
  if (fitting.length === 0) {
    const [first] = others;
    const own = first === undefined ? undefined : structural.languagesOfFile(first.absolute)[0];
    throw new ReticleError(
      "invalid_input",
      `\`${pathArgument}\` names no ${id} file: ${nameFiles(others, structural)}`,
      {
        hint:
          own === undefined
            ? "name files of the language, or the folder they are in"
            : `call again with ${argument}=${own}`,
        data: { [argument]: id },
      },
    );
  }
  const root = workspace.rootOf(cwd) ?? cwd;
  return {
    root,
    paths: seenFrom(root, fitting),
    files: seenFrom(
      root,
      fitting.filter(({ kind }) => kind === "file"),
    ),
    gaps: otherLanguageGap(others, id, structural),
  };
}

/** As the engine takes them. */
function seenFrom(root: string, paths: readonly ResolvedPath[]): string[] {
  return [...new Set(paths.map(({ absolute }) => relativeOrAbsolute(root, absolute)))];
}

function otherLanguageGap(others: readonly ResolvedPath[], language: string, structural: StructuralSearch): Gap[] {
  if (others.length === 0) return [];
  const count = others.length === 1 ? "1 file that is" : `${others.length} files that are`;
  return [{ files: others.length, what: `${count} not ${language} (${nameFiles(others, structural)})` }];
}

function nameFiles(files: readonly ResolvedPath[], structural: StructuralSearch): string {
  const named = files.slice(0, MAX_NAMED).map(({ shown, absolute }) => {
    const own = structural.languagesOfFile(absolute)[0];
    return own === undefined ? `${shown} has no known language` : `${shown} is ${own}`;
  });
  return named.join(", ") + (files.length > MAX_NAMED ? `, and ${files.length - MAX_NAMED} more` : "");
}
