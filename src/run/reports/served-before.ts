import { contains } from "../../base/path-containment.ts";
import type { LanguageServer, LanguageServers } from "../../lsp/language-servers.ts";
import type { ReportMemory, ReportView } from "./report-memory.ts";

/**
 * The primary servers that answered for files before, as far as they still run: to find them anew takes time for each
 * folder, and what a change breaks in files that it did not touch is theirs to say.
 */
export async function serversOfBefore(
  { ports, served }: ReportMemory,
  { workspace, cwd }: ReportView,
): Promise<Pick<LanguageServers, "serversFor" | "plan">> {
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
