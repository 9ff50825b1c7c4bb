import { ReticleError } from "../../base/errors.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { SearchServices } from "./search-scope.ts";

const MAX_FILES = 50_000;
const MAX_MS = 3_000;
const MAX_READ_HEADERS = 20;
const MAX_HEADER_BYTES = 256 * 1024;
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
    const [byName] = structural.languagesOfFile(file.absolute);
    const language = isHeader(file.absolute) ? await languageOfHeader(file.absolute) : byName;
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
  const headers: string[] = [];
  let isWhole = true;
  for (const { absolute } of folders) {
    const options = { folder: absolute, maxFiles: MAX_FILES, maxMs: MAX_MS, signal };
    const { files, coverage } = await context.phase("walk", async () => walkFiles(context.workspace, options));
    isWhole &&= coverage.state === "complete";
    for (const file of files) {
      const [language] = structural.languagesOfFile(file);
      if (isHeader(file)) headers.push(file);
      else if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  if (headers.length > 0) {
    const language = await languageOfHeaders(headers, counts);
    counts.set(language, (counts.get(language) ?? 0) + headers.length);
  }
  return { counts, isWhole };
}

/** Headers of C and of C++ have the same name. */
function isHeader(path: string): boolean {
  return path.toLowerCase().endsWith(".h");
}

/** That of the sources beside them; where that does not tell, C++ when one of the first is C++. */
async function languageOfHeaders(headers: readonly string[], counts: ReadonlyMap<string, number>): Promise<string> {
  if (counts.has("c") !== counts.has("cpp")) return counts.has("c") ? "c" : "cpp";
  for (const header of headers.slice(0, MAX_READ_HEADERS)) {
    if ((await languageOfHeader(header)) === "cpp") return "cpp";
  }
  return "c";
}

/** By its beginning. */
async function languageOfHeader(path: string): Promise<string> {
  const [{ open }, { languageOfText }] = await Promise.all([
    import("node:fs/promises"),
    import("../../syntax/languages.ts"),
  ]);
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
    return languageOfText(path, buffer.toString("utf8", 0, bytesRead))?.id ?? "c";
  } catch {
    // Whoever reads it next says why it cannot be read.
    return "c";
  }
}
