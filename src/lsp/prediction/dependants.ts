import type { ResolvedPath, Workspace } from "../../workspace/workspace.ts";
import { languageIdOf } from "../language-id.ts";
import type { LanguageServer } from "../language-servers.ts";

/** Files beside the changed ones that are asked about. */
const MAX_DEPENDANTS = 6;

/**
 * Files of the workspace that a change may break or mend though it does not touch them, as far as the server
 * can tell at once: those that it has open, the latest first, and those in which it found something.
 */
export function dependantsOf(
  { openPaths, published, definition }: LanguageServer,
  changed: ReadonlySet<string>,
  workspace: Workspace,
): readonly ResolvedPath[] {
  const broken = published.all().flatMap(({ path, diagnostics }) => (diagnostics.length === 0 ? [] : [path]));
  return [...new Set([...openPaths.toReversed(), ...broken])]
    .filter((path) => !changed.has(path) && workspace.rootOf(path) !== undefined)
    .filter((path) => languageIdOf(definition, path) !== undefined)
    .slice(0, MAX_DEPENDANTS)
    .map((absolute) => ({ absolute, shown: workspace.show(absolute, workspace.cwd), kind: "file" }));
}
