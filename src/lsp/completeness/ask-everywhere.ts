import { isReticleError } from "../../base/errors.ts";
import { contains } from "../../base/path-containment.ts";
import { languageIdOf } from "../language-id.ts";
import { type Asking, remainingMs } from "../operations/asking.ts";
import type { Target } from "../operations/target.ts";
import { askWhenLoaded, type WhenLoaded } from "./ask-when-loaded.ts";

/** Files that are opened because they name what is asked about; with more of them the name is one that everything has. */
const MAX_OPENED = 40;
/** Of the time that is left, for opening them. */
const OPEN_SHARE = 0.3;

export interface Everywhere<T> extends WhenLoaded<T> {
  /** Files that may hold more and were not looked at, in words; undefined where the server looks at everything itself. */
  readonly notOpened?: string;
  /** Whether files that name it were sought and opened: then a missing project file hides nothing. */
  readonly isSought: boolean;
}

/** What there is to see in an answer. */
export interface Sight<T> {
  readonly isEmpty: (value: T) => boolean;
  readonly pathsIn: (value: T) => readonly string[];
}

/**
 * For servers that know only the projects of open documents: files that name the symbol and are not in
 * the answer are opened, which loads their projects, and the question is asked again.
 */
export async function askEverywhere<T>(
  target: Target,
  asking: Asking,
  question: () => Promise<T>,
  { isEmpty, pathsIn }: Sight<T>,
): Promise<Everywhere<T>> {
  const { filesNaming } = asking;
  if (target.server.definition.quirks?.needsProjectFile !== true || filesNaming === undefined) {
    return { ...(await askWhenLoaded(target, asking, question, isEmpty)), isSought: false };
  }
  const [first, naming] = await Promise.all([
    askWhenLoaded(target, asking, question, isEmpty),
    filesNaming(target.place.name, target.file.absolute, MAX_OPENED * 4),
  ]);
  const known = new Set([target.file.absolute, ...pathsIn(first.value)]);
  const candidates = naming.paths.filter((path) => !known.has(path) && isServed(path, target, asking));
  const { isAnyNew, left } = await openAll(candidates, target, asking);
  const unknown = [
    ...(naming.missing === undefined ? [] : [naming.missing]),
    ...(left > 0 ? [`${left} files that name it`] : []),
  ];
  const rest = { isSought: true, ...(unknown.length === 0 ? {} : { notOpened: unknown.join(" and ") }) };
  if (!isAnyNew) return { ...first, ...rest };
  return { ...(await askWhenLoaded(target, asking, question, isEmpty)), ...rest };
}

/** Another project of the workspace may lie outside the server's own root. */
function isServed(path: string, { server }: Target, { workspaceRoot }: Asking): boolean {
  return contains(workspaceRoot, path) && languageIdOf(server.definition, path) !== undefined;
}

async function openAll(
  paths: readonly string[],
  { server }: Target,
  asking: Asking,
): Promise<{ readonly isAnyNew: boolean; readonly left: number }> {
  const until = performance.now() + remainingMs(asking) * OPEN_SHARE;
  const { workspace, cwd, signal } = asking;
  let isAnyNew = false;
  for (const [at, absolute] of paths.entries()) {
    signal.throwIfAborted();
    if (at >= MAX_OPENED || performance.now() > until) return { isAnyNew, left: paths.length - at };
    try {
      const { isChanged } = await server.open({ absolute, shown: workspace.show(absolute, cwd), kind: "file" });
      isAnyNew ||= isChanged;
    } catch (error) {
      // Gone, too large or binary: it holds nothing that the server could tell of.
      if (!isReticleError(error) || error.kind === "connection_closed") throw error;
    }
  }
  return { isAnyNew, left: 0 };
}
