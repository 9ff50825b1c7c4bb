import { ReticleError } from "../../base/errors.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { SearchServices } from "./search-scope.ts";

const MAX_FILES = 50_000;
const MAX_MS = 3_000;
const NOWHERE = "no bundled language";

export interface InferredLanguage {
  readonly language: string;
  /** How the language was found, when the caller did not name a file; a sentence. */
  readonly note: string | undefined;
}

/**
 * The language of a search whose caller names none: that of the file, or the only one in the folders.
 * Throws `unsupported` when there is none, `invalid_input` that lists the languages when there are several.
 */
export async function inferLanguage(
  targets: readonly ResolvedPath[],
  services: SearchServices,
  signal: AbortSignal,
): Promise<InferredLanguage> {
  const { structural } = services;
  const [file] = targets;
  if (file?.kind === "file") {
    const [language] = structural.languagesOfFile(file.absolute);
    if (language !== undefined) return { language, note: undefined };
    throw new ReticleError("unsupported", `\`path\` "${file.shown}" is a file of ${NOWHERE}`, {
      hint: `search it as text; bundled languages: ${structural.languages.join(", ")}`,
    });
  }
  const { counts, isWhole } = await countLanguages(targets, services, signal);
  const where = targets.map(({ shown }) => (shown === "." ? "the workspace root" : shown)).join(", ");
  const looked = isWhole ? "" : ", as far as a bounded look went";
  const byCount = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const [only, second] = byCount;
  if (only === undefined) {
    throw new ReticleError("unsupported", `there is no file of a bundled language under ${where}${looked}`, {
      hint: `name a path with source files, or \`language\`: ${structural.languages.join(", ")}`,
    });
  }
  if (second === undefined) {
    return { language: only[0], note: `Language: ${only[0]}, the only bundled one under ${where}${looked}.` };
  }
  const listed = byCount.map(([language, files]) => `${language} (${files})`).join(", ");
  throw new ReticleError(
    "invalid_input",
    `\`language\` is needed, because ${where} holds files of several: ${listed}`,
    {
      hint: `call again with language=${only[0]}, or with another of them`,
      data: { languages: byCount.map(([language]) => language) },
    },
  );
}

/** Files of each language under the folders, by their names. */
async function countLanguages(
  folders: readonly ResolvedPath[],
  { structural, context }: SearchServices,
  signal: AbortSignal,
): Promise<{ counts: ReadonlyMap<string, number>; isWhole: boolean }> {
  const { walkFiles } = await import("../../workspace/walk.ts");
  const counts = new Map<string, number>();
  let isWhole = true;
  for (const { absolute } of folders) {
    const options = { folder: absolute, maxFiles: MAX_FILES, maxMs: MAX_MS, signal };
    const { files, coverage } = await context.phase("walk", async () => walkFiles(context.workspace, options));
    isWhole &&= coverage.state === "complete";
    for (const file of files) {
      const [language] = structural.languagesOfFile(file);
      if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  return { counts, isWhole };
}
