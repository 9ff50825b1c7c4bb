import { statSync } from "node:fs";
import { relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { walkFiles } from "../../../workspace/walk.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import type { StructuralSearch } from "../search.ts";

export interface SurveyOptions {
  readonly workspace: Workspace;
  /** Canonical absolute folder in it. */
  readonly root: string;
  readonly structural: StructuralSearch;
  /** False: somebody else needs the processor. */
  readonly isIdle: () => boolean;
  readonly signal: AbortSignal;
}

/** With more files of a language the search itself takes so long that a look at those with matches does not count beside it. */
const MAX_FILES = 2_000;
const MAX_WALKED_FILES = 20_000;
const MAX_WALK_MS = 1_000;
/** So many are looked at in less than a tenth of a second: nobody who calls meanwhile waits longer. */
const FILES_AT_ONCE = 100;
const DEADLINE_MS = 5_000;
const BUSY_MS = 100;

/**
 * Looks for syntax errors in the source files of a tree, but for languages with many files, before somebody asks, the language with most source
 * first, so that the first search in it does not have to. What is known from an earlier time costs nothing.
 */
export async function surveySyntax({ workspace, root, structural, isIdle, signal }: SurveyOptions): Promise<void> {
  if (structural.unavailable() !== undefined || isOverHome(workspace, root)) return;
  const walk = { folder: root, maxFiles: MAX_WALKED_FILES, maxMs: MAX_WALK_MS, signal };
  const { files, coverage } = await walkFiles(workspace, walk);
  if (coverage.state !== "complete") return;
  const byLanguage = Map.groupBy(files, (file) => structural.languagesOfFile(file)[0]);
  byLanguage.delete(undefined);
  const groups = [...byLanguage].flatMap(([language, paths]) =>
    language === undefined ? [] : [{ language, paths, bytes: paths.reduce((sum, path) => sum + sizeOf(path), 0) }],
  );
  for (const { language, paths } of groups) {
    await structural.expectFiles(
      { language, root },
      paths.map((path) => relative(root, path)),
    );
  }
  let room = MAX_FILES;
  for (const { language, paths } of groups.sort((a, b) => b.bytes - a.bytes)) {
    if (paths.length > room) continue;
    room -= paths.length;
    for (let at = 0; at < paths.length; at += FILES_AT_ONCE) {
      while (!isIdle()) await pause(BUSY_MS, undefined, { signal, ref: false });
      const some = paths.slice(at, at + FILES_AT_ONCE).map((path) => relative(root, path));
      const request = { language, root, paths: some, deadlineMs: DEADLINE_MS, findsMissing: true };
      await structural.syntaxErrors(request, signal);
    }
  }
}

/** A walk of such a folder is refused. */
function isOverHome(workspace: Workspace, root: string): boolean {
  try {
    workspace.refuseHomeWalk(root);
    return false;
  } catch {
    return true;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
