import type { ResolvedPath } from "../../../workspace/workspace.ts";
import type { ToolContext } from "../../core/context.ts";

/** Languages of a workspace whose servers are asked about all of it. */
const MAX_LANGUAGES = 4;
const MAX_FILES = 20_000;
const MAX_MS = 1_500;

/** One file for each of the commonest languages of the workspace: the least deep one, tests last. */
export async function exampleFiles(
  root: string,
  context: ToolContext,
  signal: AbortSignal,
): Promise<readonly ResolvedPath[]> {
  const { workspace, cwd } = context;
  const { walkFiles } = await import("../../../workspace/walk.ts");
  const { languageOfPath } = await import("../../../syntax/languages.ts");
  const { roleOfPath } = await import("../../../index/build/file-role.ts");
  const walked = await context.phase("walk", () =>
    walkFiles(workspace, { folder: root, maxFiles: MAX_FILES, maxMs: MAX_MS, signal }),
  );
  const byLanguage = new Map<string, string[]>();
  for (const path of walked.files) {
    const language = languageOfPath(path);
    if (language === undefined || language.isData === true) continue;
    const known = byLanguage.get(language.id) ?? [];
    known.push(path);
    byLanguage.set(language.id, known);
  }
  const commonest = [...byLanguage.values()].toSorted((a, b) => b.length - a.length).slice(0, MAX_LANGUAGES);
  const depth = (path: string): number => path.split("/").length;
  return commonest.flatMap((paths) => {
    const rank = (path: string): number => roleOfPath(workspace.show(path, cwd));
    const [absolute] = paths.toSorted((a, b) => rank(a) - rank(b) || depth(a) - depth(b));
    return absolute === undefined ? [] : [{ absolute, shown: workspace.show(absolute, cwd), kind: "file" as const }];
  });
}
