import { open, stat } from "node:fs/promises";
import { relative, sep } from "node:path";
import { coverageLine } from "../../../base/coverage.ts";
import { languageOfPath } from "../../../syntax/languages.ts";
import type { LanguageDefinition } from "../../../syntax/language-definition.ts";
import { walkFiles } from "../../../workspace/walk.ts";
import { openWorkspace } from "../../../workspace/workspace.ts";
import { madeByMachine, rankSources, unsuitablePath, unsuitableSize } from "./rank-sources.ts";
import type { SourceCandidate } from "./rank-sources.ts";

/** A language found in the toured folder, with the file to show or why there is none. */
export interface LanguagePick {
  readonly language: LanguageDefinition;
  readonly fileCount: number;
  readonly choice: SourceCandidate | { readonly cannotShow: string };
}

export interface Picks {
  /** Canonical absolute folder. */
  readonly folder: string;
  readonly fileCount: number;
  /** The fixed line of a walk that did not see everything. */
  readonly coverageLine: string | undefined;
  /** Most files first. */
  readonly languages: readonly LanguagePick[];
}

const MAX_FILES = 50_000;
const MAX_WALK_MS = 10_000;
/** Per language; files near the top of the tree come first. */
const MAX_MEASURED = 1_000;
const MAX_OPENED = 5;
const HEAD_BYTES = 8 * 1024;

/** Walks a folder and chooses one source file per language. Throws `refused` for the home directory and above. */
export async function pickFiles(root: string, signal: AbortSignal): Promise<Picks> {
  const workspace = await openWorkspace({ bounds: [root], cwd: root });
  const folder = workspace.cwd;
  const walked = await walkFiles(workspace, { folder, maxFiles: MAX_FILES, maxMs: MAX_WALK_MS, signal });
  const byLanguage = new Map<LanguageDefinition, string[]>();
  for (const file of walked.files) {
    const language = languageOfPath(file);
    // Data and documents have outlines too; the tour is about code.
    if (language === undefined || language.isData === true) continue;
    const paths = byLanguage.get(language) ?? [];
    byLanguage.set(language, paths);
    paths.push(relative(folder, file).split(sep).join("/"));
  }
  const languages = await Promise.all(
    [...byLanguage].map(async ([language, paths]): Promise<LanguagePick> => ({
      language,
      fileCount: paths.length,
      choice: await chooseFile(folder, paths),
    })),
  );
  languages.sort((a, b) => b.fileCount - a.fileCount);
  return { folder, fileCount: walked.files.length, coverageLine: coverageLine(walked.coverage), languages };
}

async function chooseFile(folder: string, paths: readonly string[]): Promise<LanguagePick["choice"]> {
  const reasons = new Set<string>();
  const isSuitable = (reason: string | undefined): boolean => {
    if (reason !== undefined) reasons.add(reason);
    return reason === undefined;
  };
  const depth = (path: string): number => path.split("/").length;
  const named = paths.filter((path) => isSuitable(unsuitablePath(path))).sort((a, b) => depth(a) - depth(b));
  const measured = await Promise.all(named.slice(0, MAX_MEASURED).map((path) => measure(folder, path)));
  const suitable = measured
    .filter((file) => file !== undefined)
    .filter((file) => isSuitable(unsuitableSize(file.bytes)));
  for (const candidate of rankSources(suitable).slice(0, MAX_OPENED)) {
    if (isSuitable(madeByMachine(await readHead(`${folder}/${candidate.path}`)))) return candidate;
  }
  return { cannotShow: reasons.size === 0 ? "none could be read" : `each is ${[...reasons].join(" or ")}` };
}

/** Undefined when the file vanished meanwhile or may not be looked at. */
async function measure(folder: string, path: string): Promise<SourceCandidate | undefined> {
  const found = await stat(`${folder}/${path}`).catch(() => undefined);
  return found === undefined ? undefined : { path, bytes: found.size };
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
