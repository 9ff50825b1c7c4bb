import { ReticleError } from "../../base/errors.ts";
import type { Gap } from "../../syntax/structural/inspection.ts";
import type { StructuralSearch } from "../../syntax/structural/search.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { ToolContext } from "../core/context.ts";

/** Where a search looks. */
export interface SearchScope {
  /** The root of the call, canonical and absolute. */
  readonly root: string;
  /** Relative to the root, absolute when in another one. */
  readonly paths: readonly string[];
  /** What the caller named and what cannot be searched in this language. */
  readonly gaps: readonly Gap[];
}

const MAX_NAMED = 5;

/** Throws what the workspace throws, `refused` for a walk of the home directory, and `invalid_input` when no file fits. */
export async function resolveScope(
  paths: readonly string[] | undefined,
  language: { readonly id: string; readonly structural: StructuralSearch },
  context: ToolContext,
): Promise<SearchScope> {
  const { workspace, cwd } = context;
  const root = workspace.rootOf(cwd) ?? cwd;
  if (paths === undefined || paths.length === 0) {
    workspace.refuseHomeWalk(cwd);
    return { root, paths: [workspace.show(cwd, cwd)], gaps: [] };
  }
  const argument = context.argumentName("paths");
  const resolved = await Promise.all(paths.map(async (path) => workspace.resolve(path, argument, cwd)));
  for (const { kind, absolute } of resolved) if (kind === "directory") workspace.refuseHomeWalk(absolute);
  const { fitting, others } = splitByLanguage(resolved, language);
  if (fitting.length === 0) throw noFileFits(others, language, argument);
  return { root, paths: [...new Set(fitting.map(({ shown }) => shown))], gaps: otherLanguageGap(others, language) };
}

function splitByLanguage(
  resolved: readonly ResolvedPath[],
  { id, structural }: { readonly id: string; readonly structural: StructuralSearch },
): { fitting: ResolvedPath[]; others: ResolvedPath[] } {
  const isFitting = (path: ResolvedPath) =>
    path.kind === "directory" || structural.languagesOfFile(path.absolute).includes(id);
  return { fitting: resolved.filter(isFitting), others: resolved.filter((path) => !isFitting(path)) };
}

function noFileFits(
  others: readonly ResolvedPath[],
  { id, structural }: { readonly id: string; readonly structural: StructuralSearch },
  argument: string,
): ReticleError {
  const [first] = others;
  const own = first === undefined ? undefined : structural.languagesOfFile(first.absolute)[0];
  return new ReticleError("invalid_input", `\`${argument}\` names no ${id} file: ${nameFiles(others, structural)}`, {
    hint: own === undefined ? "name files of the language, or the folder they are in" : `call again with lang=${own}`,
    data: { lang: id },
  });
}

function otherLanguageGap(
  others: readonly ResolvedPath[],
  { id, structural }: { readonly id: string; readonly structural: StructuralSearch },
): Gap[] {
  if (others.length === 0) return [];
  const count = others.length === 1 ? "1 file that is" : `${others.length} files that are`;
  return [{ files: others.length, what: `${count} not ${id} (${nameFiles(others, structural)})` }];
}

function nameFiles(files: readonly ResolvedPath[], structural: StructuralSearch): string {
  const named = files.slice(0, MAX_NAMED).map(({ shown, absolute }) => {
    const own = structural.languagesOfFile(absolute)[0];
    return own === undefined ? `${shown} has no known language` : `${shown} is ${own}`;
  });
  return named.join(", ") + (files.length > MAX_NAMED ? `, and ${files.length - MAX_NAMED} more` : "");
}
