import { contains } from "../../base/path-containment.ts";
import type { FileServers, LanguageServer, LanguageServers } from "../../lsp/language-servers.ts";
import { fileOf } from "./diagnose.ts";
import type { ReportMemory, ReportView } from "./report-memory.ts";

type Finder = Pick<LanguageServers, "serversFor" | "plan">;

/** Of files that change together: who changes more waits for more than this. */
const MAX_AHEAD = 4;
const AHEAD_MS = 1_000;

/**
 * The primary servers that answered for files before, as far as they still run: to find them anew takes time for each
 * folder, and what a change breaks in files that it did not touch is theirs to say.
 */
export async function serversOfBefore(
  { ports, served }: ReportMemory,
  { workspace, cwd }: ReportView,
): Promise<Finder> {
  const servers = await ports.servers();
  const find = (path: string): LanguageServer | undefined =>
    servers
      .running(workspace.rootOf(path) ?? cwd)
      .filter(({ definition, root }) => definition.id === served.get(path) && contains(root, path))
      .toSorted((a, b) => b.root.length - a.root.length)[0];
  return {
    serversFor: async (file, request) => {
      const primary = find(file.absolute);
      return primary === undefined ? servers.serversFor(file, request) : { primary, linters: [], missing: [] };
    },
    plan: async (file, workspaceRoot) => {
      const primary = find(file.absolute);
      if (primary === undefined) return servers.plan(file, workspaceRoot);
      return { group: `${primary.definition.id}\0${primary.root}`, isKnown: true, missing: [] };
    },
  };
}

/**
 * Begins to look for the servers of files that are about to be written, those that some server answered for before. What
 * is found holds for the one question behind the change: a file that stays where it is has the servers that it had.
 */
export async function serversAhead(
  paths: readonly string[],
  { ports, served, closing }: ReportMemory,
  view: ReportView,
): Promise<Finder | undefined> {
  if (paths.length > MAX_AHEAD || !paths.every((path) => served.has(path))) return undefined;
  const servers = await ports.servers();
  const find = async (path: string): Promise<FileServers | undefined> => {
    const workspaceRoot = view.workspace.rootOf(path) ?? view.cwd;
    const request = { signal: closing, deadlineMs: AHEAD_MS, roles: "all", workspaceRoot } as const;
    return servers.serversFor(fileOf(path, view), request).catch(() => undefined);
  };
  const found = new Map(paths.map((path) => [path, find(path)]));
  return {
    plan: (file, workspaceRoot) => servers.plan(file, workspaceRoot),
    serversFor: async (file, request) => {
      const known = await found.get(file.absolute);
      found.delete(file.absolute);
      const isUsable =
        known?.primary !== undefined && [known.primary, ...known.linters].every((one) => !one.ended.aborted);
      return isUsable ? known : servers.serversFor(file, request);
    },
  };
}
