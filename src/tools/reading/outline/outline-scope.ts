import { ReticleError } from "../../../base/errors.ts";
import type { Syntax } from "../../../syntax/syntax.ts";
import type { GlobFilter } from "../../../workspace/glob-filter.ts";
import type { ResolvedPath } from "../../../workspace/workspace.ts";
import type { ToolContext } from "../../core/context.ts";

/** The files of an outline. */
export interface OutlineScope {
  /** In the order of `paths`, those of a directory in the order of their names; each once. */
  readonly files: readonly OutlineSource[];
  readonly hasDirectory: boolean;
  /** What was asked for and is not among the files. */
  readonly gaps: readonly string[];
  /** Named files of another language than the one that was asked for; they are among the gaps. */
  readonly otherLanguage: number;
}
export interface OutlineSource extends ResolvedPath {
  /** By itself, and not as a part of a directory. */
  readonly isNamed: boolean;
}

export interface ScopeRequest {
  readonly paths: readonly string[];
  readonly lang?: string | undefined;
  readonly globs?: readonly string[] | undefined;
}

const MAX_FILES = 50_000;
const MAX_MS = 5_000;

/**
 * Throws what the workspace throws: `not_found`, `refused`, also for a walk of the home directory; and `invalid_input`
 * when all that is named are files of other languages.
 */
export async function resolveOutlineScope(
  { paths, lang, globs }: ScopeRequest,
  { syntax, context }: { readonly syntax: Syntax; readonly context: ToolContext },
  signal: AbortSignal,
): Promise<OutlineScope> {
  const { workspace, cwd } = context;
  const resolved = await Promise.all(paths.map(async (path) => workspace.resolve(path, "paths", cwd)));
  const isWanted = await globFilter(globs);
  const files = new Map<string, OutlineSource>();
  const gaps: string[] = [];
  const others: OtherFile[] = [];
  for (const target of resolved) {
    if (target.kind === "file") {
      const language = syntax.languageOf(target.absolute)?.id;
      if (lang !== undefined && language !== undefined && language !== lang) {
        others.push({ shown: target.shown, language });
      } else files.set(target.absolute, { ...target, isNamed: true });
      continue;
    }
    const walked = await walk(target, context, signal);
    if (walked.missing !== undefined) gaps.push(walked.missing);
    const root = workspace.rootOf(target.absolute) ?? target.absolute;
    for (const absolute of walked.files) {
      const language = syntax.languageOf(absolute)?.id;
      if (language === undefined || (lang !== undefined && language !== lang)) continue;
      if (files.has(absolute) || !isWanted(relativeTo(root, absolute))) continue;
      files.set(absolute, { absolute, shown: workspace.show(absolute, cwd), kind: "file", isNamed: false });
    }
  }
  const hasDirectory = resolved.some(({ kind }) => kind === "directory");
  if (files.size === 0 && !hasDirectory) refuseOthers(others, lang);
  return {
    files: [...files.values()],
    hasDirectory,
    gaps: [...others.map(({ shown, language }) => `${shown} (${language})`), ...gaps],
    otherLanguage: others.length,
  };
}

interface OtherFile {
  readonly shown: string;
  readonly language: string;
}

function refuseOthers(others: readonly OtherFile[], lang: string | undefined): void {
  const [first] = others;
  if (first === undefined) return;
  const named = others.map(({ shown, language }) => `${shown} is ${language}`);
  throw new ReticleError("invalid_input", `\`paths\` names no ${lang} file: ${named.join(", ")}`, {
    hint: `call again with lang=${first.language}, or without \`lang\``,
  });
}

async function globFilter(globs: readonly string[] | undefined): Promise<GlobFilter> {
  if (globs === undefined || globs.length === 0) return () => true;
  const { createGlobFilter } = await import("../../../workspace/glob-filter.ts");
  return await createGlobFilter(globs);
}

async function walk(
  { absolute }: ResolvedPath,
  { workspace, phase }: ToolContext,
  signal: AbortSignal,
): Promise<{ readonly files: readonly string[]; readonly missing: string | undefined }> {
  const { walkFiles } = await import("../../../workspace/walk.ts");
  const options = { folder: absolute, maxFiles: MAX_FILES, maxMs: MAX_MS, signal };
  const { files, coverage } = await phase("walk", async () => walkFiles(workspace, options));
  return { files, missing: coverage.state === "complete" ? undefined : coverage.missing };
}

function relativeTo(root: string, path: string): string {
  return path.slice(root.length).replaceAll("\\", "/").replace(/^\//, "");
}
