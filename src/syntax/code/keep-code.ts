import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ChildProcesses } from "../../process/children.ts";
import { moduleUrl } from "../../process/module-url.ts";
import { createWorkerProcess } from "../../process/worker-process.ts";
import type { MakeRequest } from "./code-maker.ts";
import { CODE, codeFolder, TRIED, UNFINISHED, WANTED } from "./kept-code.ts";

const DEADLINE_MS = 30_000;
/** Code of another version of V8, or of a grammar, is no longer used after an update; what was only tried is worth trying again. */
const UNUSED_MS = 30 * 86_400_000;

export interface KeepingOptions {
  readonly children: ChildProcesses;
  /** Ids of the languages whose grammars may be compiled for speed. */
  readonly languageIds: readonly string[];
  /** Between two languages it ends where that is false; so it is when the server has ended. */
  readonly isIdle: () => boolean;
}

/**
 * Makes the code that processes have missed, one language after the other. What was tried once is not tried again: it
 * may be for flags that we do not know, or too much for this V8. Resolves with the ids of the languages.
 */
export async function keepWantedCode({ children, languageIds, isIdle }: KeepingOptions): Promise<readonly string[]> {
  const folder = codeFolder();
  if (folder === undefined) return [];
  removeUnused(folder);
  const made: string[] = [];
  for (const [name, keys] of readWanted(folder)) {
    // What all grammars share is made with any of them.
    if (!languageIds.includes(name)) continue;
    if (!isIdle()) break;
    const missing = keys.filter((key) => !existsSync(join(folder, key + CODE)));
    if (missing.length > 0) {
      const isMade = await makeInChild(children, name);
      // A server that ends takes the maker with it, which says nothing of the code.
      if (!isMade && !isIdle()) break;
      if (isMade) made.push(name);
    }
    for (const key of keys) markTried(join(folder, key));
  }
  return made;
}

/** False: everything works without. */
async function makeInChild(children: ChildProcesses, languageId: string): Promise<boolean> {
  const maker = createWorkerProcess<MakeRequest, null>({
    children,
    module: moduleUrl("./code-maker", import.meta.url),
    label: "code maker",
    deadlineMs: DEADLINE_MS,
  });
  try {
    await maker.request({ languageId });
    return true;
  } catch {
    return false;
  } finally {
    await maker.dispose();
  }
}

function markTried(place: string): void {
  try {
    renameSync(place + WANTED, place + TRIED);
  } catch {
    // Another server has made the same meanwhile.
  }
}

/** Also what makers that were killed had begun. */
function removeUnused(folder: string): void {
  for (const file of readFolder(folder)) {
    const path = join(folder, file);
    const usedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const keptMs = file.endsWith(UNFINISHED) ? DEADLINE_MS : UNUSED_MS;
    if (Date.now() - usedMs > keptMs) rmSync(path, { force: true });
  }
}

/** The keys that are wanted of each name. */
function readWanted(folder: string): ReadonlyMap<string, readonly string[]> {
  const wanted = new Map<string, string[]>();
  for (const file of readFolder(folder)) {
    if (!file.endsWith(WANTED)) continue;
    const key = file.slice(0, -WANTED.length);
    const name = key.slice(0, key.indexOf("."));
    wanted.set(name, [...(wanted.get(name) ?? []), key]);
  }
  return wanted;
}

function readFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was wanted yet.
    return [];
  }
}
